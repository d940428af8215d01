-- Why: an exercise is a lesson that also has files to begin with, tests, and a solution (rules/exercises#exercise). Every save
-- makes a version. A version reaches learners when it is proved: the files to begin with fail a test, and the solution passes all
-- of them (rules/exercises#proof). Hidden tests and solutions are in a table of the schema private, which no API shows.

-- Tables ----------------------------------------------------------------------------------------------------------

create function private.is_exercise_files(files jsonb, at_least int default 1) returns boolean
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between at_least and 20 then coalesce((
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(jsonb_typeof(f -> 'path') = 'string' and char_length(f ->> 'path') <= 100
        and f ->> 'path' ~ '^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$'
        -- The harness puts the tests beside the files under these names.
        and lower(f ->> 'path') !~ '^(tests|hidden)\.[a-z]+$', false)
      and coalesce(jsonb_typeof(f -> 'text') = 'string', false)
      and f - array['path', 'text'] = '{}'::jsonb)
      and count(distinct lower(f ->> 'path')) = count(*) and sum(octet_length(f ->> 'text')) <= 204800
    from jsonb_array_elements(files) f), at_least = 0) else false end
$$;
comment on function private.is_exercise_files(jsonb, int) is
  'Takes files of an exercise and the least number of them; true if they are a list of at most twenty of {path, text} with different paths and 200 kB in all. A path has no special characters and is not that of the tests. Null for null (rules/exercises#limits).';
revoke all on function private.is_exercise_files(jsonb, int) from public;
grant execute on function private.is_exercise_files(jsonb, int) to authenticated, service_role;

create function private.is_exercise_hints(hints jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(hints) = 'array' and jsonb_array_length(hints) <= 20 then coalesce((
    select bool_and(jsonb_typeof(h) = 'object'
      and coalesce(jsonb_typeof(h -> 'after') = 'number' and h ->> 'after' ~ '^\d{1,3}$' and (h ->> 'after')::int between 1 and 100, false)
      and coalesce(jsonb_typeof(h -> 'text') = 'string' and btrim(h ->> 'text') <> '' and char_length(h ->> 'text') <= 2000, false)
      and h - array['after', 'text'] = '{}'::jsonb)
    from jsonb_array_elements(hints) h), true) else false end
$$;
comment on function private.is_exercise_hints(jsonb) is
  'Takes hints; true if they are a list of at most twenty of {after: 1 to 100 failed runs, text: at most 2,000 characters}. Null for null.';
revoke all on function private.is_exercise_hints(jsonb) from public;
grant execute on function private.is_exercise_hints(jsonb) to authenticated, service_role;

create table public.exercises (
  lesson_id uuid primary key references public.lessons (id) on delete cascade,
  version integer not null default 0 constraint exercises_version_range check (version >= 0),
  language public.exercise_language not null default 'JS',
  files jsonb not null default '[]' constraint exercises_files_form check (private.is_exercise_files(files, 0)),
  tests text not null default '' constraint exercises_tests_length check (octet_length(tests) <= 204800),
  time_ms integer not null default 500 constraint exercises_time_ms_range check (time_ms between 50 and 1000),
  hints jsonb not null default '[]' constraint exercises_hints_form check (private.is_exercise_hints(hints)),
  solution_after integer constraint exercises_solution_after_range check (solution_after between 1 and 100),
  updated_at timestamptz not null default now()
);
alter table public.exercises enable row level security;
create policy exercises_select on public.exercises for select to authenticated
  using ((select private.can('exercises', 'read')) or exists (
    select 1 from public.lessons l
    where l.id = exercises.lesson_id
      and (l.module_id in (select private.my_module_ids('exercises', 'read'))
        or ((select private.can('exercises', 'read', 'assigned')) and l.content_type = 'EXERCISE'
          and (l.free_preview or l.module_id in (select private.entitled_module_ids()) or l.module_id in (select private.my_staffed_module_ids()))))));
comment on policy exercises_select on public.exercises is 'Staff who may read all of them, and everybody who may read the lesson, which the lesson''s own policy decides.';
grant select on public.exercises to authenticated;
grant select, insert, update, delete on public.exercises to service_role;
comment on table public.exercises is 'What learners get of an exercise: its last proved version. The row is added when a lesson gets this type, and stays when the type changes. Functions save and prove versions (rules/exercises#exercise, rules/exercises#proof).';
comment on column public.exercises.version is 'The number of the proved version; 0: none is proved, and the exercise is in preparation.';
comment on column public.exercises.files is 'The files to begin with, in the order of their tabs: [{path, text}].';
comment on column public.exercises.tests is 'The tests that are shown.';
comment on column public.exercises.time_ms is 'The time limit for all tests of a run together, in milliseconds.';
comment on column public.exercises.hints is 'Hints that appear after so many failed runs: [{after, text}].';
comment on column public.exercises.solution_after is 'After how many failed runs the solution can be shown before passing; null: only after passing.';
create trigger exercises_touch before update on public.exercises for each row execute function private.touch_updated_at();

create table private.exercise_keys (
  lesson_id uuid not null references public.exercises (lesson_id) on delete cascade,
  version integer not null constraint exercise_keys_version_range check (version >= 1),
  language public.exercise_language not null default 'JS',
  files jsonb not null default '[]' constraint exercise_keys_files_form check (private.is_exercise_files(files, 0)),
  tests text not null default '' constraint exercise_keys_tests_length check (octet_length(tests) <= 204800),
  hidden text not null default '' constraint exercise_keys_hidden_length check (octet_length(hidden) <= 204800),
  solution jsonb not null default '[]' constraint exercise_keys_solution_form check (private.is_exercise_files(solution, 0)),
  time_ms integer not null default 500 constraint exercise_keys_time_ms_range check (time_ms between 50 and 1000),
  hints jsonb not null default '[]' constraint exercise_keys_hints_form check (private.is_exercise_hints(hints)),
  solution_after integer constraint exercise_keys_solution_after_range check (solution_after between 1 and 100),
  proof public.proof_state not null default 'NONE',
  problems jsonb not null default '[]' constraint exercise_keys_problems_length check (octet_length(problems::text) <= 65536),
  saved_at timestamptz not null default now(),
  primary key (lesson_id, version)
);
alter table private.exercise_keys enable row level security;
comment on table private.exercise_keys is 'The versions of an exercise, with its hidden tests and its solution. No grants: those who may update the lesson read them through functions (rules/exercises#secrets).';
comment on column private.exercise_keys.proof is 'NONE: nobody asked for the proof. PENDING: the proof was asked for. PROVED: learners get this version. REFUSED: problems say why.';
comment on column private.exercise_keys.problems is 'Why the proof was refused: [{file, line, message}].';

create table public.exercise_runs (
  id uuid primary key default gen_random_uuid(),
  operation_id uuid,
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.exercises (lesson_id) on delete cascade,
  tests_version integer not null constraint exercise_runs_tests_version_range check (tests_version >= 1),
  no integer not null default 1 constraint exercise_runs_no_positive check (no > 0),
  files jsonb not null constraint exercise_runs_files_form check (private.is_exercise_files(files)),
  claimed public.run_verdict constraint exercise_runs_claimed_ended check (claimed <> 'PENDING'),
  verdict public.run_verdict not null default 'PENDING',
  results jsonb not null default '[]' constraint exercise_runs_results_length check (octet_length(results::text) <= 131072),
  attempts integer not null default 0,
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  constraint exercise_runs_verified check ((verdict = 'PENDING') = (verified_at is null))
);
alter table public.exercise_runs enable row level security;
create index exercise_runs_person_idx on public.exercise_runs (user_id, lesson_id, created_at desc);
create index exercise_runs_lesson_idx on public.exercise_runs (lesson_id, created_at desc);
create policy exercise_runs_select on public.exercise_runs for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('exercise_runs', 'read', 'own')));
comment on policy exercise_runs_select on public.exercise_runs is 'One''s own, even if the lesson is no longer open. Staff read through functions.';
grant select on public.exercise_runs to authenticated;
grant select, insert, update, delete on public.exercise_runs to service_role;
comment on table public.exercise_runs is 'Code that was handed in for an exercise. Only the server gives the verdict (rules/exercises#verdict). Of each person and exercise, the last 20 runs and the first pass are kept.';
comment on column public.exercise_runs.tests_version is 'The version of the exercise against which the run is verified.';
comment on column public.exercise_runs.no is 'The number of the run among those of this person for this exercise, from 1.';
comment on column public.exercise_runs.claimed is 'The verdict that the browser claims; null: it did not run the tests. It decides nothing.';
comment on column public.exercise_runs.results is 'The results of the tests: [{name, ok, hidden, problem}]. Hidden tests have no problem.';
comment on column public.exercise_runs.attempts is 'How often a verification was begun and did not settle the run.';
comment on column public.exercise_runs.tried_at is 'When the last verification was begun; null: none was.';

create table public.exercise_drafts (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.exercises (lesson_id) on delete cascade,
  files jsonb not null constraint exercise_drafts_files_form check (private.is_exercise_files(files)),
  revision uuid not null,
  updated_at timestamptz not null default now(),
  kept jsonb not null default '[]' constraint exercise_drafts_kept_length check (octet_length(kept::text) <= 2097152),
  primary key (user_id, lesson_id)
);
alter table public.exercise_drafts enable row level security;
create index exercise_drafts_lesson_id_idx on public.exercise_drafts (lesson_id);
create policy exercise_drafts_select on public.exercise_drafts for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('exercise_runs', 'read', 'own')));
comment on policy exercise_drafts_select on public.exercise_drafts is 'One''s own. Nobody else reads what was not handed in.';
grant select on public.exercise_drafts to authenticated;
grant select, insert, update, delete on public.exercise_drafts to service_role;
comment on table public.exercise_drafts is 'The code that a person is writing for an exercise. If two devices write at the same time, the later code becomes the draft, and the other is kept beside it (rules/exercises#drafts).';
comment on column public.exercise_drafts.revision is 'Identifies the current code. The browser makes a new revision with each edit.';
comment on column public.exercise_drafts.kept is 'Code of other devices that did not become the draft, the latest first: [{files, revision, updated_at}].';

create table private.exercise_standings (
  user_id uuid not null references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.exercises (lesson_id) on delete cascade,
  runs integer not null default 0,
  failed_runs integer not null default 0,
  passed_at timestamptz,
  runs_to_pass integer,
  looked_at timestamptz,
  last_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
alter table private.exercise_standings enable row level security;
create index exercise_standings_lesson_id_idx on private.exercise_standings (lesson_id);
comment on table private.exercise_standings is 'Where each person stands in each exercise that they tried, because only the last runs are kept. No grants: functions read and write it.';
comment on column private.exercise_standings.runs is 'How many runs the person handed in.';
comment on column private.exercise_standings.failed_runs is 'How many of these runs failed, by the verdict of the server.';
comment on column private.exercise_standings.runs_to_pass is 'The number of the run that passed first; null: none.';
comment on column private.exercise_standings.looked_at is 'When the person first looked at the solution before they had passed; null: they did not.';
comment on column private.exercise_standings.last_at is 'When the person handed in last.';

create table private.exercise_hours (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  times timestamptz[] not null default '{}'
);
alter table private.exercise_hours enable row level security;
comment on table private.exercise_hours is 'When each person handed in runs within the last hour, which counts deleted runs too. No grants: hand_in_run() reads and writes it (rules/exercises#limits).';

create function private.add_exercise() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.exercises (lesson_id) values (new.id) on conflict do nothing;
  insert into private.exercise_keys (lesson_id, version) values (new.id, 1) on conflict do nothing;
  return null;
end
$$;
comment on function private.add_exercise() is 'Row trigger on lessons that become exercises: adds the rows that the type needs, unless the lesson has them from before.';
revoke all on function private.add_exercise() from public;
create trigger lessons_exercise_insert after insert on public.lessons for each row
  when (new.content_type = 'EXERCISE') execute function private.add_exercise();
create trigger lessons_exercise_update after update of content_type on public.lessons for each row
  when (new.content_type = 'EXERCISE') execute function private.add_exercise();
