-- Exercises: their versions, tests and proof, the code that people hand in, and the verdict.
-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database
-- holds. Which file has what is said in scripts/schema/subjects.ts.

-- TYPES

create type public.exercise_language as enum ('JS', 'TS', 'PAGE');

create type public.proof_state as enum ('NONE', 'PENDING', 'PROVED', 'REFUSED');

create type public.run_verdict as enum ('PENDING', 'PASS', 'FAIL', 'ERROR');

-- TABLES

create table private.exercise_hours (
  user_id uuid not null,
  times timestamptz[] not null default '{}'::timestamptz[],
  proofs timestamptz[] not null default '{}'::timestamptz[],
  killed timestamptz[] not null default '{}'::timestamptz[],
  turn_at timestamptz,
  constraint exercise_hours_pkey primary key (user_id),
  constraint exercise_hours_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.exercise_hours enable row level security;
comment on table private.exercise_hours is 'What each person had run of late, deleted runs included. No grants: functions read and write it (rules/exercises#limits, rules/exercises#turns).';
comment on column private.exercise_hours.times is 'When the person handed in, within the last hour.';
comment on column private.exercise_hours.proofs is 'When the person had versions proved, within the last hour, and when those of an import will be.';
comment on column private.exercise_hours.killed is 'When runs of the person had to be killed, within the last day.';
comment on column private.exercise_hours.turn_at is 'When the worker last took a run of the person, or a proof that they asked for.';

create table private.exercise_keys (
  lesson_id uuid not null,
  version integer not null,
  language public.exercise_language not null default 'JS',
  files jsonb not null default '[]'::jsonb,
  tests text not null default '',
  hidden text not null default '',
  solution jsonb not null default '[]'::jsonb,
  time_ms integer not null default 500,
  hints jsonb not null default '[]'::jsonb,
  solution_after integer,
  proof public.proof_state not null default 'NONE',
  problems jsonb not null default '[]'::jsonb,
  saved_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_at timestamptz,
  constraint exercise_keys_pkey primary key (lesson_id, version),
  constraint exercise_keys_files_form check (private.is_exercise_files(files, 0)),
  constraint exercise_keys_hidden_length check (octet_length(hidden) <= 204800),
  constraint exercise_keys_hints_form check (private.is_exercise_hints(hints)),
  constraint exercise_keys_problems_form check (
    private.matches_schema(problems, '{"type": "array", "items": {"type": "object", "required": ["file", "line", "message"], "properties": {"file": {"type": ["string", "null"], "maxLength": 100}, "line": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "message": {"type": "string", "maxLength": 500}}}, "maxItems": 20}'::jsonb)
  ) not valid,
  constraint exercise_keys_problems_length check (octet_length(problems::text) <= 65536),
  constraint exercise_keys_solution_after_range check (
    solution_after >= 1
    and solution_after <= 100
  ),
  constraint exercise_keys_solution_form check (private.is_exercise_files(solution, 0)),
  constraint exercise_keys_tests_length check (octet_length(tests) <= 204800),
  constraint exercise_keys_time_ms_range check (time_ms >= 50 and time_ms <= 1000),
  constraint exercise_keys_version_range check (version >= 1),
  constraint exercise_keys_lesson_id_fkey foreign key (lesson_id) references public.exercises(lesson_id) on delete cascade
);
alter table private.exercise_keys enable row level security;
comment on table private.exercise_keys is 'The versions of an exercise, with its hidden tests and its solution. No grants: those who may update the lesson read them through functions (rules/exercises#secrets).';
comment on column private.exercise_keys.proof is 'NONE: nobody requested a proof. PENDING: a proof was requested. PROVED: learners get this version or a later one; a page is proved when it is saved. REFUSED: see problems.';
comment on column private.exercise_keys.problems is 'Why the proof was refused: [{file, line, message}].';
comment on column private.exercise_keys.attempts is 'How often a proof was begun and did not settle.';
comment on column private.exercise_keys.next_at is 'No proof begins before this moment; null: at once.';

create table private.exercise_standings (
  user_id uuid not null,
  lesson_id uuid not null,
  runs integer not null default 0,
  failed_runs integer not null default 0,
  passed_at timestamptz,
  runs_to_pass integer,
  looked_at timestamptz,
  last_at timestamptz not null default now(),
  constraint exercise_standings_pkey primary key (user_id, lesson_id),
  constraint exercise_standings_lesson_id_fkey foreign key (lesson_id) references public.exercises(lesson_id) on delete cascade,
  constraint exercise_standings_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.exercise_standings enable row level security;
create index exercise_standings_lesson_id_idx on private.exercise_standings (lesson_id);
comment on table private.exercise_standings is 'Counts and dates for each person and each exercise that they tried, because old runs are deleted. No grants: functions read and write it.';
comment on column private.exercise_standings.runs is 'How many runs the person handed in.';
comment on column private.exercise_standings.failed_runs is 'How many of these runs failed, by the verdict of the server.';
comment on column private.exercise_standings.runs_to_pass is 'The number of the run that passed first; null: none.';
comment on column private.exercise_standings.looked_at is 'When the person first looked at the solution before they had passed; null: they did not.';
comment on column private.exercise_standings.last_at is 'When the person handed in last.';

create table public.exercise_drafts (
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  files jsonb not null,
  revision uuid not null,
  updated_at timestamptz not null default now(),
  kept jsonb not null default '[]'::jsonb,
  constraint exercise_drafts_pkey primary key (user_id, lesson_id),
  constraint exercise_drafts_files_form check (private.is_exercise_files(files)),
  constraint exercise_drafts_kept_form check (
    private.matches_schema(kept, '{"type": "array", "items": {"type": "object", "required": ["files", "revision", "updated_at"], "properties": {"files": {"type": "array", "items": {"type": "object", "required": ["path", "text"], "properties": {"path": {"type": "string", "maxLength": 100}, "text": {"type": "string", "maxLength": 204800}}}, "maxItems": 20}, "revision": {"type": "string", "maxLength": 36}, "updated_at": {"type": "string", "maxLength": 64}}}, "maxItems": 3}'::jsonb)
  ) not valid,
  constraint exercise_drafts_kept_length check (octet_length(kept::text) <= 2097152),
  constraint exercise_drafts_lesson_id_fkey foreign key (lesson_id) references public.exercises(lesson_id) on delete cascade,
  constraint exercise_drafts_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.exercise_drafts enable row level security;
create index exercise_drafts_lesson_id_idx on public.exercise_drafts (lesson_id);
grant select on public.exercise_drafts to authenticated;
grant delete, insert, select, update on public.exercise_drafts to service_role;
comment on table public.exercise_drafts is 'The code that a person is writing for an exercise. If two devices write at the same time, the later code becomes the draft, and the other is kept beside it (rules/exercises#drafts).';
comment on column public.exercise_drafts.revision is 'Identifies the current code. The browser makes a new revision with each edit.';
comment on column public.exercise_drafts.kept is 'Code of other devices that did not become the draft, the latest first: [{files, revision, updated_at}].';

create table public.exercise_runs (
  id uuid not null default gen_random_uuid(),
  operation_id uuid,
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  tests_version integer not null,
  no integer not null default 1,
  files jsonb not null,
  claimed public.run_verdict,
  verdict public.run_verdict not null default 'PENDING',
  results jsonb not null default '[]'::jsonb,
  attempts integer not null default 0,
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  made_at timestamptz,
  constraint exercise_runs_pkey primary key (id),
  constraint exercise_runs_claimed_ended check (claimed <> 'PENDING'),
  constraint exercise_runs_files_form check (private.is_exercise_files(files)),
  constraint exercise_runs_made_at_range check (
    made_at >= '1970-01-01 00:00:00+00'::timestamptz
    and made_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint exercise_runs_no_positive check (no > 0),
  constraint exercise_runs_results_form check (
    private.matches_schema(results, '{"type": "array", "items": {"type": "object", "required": ["name", "ok"], "properties": {"ok": {"type": "boolean"}, "name": {"type": "string", "maxLength": 500}, "hidden": {"type": "boolean"}, "problem": {"type": "object", "required": [], "properties": {"line": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "path": {"type": ["string", "null"], "maxLength": 1000}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "column": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}}}}}, "maxItems": 200}'::jsonb)
  ) not valid,
  constraint exercise_runs_results_length check (octet_length(results::text) <= 131072),
  constraint exercise_runs_tests_version_range check (tests_version >= 1),
  constraint exercise_runs_verified check ((verdict = 'PENDING') = (verified_at is null)),
  constraint exercise_runs_lesson_id_fkey foreign key (lesson_id) references public.exercises(lesson_id) on delete cascade,
  constraint exercise_runs_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.exercise_runs enable row level security;
create index exercise_runs_lesson_idx on public.exercise_runs (lesson_id, created_at desc);
create index exercise_runs_person_idx on public.exercise_runs (user_id, lesson_id, created_at desc);
grant select on public.exercise_runs to authenticated;
grant delete, insert, select, update on public.exercise_runs to service_role;
comment on table public.exercise_runs is 'Code that was handed in for an exercise. Only the server gives the verdict (rules/exercises#verdict). Of each person and exercise, the last 20 runs and the first pass are kept.';
comment on column public.exercise_runs.tests_version is 'The version of the exercise against which the run is verified.';
comment on column public.exercise_runs.no is 'The number of the run among those of this person for this exercise, from 1.';
comment on column public.exercise_runs.claimed is 'The verdict that the browser claims; null: it did not run the tests. It decides nothing.';
comment on column public.exercise_runs.results is 'The results of the tests: [{name, ok, hidden, problem}]. Hidden tests have no problem.';
comment on column public.exercise_runs.attempts is 'How often a verification was begun and did not settle the run.';
comment on column public.exercise_runs.tried_at is 'When the last verification was begun; null: none was.';
comment on column public.exercise_runs.made_at is 'When the device made it, if access has ended since. The completion has this time (rules/learning#completed-in-time).';

create table public.exercises (
  lesson_id uuid not null,
  version integer not null default 0,
  language public.exercise_language not null default 'JS',
  files jsonb not null default '[]'::jsonb,
  tests text not null default '',
  time_ms integer not null default 500,
  hints jsonb not null default '[]'::jsonb,
  solution_after integer,
  updated_at timestamptz not null default now(),
  constraint exercises_pkey primary key (lesson_id),
  constraint exercises_files_form check (private.is_exercise_files(files, 0)),
  constraint exercises_hints_form check (private.is_exercise_hints(hints)),
  constraint exercises_solution_after_range check (solution_after >= 1 and solution_after <= 100),
  constraint exercises_tests_length check (octet_length(tests) <= 204800),
  constraint exercises_time_ms_range check (time_ms >= 50 and time_ms <= 1000),
  constraint exercises_version_range check (version >= 0),
  constraint exercises_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade
);
alter table public.exercises enable row level security;
grant select on public.exercises to authenticated;
grant delete, insert, select, update on public.exercises to service_role;
comment on table public.exercises is 'What learners get of an exercise: its last proved version. The row is added when a lesson gets this type, and stays when the type changes. Functions save and prove versions (rules/exercises#exercise, rules/exercises#proof).';
comment on column public.exercises.version is 'The number of the proved version; 0: none is proved, and the exercise is in preparation.';
comment on column public.exercises.files is 'The starter files, in the order of their tabs: [{path, text}].';
comment on column public.exercises.tests is 'The tests that learners see.';
comment on column public.exercises.time_ms is 'The time limit for all tests of a run together, in milliseconds.';
comment on column public.exercises.hints is 'The hints: [{after: how many failed runs it takes until the hint appears, text}].';
comment on column public.exercises.solution_after is 'After how many failed runs a person may see the solution before they pass; null: only after they pass.';

-- TRIGGERS

create trigger exercise_runs_audit_insert after insert on public.exercise_runs
  referencing new table as new_rows
  for each statement execute function private.audit('exercise_run', '{"key": "id", "omit": ["operation_id", "files", "claimed", "verdict", "results", "attempts", "tried_at", "verified_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger exercise_runs_audit_update after update on public.exercise_runs
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('exercise_run', '{"key": "id", "omit": ["operation_id", "files", "claimed", "verdict", "results", "attempts", "tried_at", "verified_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger exercises_audit_update after update on public.exercises
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('exercise', '{"key": "lesson_id", "omit": ["language", "files", "tests", "time_ms", "hints", "solution_after", "updated_at"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [["publish", "version", "changed"]], "delete": null, "insert": null, "update": null, "identity": ["lesson_id"]}');

create trigger exercises_touch before update on public.exercises
  for each row execute function private.touch_updated_at();

-- POLICIES

create policy exercise_drafts_select on public.exercise_drafts
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('exercise_runs', 'read', 'own'))
  );
comment on policy exercise_drafts_select on public.exercise_drafts is 'One''s own. Nobody else reads what was not handed in.';

create policy exercise_runs_select on public.exercise_runs
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('exercise_runs', 'read', 'own'))
  );
comment on policy exercise_runs_select on public.exercise_runs is 'One''s own, even if the lesson is no longer open. Staff read through functions.';

create policy exercises_select on public.exercises
  for select to authenticated
  using (
    (select private.can('exercises', 'read'))
    or exists (
      select 1
      from public.lessons l
      where l.id = exercises.lesson_id
        and (
          l.module_id in (select private.my_module_ids('exercises', 'read'))
          or (
            (select private.can('exercises', 'read', 'assigned'))
            and l.content_type = 'EXERCISE'
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy exercises_select on public.exercises is 'Staff who may read all exercises, and people who may read the lesson. The policy on lessons applies to the subquery.';

-- FUNCTIONS

create or replace function private.add_exercise()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into public.exercises (lesson_id) values (new.id) on conflict do nothing;
  insert into private.exercise_keys (lesson_id, version) values (new.id, 1) on conflict do nothing;
  return null;
end
$function$;
comment on function private.add_exercise() is 'Row trigger on lessons that become exercises: adds the rows that the type needs, unless they exist.';

create or replace function private.ask_for_proof(
  k private.exercise_keys,
  may_wait boolean default false
)
  returns private.exercise_keys
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 30;
  me constant uuid := private.uid();
  recent timestamptz[];
  moment timestamptz := now();
begin
  if k.proof not in ('NONE', 'REFUSED') then
    return k;
  end if;
  if me is not null then
    -- The requests of one person run one after the other, so that each counts the earlier ones.
    perform pg_advisory_xact_lock(hashtextextended('proofs ' || me, 0));
    recent := coalesce((
      select array(select t from unnest(h.proofs) t where t > now() - interval '1 hour' order by t) from private.exercise_hours h where h.user_id = me), '{}');
    if cardinality(recent) >= most then
      if not may_wait then
        raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have had 30 exercises tested within an hour. Please wait a little.';
      end if;
      moment := greatest(now(), recent[cardinality(recent) - most + 1] + interval '1 hour');
    end if;
    insert into private.exercise_hours as h (user_id, proofs) values (me, recent || moment)
    on conflict on constraint exercise_hours_pkey do update set proofs = excluded.proofs;
  end if;
  update private.exercise_keys x set proof = 'PENDING', problems = '[]', attempts = 0, next_at = moment
  where x.lesson_id = k.lesson_id and x.version = k.version;
  perform private.enqueue_job('exercise_proof', k.lesson_id || ' ' || k.version || ' ' || gen_random_uuid(), moment, k.lesson_id, me);
  return private.latest_key(k.lesson_id);
end
$function$;
comment on function private.ask_for_proof(private.exercise_keys,boolean) is 'Takes the newest version of an exercise, and whether its proof may wait; enqueues its proof, unless the version is proved or its proof is pending. Returns the version with its new state. Of more than 30 proofs within an hour, those that may wait are begun as soon as the limit allows it; others raise PT429 TOO_MANY (rules/exercises#limits).';

create or replace function private.can_on_runs(action text, person uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course constant uuid := private.course_of_lesson(lesson);
begin
  return private.can_on_course('exercise_runs', action, course)
    or private.can('exercise_runs', action, 'assigned') and exists (
      select from public.cohort_staff s
      join public.cohort_members m on m.cohort_id = s.cohort_id and m.user_id = person and m.state <> 'LEFT'
      join public.cohort_courses k on k.cohort_id = s.cohort_id and k.course_id = course
      where s.user_id = private.uid());
end
$function$;
comment on function private.can_on_runs(text,uuid,uuid) is 'Takes an action of staff, a person and an exercise; true if the caller may do this to the person''s runs: to all runs, to the runs in their own courses, or to those of the people whom they look after in a cohort with the course.';

create or replace function private.check_exercise(wanted jsonb)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if jsonb_typeof(wanted) is distinct from 'object' then
    perform private.refuse_field('exercise', 'This is no exercise.');
  end if;
  if coalesce(wanted ->> 'language', '') not in ('JS', 'TS', 'PAGE') then
    perform private.refuse_field('language', 'Choose JavaScript, TypeScript or a page.');
  end if;
  if private.is_exercise_files(wanted -> 'files', 0) is not true then
    perform private.refuse_field('files', 'An exercise has at most 20 files with different names, 200 kB in all. Only letters, digits, dots, hyphens and underscores make a name, and no file is called tests or hidden.');
  end if;
  if private.is_exercise_files(wanted -> 'solution', 0) is not true then
    perform private.refuse_field('solution', 'A solution has at most 20 files with different names, 200 kB in all. Only letters, digits, dots, hyphens and underscores make a name, and no file is called tests or hidden.');
  end if;
  if jsonb_typeof(wanted -> 'tests') is distinct from 'string' or octet_length(wanted ->> 'tests') > 204800 then
    perform private.refuse_field('tests', 'Tests must be less than 200 kB');
  end if;
  if jsonb_typeof(wanted -> 'hidden') is distinct from 'string' or octet_length(wanted ->> 'hidden') > 204800 then
    perform private.refuse_field('hidden', 'Hidden tests must be less than 200 kB');
  end if;
  if wanted ->> 'language' = 'PAGE' and wanted ->> 'hidden' <> '' then
    perform private.refuse_field('hidden', 'A page has no hidden tests, because the server does not run it.');
  end if;
  if wanted ->> 'language' = 'PAGE' and not exists (
      select from jsonb_array_elements(wanted -> 'files') f where f ->> 'path' = 'index.html') then
    perform private.refuse_field('files', 'A page begins with a file called index.html.');
  end if;
  if not (jsonb_typeof(wanted -> 'time_ms') = 'number' and wanted ->> 'time_ms' ~ '^\d{2,4}$' and (wanted ->> 'time_ms')::int between 50 and 1000) then
    perform private.refuse_field('time_ms', 'A time limit is a number from 50 to 1,000 milliseconds.');
  end if;
  if private.is_exercise_hints(wanted -> 'hints') is not true then
    perform private.refuse_field('hints', 'A hint has a text of at most 2,000 characters and appears after 1 to 100 failed runs. There are at most 20.');
  end if;
  if jsonb_typeof(wanted -> 'solution_after') is distinct from 'null'
    and not (jsonb_typeof(wanted -> 'solution_after') = 'number' and wanted ->> 'solution_after' ~ '^\d{1,3}$' and (wanted ->> 'solution_after')::int between 1 and 100) then
    perform private.refuse_field('solution_after', 'The solution opens after 1 to 100 failed runs, or only after passing.');
  end if;
end
$function$;
comment on function private.check_exercise(jsonb) is 'Takes an exercise as key_fields() returns it; raises PT422 with the field as hint for a value that is not valid, and for a page without index.html or with hidden tests (rules/exercises#limits).';
grant execute on function private.check_exercise(jsonb) to authenticated, service_role;

create or replace function private.check_exercise_right(lesson uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course('exercises', 'update', private.course_of_lesson(lesson))
    or not exists (
      select from public.lessons l join public.modules m on m.id = l.module_id
      where l.id = lesson and l.content_type = 'EXERCISE' and l.deleted_at is null and m.deleted_at is null) then
    perform private.refuse('You may not change this exercise, or it has been deleted.');
  end if;
end
$function$;
comment on function private.check_exercise_right(uuid) is 'Takes a lesson; raises 42501 unless it is an exercise that the caller may update.';

create or replace function private.check_practice(
  person uuid,
  lesson uuid,
  made_at timestamptz default null
)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  reason text := private.why_not_open(person, lesson, check_practice.made_at, 'EXERCISE');
begin
  if reason = 'NO_LESSON' then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This exercise is not open to you.';
  elsif reason is not null then
    raise exception using errcode = 'PT403', hint = reason,
      message = case reason when 'NO_ACCESS' then 'You no longer have access to it.' else 'It is not open yet.' end;
  elsif exists (select from public.exercises x where x.lesson_id = lesson and x.version = 0) then
    raise exception using errcode = 'PT409', hint = 'IN_PREPARATION', message = 'This exercise is still in preparation.';
  end if;
end
$function$;
comment on function private.check_practice(uuid,uuid,timestamp with time zone) is 'Takes a person, an exercise, and when the code was written (null: now); raises PT404 NO_LESSON, PT403 NO_ACCESS or NOT_OPEN_YET if it is not open to the person, and PT409 IN_PREPARATION while no version of it is proved.';

create or replace function private.copy_exercises(copies jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  pair record;
  k private.exercise_keys;
  kept integer;
begin
  for pair in select c.key::uuid as original, c.value::uuid as copy from jsonb_each_text(copies) c loop
    if not private.can_on_course('exercises', 'update', private.course_of_lesson(pair.original))
      or not private.can_on_course('exercises', 'update', private.course_of_lesson(pair.copy))
      or not exists (select from public.lessons l where l.id = pair.copy and l.content_type = 'EXERCISE' and l.created_at = now()) then
      continue;
    end if;
    kept := 0;
    -- A copy gets the version that learners have, and the newest one.
    for k in
      select x.* from private.exercise_keys x
      where x.lesson_id = pair.original
        and (x.version = (select e.version from public.exercises e where e.lesson_id = pair.original)
          or x.version = (private.latest_key(pair.original)).version)
      order by x.version
    loop
      kept := kept + 1;
      insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, proof)
      values (pair.copy, kept, k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms, k.hints, k.solution_after,
        case when k.proof = 'PROVED' then 'PROVED' else 'NONE' end::public.proof_state)
      on conflict on constraint exercise_keys_pkey do update set language = excluded.language, files = excluded.files, tests = excluded.tests,
        hidden = excluded.hidden, solution = excluded.solution, time_ms = excluded.time_ms, hints = excluded.hints,
        solution_after = excluded.solution_after, proof = excluded.proof
      returning * into k;
      if k.proof = 'PROVED' then
        perform private.publish_key(k);
      end if;
    end loop;
  end loop;
end
$function$;
comment on function private.copy_exercises(jsonb) is 'Takes {lesson: its copy}; copies the exercises to the copies that this transaction made, with their proof. Leaves out exercises that the caller may not update.';
grant execute on function private.copy_exercises(jsonb) to authenticated, service_role;

create or replace function private.count_killed(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into private.exercise_hours as h (user_id, killed)
  select p.id, array[clock_timestamp()] from public.profiles p where p.id = person
  on conflict on constraint exercise_hours_pkey do update
  set killed = array(select t from unnest(h.killed) t where t > now() - interval '1 day' order by t desc limit 100) || excluded.killed
$function$;
comment on function private.count_killed(uuid) is 'Takes a person; counts a run of theirs that had to be killed.';

create or replace function private.due_exercise_proof(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when w.until > now() then jsonb_build_object('wait', w.until)
    else jsonb_build_object('lesson_id', k.lesson_id, 'user_id', work.user_id) end
  from private.latest_key(work.subject_id) k, lateral (select greatest(k.next_at, private.waits_until(work.user_id)) as until) w
  where k.proof = 'PENDING'
$function$;
comment on function private.due_exercise_proof(private.due_work) is 'Job: returns {lesson_id, user_id: who asked} of an exercise whose newest version waits for its proof; waits while another request proves it, or its person has to. Otherwise null (rules/exercises#proof).';

create or replace function private.due_run_check(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when w.until > now() then jsonb_build_object('wait', w.until) else jsonb_build_object('run_id', r.id, 'user_id', r.user_id) end
  from public.exercise_runs r, lateral (select greatest(r.tried_at + private.verification_lease(), private.waits_until(r.user_id)) as until) w
  where r.id = work.subject_id and r.verdict = 'PENDING'
$function$;
comment on function private.due_run_check(private.due_work) is 'Job: returns {run_id, user_id: whose it is} of a run that waits for its verdict; waits while another request verifies it, or its person has to. Null if it is settled (rules/exercises#verdict).';

create or replace function private.end_run(run uuid, verdict public.run_verdict, results jsonb)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  r public.exercise_runs;
begin
  -- This one statement decides which of two verifications settles the run.
  update public.exercise_runs x set verdict = end_run.verdict, results = private.plain_results(end_run.results), verified_at = now()
  where x.id = end_run.run and x.verdict = 'PENDING'
  returning x.* into r;
  if r.id is null then
    return false;
  end if;
  update private.exercise_standings s set
    failed_runs = s.failed_runs + case when r.verdict = 'PASS' then 0 else 1 end,
    passed_at = case when r.verdict = 'PASS' then coalesce(s.passed_at, now()) else s.passed_at end,
    runs_to_pass = case when r.verdict = 'PASS' then least(s.runs_to_pass, r.no) else s.runs_to_pass end
  where s.user_id = r.user_id and s.lesson_id = r.lesson_id;
  if r.verdict = 'PASS' then
    insert into public.lesson_completions (user_id, lesson_id, completed_at)
    select r.user_id, l.id, coalesce(r.made_at, now()) from public.lessons l where l.id = r.lesson_id and l.content_type = 'EXERCISE'
    on conflict do nothing;
  end if;
  perform private.prune_runs(r.user_id, r.lesson_id);
  perform private.signal_people('exercise', array[r.user_id]);
  return true;
end
$function$;
comment on function private.end_run(uuid,public.run_verdict,jsonb) is 'Takes a run, its verdict and the results of its tests; settles the run once, and completes the lesson if it passed. Returns whether this call settled it (rules/exercises#verdict).';

create or replace function private.exercise_at(lesson uuid, version integer)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select private.key_fields(k) from private.exercise_keys k
  where k.lesson_id = exercise_at.lesson and k.version = exercise_at.version
    and private.can_on_course('exercises', 'update', private.course_of_lesson(exercise_at.lesson))
$function$;
comment on function private.exercise_at(uuid,integer) is 'Takes a lesson and the number of a version of its exercise; returns its key_fields(). Null for callers who may not update the exercise, and for null.';
grant execute on function private.exercise_at(uuid,integer) to authenticated, service_role;

create or replace function private.exercise_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'exercises', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'runs', s.runs, 'failed_runs', s.failed_runs, 'passed_at', s.passed_at,
      'looked_at', s.looked_at, 'last_at', s.last_at, 'kept', (
        select coalesce(jsonb_agg(private.run_facts(r) - 'id' || jsonb_build_object('files', r.files) order by r.no), '[]')
        from public.exercise_runs r where r.user_id = s.user_id and r.lesson_id = s.lesson_id)) order by c.title, m.index, l.index)
    from private.exercise_standings s
    join public.lessons l on l.id = s.lesson_id join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where s.user_id = person)
  union all
  select 'exercise_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'files', d.files, 'kept', d.kept, 'updated_at', d.updated_at) order by d.updated_at)
    from public.exercise_drafts d join public.lessons l on l.id = d.lesson_id where d.user_id = person)
$function$;
comment on function private.exercise_data(uuid) is 'Takes a person; returns lists by name (null: empty): the exercises that they tried with the runs that are kept, and their drafts of code.';

create or replace function private.exercise_number(lesson uuid)
  returns integer
  language sql
  stable security definer
  set search_path to ''
as $function$
  select k.version from public.lessons l cross join lateral private.latest_key(l.id) k where l.id = lesson and l.content_type = 'EXERCISE'
$function$;
comment on function private.exercise_number(uuid) is 'Takes a lesson; returns the number of the newest version of its exercise. Null for a lesson of another type.';
grant execute on function private.exercise_number(uuid) to authenticated, service_role;

create or replace function private.exercise_part(lesson uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce((
    select jsonb_build_object('exercise', private.key_fields(k))
    from public.lessons l cross join lateral private.latest_key(l.id) k
    where l.id = exercise_part.lesson and l.content_type = 'EXERCISE' and k.version is not null
      and private.can_on_course('exercises', 'update', private.course_of_lesson(l.id))), '{}')
$function$;
comment on function private.exercise_part(uuid) is 'Takes a lesson; returns {exercise: the key_fields() of its newest version} for an export. An empty object for a lesson of another type, and for callers who may not update it.';
grant execute on function private.exercise_part(uuid) to authenticated, service_role;

create or replace function private.is_exercise_files(files jsonb, at_least integer default 1)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
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
$function$;
comment on function private.is_exercise_files(jsonb,integer) is 'Takes files of an exercise and the least number of them; true if they are a list of at most twenty {path, text} with different paths and 200 kB of text in all. A path has only letters, digits, dots, hyphens, underscores and slashes, and is not that of the tests. Null for null (rules/exercises#limits).';
grant execute on function private.is_exercise_files(jsonb,integer) to authenticated, service_role;

create or replace function private.is_exercise_hints(hints jsonb)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select case when jsonb_typeof(hints) = 'array' and jsonb_array_length(hints) <= 20 then coalesce((
    select bool_and(jsonb_typeof(h) = 'object'
      and coalesce(jsonb_typeof(h -> 'after') = 'number' and h ->> 'after' ~ '^\d{1,3}$' and (h ->> 'after')::int between 1 and 100, false)
      and coalesce(jsonb_typeof(h -> 'text') = 'string' and btrim(h ->> 'text') <> '' and char_length(h ->> 'text') <= 2000, false)
      and h - array['after', 'text'] = '{}'::jsonb)
    from jsonb_array_elements(hints) h), true) else false end
$function$;
comment on function private.is_exercise_hints(jsonb) is 'Takes hints; true if they are a list of at most twenty {after: 1 to 100 failed runs, text: at most 2,000 characters}. Null for null.';
grant execute on function private.is_exercise_hints(jsonb) to authenticated, service_role;

create or replace function private.is_page_exercise(lesson uuid)
  returns boolean
  language sql
  stable parallel safe
  set search_path to ''
as $function$
  select exists (select from public.exercises x where x.lesson_id = lesson and x.version > 0 and x.language = 'PAGE')
$function$;
comment on function private.is_page_exercise(uuid) is 'Takes a lesson; true if learners get an exercise of the language PAGE. Runs as its caller.';
grant execute on function private.is_page_exercise(uuid) to authenticated, service_role;

create or replace function private.keep_exercise_version(lesson uuid, was integer, is_now integer)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  latest public.lesson_versions;
  l public.lessons;
begin
  select x.* into l from public.lessons x where x.id = keep_exercise_version.lesson for no key update;
  select v.* into latest from public.lesson_versions v where v.lesson_id = l.id order by v.no desc limit 1;
  if latest.id is null then
    -- A lesson that this transaction made has no history.
    if l.created_at = now() then
      return;
    end if;
    insert into public.lesson_versions (lesson_id, no, created_at, title, description, content, assignment, exercise)
    values (l.id, 1, l.created_at, l.title, l.description, l.content, private.assignment_fields(l.id), was) returning * into latest;
  end if;
  if latest.created_at = now() and latest.no > 1 then
    -- The same save changed the texts and made a version for them.
    update public.lesson_versions v set exercise = is_now, fields = array_remove(v.fields, 'exercise') || '{exercise}' where v.id = latest.id;
  else
    insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, assignment, exercise, restores)
    values (l.id, latest.no + 1, (select p.id from public.profiles p where p.id = private.uid()), l.title, l.description, l.content, '{exercise}',
      private.assignment_fields(l.id), is_now, nullif(current_setting('rookies.restores', true), '')::timestamptz);
  end if;
end
$function$;
comment on function private.keep_exercise_version(uuid,integer,integer) is 'Takes a lesson and the numbers of the versions of its exercise before and after a save; adds the change to the version of the lesson that the same save made, or to a new one (rules/courses#versions).';

create or replace function private.key_facts(k private.exercise_keys)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('version', k.version, 'proved_version', (select nullif(x.version, 0) from public.exercises x where x.lesson_id = k.lesson_id),
    'proof', jsonb_build_object('state', k.proof, 'problems', k.problems))
$function$;
comment on function private.key_facts(private.exercise_keys) is 'Takes a version of an exercise; returns {version, proved_version: the one that learners get, or null, proof: {state, problems: [{file, line, message}]}}.';

create or replace function private.key_fields(k private.exercise_keys)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_build_object('language', k.language, 'files', k.files, 'tests', k.tests, 'hidden', k.hidden, 'solution', k.solution,
    'time_ms', k.time_ms, 'hints', k.hints, 'solution_after', k.solution_after)
$function$;
comment on function private.key_fields(private.exercise_keys) is 'Takes a version of an exercise; returns {language, files, tests, hidden, solution, time_ms, hints, solution_after}.';

create or replace function private.latest_key(lesson uuid)
  returns private.exercise_keys
  language sql
  stable security definer
  set search_path to ''
as $function$
  select k from private.exercise_keys k where k.lesson_id = lesson order by k.version desc limit 1
$function$;
comment on function private.latest_key(uuid) is 'Takes an exercise; returns its newest version, proved or not.';

create or replace function private.plain_problems(problems jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(problems) = 'array' then coalesce((
    select jsonb_agg(jsonb_build_object('file', left(p.value ->> 'file', 100),
      'line', case when private.matches_schema(p.value -> 'line', '{"type": "integer", "minimum": 0, "maximum": 1000000}') then p.value -> 'line' end,
      'message', coalesce(left(p.value ->> 'message', 500), '')) order by p.place)
    from jsonb_array_elements(problems) with ordinality p (value, place) where p.place <= 20), '[]') else '[]' end
$function$;
comment on function private.plain_problems(jsonb) is 'Takes the problems of a refused proof; returns the first 20 as they are stored, [{file, line, message}].';

create or replace function private.plain_results(results jsonb)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  most constant int := 131072;
  plain jsonb;
begin
  if jsonb_typeof(results) is distinct from 'array' then
    return '[]';
  end if;
  plain := (
    select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(left(t.value ->> 'name', 500), ''), 'ok', coalesce(t.value -> 'ok' = 'true', false))
        || case when t.value -> 'hidden' = 'true' then jsonb_build_object('hidden', true)
          when private.matches_schema(t.value -> 'problem', '{"type": "object", "required": [], "properties": {"message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "path": {"type": ["string", "null"], "maxLength": 1000}, "line": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}, "column": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}}}')
            then jsonb_build_object('problem', t.value -> 'problem') else '{}' end
      order by t.place), '[]')
    from jsonb_array_elements(results) with ordinality t (value, place) where t.place <= 200);
  if octet_length(plain::text) > most then
    plain := (select jsonb_agg(t.value - 'problem' order by t.place) from jsonb_array_elements(plain) with ordinality t (value, place));
  end if;
  return case when octet_length(plain::text) > most then '[]' else plain end;
end
$function$;
comment on function private.plain_results(jsonb) is 'Takes the results of a verified run; returns the first 200 as they are stored: [{name, ok, hidden, problem}]. Hidden tests lose their problem, and all lose it if they are too long (rules/exercises#secrets).';

create or replace function private.prune_runs(person uuid, lesson uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  delete from public.exercise_runs r
  using private.exercise_standings s
  where s.user_id = person and s.lesson_id = lesson and r.user_id = person and r.lesson_id = lesson
    and r.no <= s.runs - 20 and r.no is distinct from s.runs_to_pass and r.verdict <> 'PENDING'
$function$;
comment on function private.prune_runs(uuid,uuid) is 'Takes a person and an exercise; deletes their runs except the last 20, the first pass, and those that wait for their verdict.';

create or replace function private.publish_key(k private.exercise_keys)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update public.exercises x set version = k.version, language = k.language, files = k.files, tests = k.tests, time_ms = k.time_ms,
    hints = k.hints, solution_after = k.solution_after
  where x.lesson_id = k.lesson_id and x.version < k.version
$function$;
comment on function private.publish_key(private.exercise_keys) is 'Takes a proved version of an exercise; learners get it from now on, unless they have a later one.';

create or replace function private.record_exercise(saved private.exercise_keys, fields jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.recorded_at_once() then
    return;
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
  select private.uid(), 'exercise.update', 'exercise', saved.lesson_id::text, jsonb_build_object('version', saved.version, 'fields', record_exercise.fields),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'), p.title, p.course_id
  from private.content_place('lesson', saved.lesson_id) p;
end
$function$;
comment on function private.record_exercise(private.exercise_keys,jsonb) is 'Takes a version of an exercise that the caller saved, and the names of the fields that changed; writes an audit record, which holds no code.';

create or replace function private.run_facts(r public.exercise_runs)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_build_object('id', r.id, 'no', r.no, 'version', r.tests_version, 'created_at', r.created_at, 'verified_at', r.verified_at,
    'verdict', r.verdict, 'results', r.results, 'claimed', r.claimed)
$function$;
comment on function private.run_facts(public.exercise_runs) is 'Takes a run; returns {id, no, version, created_at, verified_at, verdict, results: [{name, ok, hidden, problem}], claimed}, without its files.';

create or replace function private.take_exercise(
  lesson uuid,
  listed jsonb,
  expected_version integer default null,
  proving boolean default false
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  saved private.exercise_keys := private.write_exercise(lesson, expected_version, listed);
begin
  if proving then
    perform private.ask_for_proof(saved, true);
  end if;
end
$function$;
comment on function private.take_exercise(uuid,jsonb,integer,boolean) is 'Takes an exercise, the key_fields() that change, the version that the caller read, and whether to request a proof; saves as write_exercise() does. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';
grant execute on function private.take_exercise(uuid,jsonb,integer,boolean) to authenticated, service_role;

create or replace function private.verification_lease()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '30 seconds' $function$;
comment on function private.verification_lease() is 'How long a verification may take. After that, another one can begin.';

create or replace function private.waits_until(person uuid)
  returns timestamptz
  language sql
  stable security definer
  set search_path to ''
as $function$
  select max(t) + least(interval '30 seconds' * power(2, least(count(*) - 1, 10)), interval '1 hour')
  from private.exercise_hours h, unnest(h.killed) t
  where h.user_id = person and t > now() - interval '1 day'
$function$;
comment on function private.waits_until(uuid) is 'Takes a person; returns until when their runs wait, because runs of theirs were killed within a day: 30 seconds after the last one, and twice as long for each one before, up to an hour. Null if none was (rules/exercises#turns).';

create or replace function private.why_not_open(
  person uuid,
  lesson uuid,
  made_at timestamptz,
  type public.lesson_content_type
)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid;
  at timestamptz;
begin
  select m.course_id into course
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  where l.id = lesson and l.deleted_at is null and l.content_type = type;
  at := private.moment_of_work(person, course, made_at);
  if course is null or not exists (select from public.entitlements e where e.user_id = person and e.course_id = course) then
    return 'NO_LESSON';
  elsif at is null then
    return 'NO_ACCESS';
  elsif exists (select from private.unreleased_lesson_ids(person, at) u where u = lesson) then
    return 'NOT_OPEN_YET';
  end if;
  return null;
end
$function$;
comment on function private.why_not_open(uuid,uuid,timestamp with time zone,public.lesson_content_type) is 'Takes a person, a lesson, when the work was made (null: now), and the type that the lesson must have; returns null if the person has access to the course and the lesson is open to them, otherwise NO_LESSON, NO_ACCESS or NOT_OPEN_YET. Everybody can read a free preview, but only people with access to the course can hand in work for it.';

create or replace function private.write_exercise(
  lesson uuid,
  expected_version integer,
  listed jsonb
)
  returns private.exercise_keys
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  latest private.exercise_keys;
  wanted jsonb;
  saved private.exercise_keys;
  proved private.exercise_keys;
begin
  perform private.check_exercise_right(lesson);
  -- Two saves run one after the other.
  perform from public.exercises x where x.lesson_id = write_exercise.lesson for no key update;
  latest := private.latest_key(lesson);
  if jsonb_typeof(listed) is distinct from 'object' then
    perform private.refuse_field('exercise', 'This is no exercise.');
  end if;
  -- A field that is not listed keeps its value.
  wanted := private.key_fields(latest) || listed;
  perform private.check_exercise(wanted);
  saved := jsonb_populate_record(latest, wanted - array['lesson_id', 'version', 'proof', 'problems', 'saved_at']);
  if private.key_fields(saved) = private.key_fields(latest) then
    -- The request was sent again because its answer was lost.
    return latest;
  end if;
  if expected_version <> latest.version then
    raise exception using errcode = 'PT409', hint = 'STALE_EXERCISE', message = 'Someone else has saved this exercise.';
  end if;
  -- A proof depends on these fields alone. If an earlier version has the same ones, its proof also holds for this version. A
  -- page needs no proof, because the server cannot run it.
  select k.* into proved from private.exercise_keys k
  where k.lesson_id = write_exercise.lesson and k.proof = 'PROVED'
    and (k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms)
      = (saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms)
  limit 1;
  insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, proof)
  values (write_exercise.lesson, latest.version + 1, saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms, saved.hints,
    saved.solution_after, case when saved.language <> 'PAGE' and proved.version is null then 'NONE' else 'PROVED' end::public.proof_state)
  returning * into saved;
  if saved.proof = 'PROVED' then
    perform private.publish_key(saved);
  end if;
  -- Older versions are deleted unless learners have them, a version of the lesson refers to them, or a run waits for them.
  delete from private.exercise_keys k
  where k.lesson_id = saved.lesson_id and k.version < latest.version
    and k.version <> (select x.version from public.exercises x where x.lesson_id = k.lesson_id)
    and not exists (select from public.lesson_versions v where v.lesson_id = k.lesson_id and v.exercise = k.version)
    and not exists (select from public.exercise_runs r where r.lesson_id = k.lesson_id and r.tests_version = k.version and r.verdict = 'PENDING');
  perform private.keep_exercise_version(saved.lesson_id, latest.version, saved.version);
  perform private.record_exercise(saved, (
    select jsonb_agg(n.key order by n.key) from jsonb_each(private.key_fields(saved)) n
    where n.value is distinct from private.key_fields(latest) -> n.key));
  return saved;
end
$function$;
comment on function private.write_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the key_fields() that change; saves a new version, which keeps the proof of an earlier one with the same code, tests and time limit. A page needs no proof, and learners get it at once. Null as the version is never stale. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

create or replace function public.count_killed_run(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$ select private.count_killed(person) $function$;
comment on function public.count_killed_run(uuid) is 'Takes a person; counts a run of theirs that had to be killed, so that their next ones wait. Only for the worker (rules/exercises#turns).';
grant execute on function public.count_killed_run(uuid) to service_role;

create or replace function public.course_exercise_figures(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  everybody constant boolean := private.can_on_course('exercise_runs', 'list', course_exercise_figures.course_id);
begin
  if not everybody
    and not (private.can('exercise_runs', 'list', 'assigned')
      and course_exercise_figures.course_id in (select private.my_staffed_course_ids())) then
    perform private.refuse('You may not read the runs of this course.');
  end if;
  return (
    select coalesce(jsonb_agg((public.exercise_figures(l.id) - 'people') || jsonb_build_object('title', l.title,
      'proved', x.version > 0, 'language', x.language, 'completed', (
        select count(*) from public.lesson_completions d
        where d.lesson_id = l.id and (everybody or d.user_id in (
          select p.user_id from public.cohort_staff f
          join public.cohort_courses k on k.cohort_id = f.cohort_id and k.course_id = course_exercise_figures.course_id
          join public.cohort_members p on p.cohort_id = f.cohort_id and p.state <> 'LEFT'
          where f.user_id = private.uid())))) order by m.index, l.index), '[]')
    from public.modules m
    join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'EXERCISE'
    join public.exercises x on x.lesson_id = l.id
    where m.course_id = course_exercise_figures.course_id and m.deleted_at is null);
end
$function$;
comment on function public.course_exercise_figures(uuid) is 'Takes a course; returns its exercises in order, each as exercise_figures() returns it without the people, with {title, proved: whether learners have a version, language: of that version, completed: how many of these people completed the lesson}. Raises 42501 for callers who may read no runs of the course (rules/exercises#figures).';
grant execute on function public.course_exercise_figures(uuid) to authenticated, service_role;

create or replace function public.exercise_figures(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 100;
  latest constant int := 1000;
  course constant uuid := private.course_of_lesson(exercise_figures.lesson_id);
  everybody constant boolean := private.can_on_course('exercise_runs', 'list', course);
begin
  if not everybody and not private.can('exercise_runs', 'list', 'assigned')
    or not exists (select from public.exercises x where x.lesson_id = exercise_figures.lesson_id) then
    perform private.refuse('You may not read the runs of this exercise.');
  end if;
  return (
    with person as materialized (
      select s.* from private.exercise_standings s
      where s.lesson_id = exercise_figures.lesson_id
        and (everybody or s.user_id in (
          select m.user_id from public.cohort_staff f
          join public.cohort_courses k on k.cohort_id = f.cohort_id and k.course_id = course
          join public.cohort_members m on m.cohort_id = f.cohort_id and m.state <> 'LEFT'
          where f.user_id = private.uid()))
    ), failed as (
      select t.value ->> 'name' as name, coalesce(t.value -> 'hidden' = 'true', false) as hidden, t.value #>> '{problem,actual}' as actual, r.user_id
      from (
        select x.user_id, x.results from public.exercise_runs x
        where x.lesson_id = exercise_figures.lesson_id and x.verdict = 'FAIL' and x.user_id in (select p.user_id from person p)
        order by x.created_at desc limit latest) r
      cross join lateral jsonb_array_elements(r.results) t
      where t.value -> 'ok' = 'false'
    ), test as (
      select f.name, f.hidden, count(*) as failed, count(distinct f.user_id) as people, mode() within group (order by f.actual) as actual
      from failed f group by f.name, f.hidden order by count(*) desc, f.name limit 10
    )
    select jsonb_build_object('lesson_id', exercise_figures.lesson_id,
      'tried', (select count(*) from person), 'passed', (select count(*) from person p where p.passed_at is not null),
      'median_runs', (select percentile_cont(0.5) within group (order by p.runs_to_pass) from person p where p.runs_to_pass is not null),
      'looked', (select count(*) from person p where p.looked_at is not null),
      'tests', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'hidden', t.hidden, 'failed', t.failed, 'people', t.people, 'actual', t.actual)
        order by t.failed desc, t.name), '[]') from test t),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', private.shown_name(f.name, f.email), 'runs', p.runs,
          'failed_runs', p.failed_runs, 'passed_at', p.passed_at, 'runs_to_pass', p.runs_to_pass, 'looked_at', p.looked_at, 'last_at', p.last_at)
          order by p.last_at desc, p.user_id), '[]')
        from (select * from person q order by q.last_at desc, q.user_id limit most) p join public.profiles f on f.id = p.user_id)));
end
$function$;
comment on function public.exercise_figures(uuid) is 'Takes an exercise; returns, for the people whose runs the caller may read, {lesson_id, tried, passed, median_runs: until the first pass, or null, looked: at the solution before passing, tests: those that fail most often in the last 1,000 failed runs [{name, hidden, failed, people, actual: the most frequent wrong value, or null}], people: the last 100 who handed in [{user_id, name, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}]}. Raises 42501 (rules/exercises#figures).';
grant execute on function public.exercise_figures(uuid) to authenticated, service_role;

create or replace function public.exercise_of(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  course uuid;
  may_hand_in boolean;
  is_open boolean;
  builds boolean;
  opens jsonb;
  ready boolean;
  is_page constant boolean := private.is_page_exercise(exercise_of.lesson_id);
  shown private.exercise_keys;
  stand private.exercise_standings;
begin
  if me is null or not private.can('exercise_runs', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function exercise_of';
  end if;
  select m.course_id, x.version > 0 into course, ready
  from public.exercises x
  join public.lessons l on l.id = x.lesson_id and l.content_type = 'EXERCISE'
  join public.modules m on m.id = l.module_id
  where x.lesson_id = exercise_of.lesson_id;
  select s.* into stand from private.exercise_standings s where s.user_id = me and s.lesson_id = exercise_of.lesson_id;
  may_hand_in := private.why_not_open(me, exercise_of.lesson_id, null, 'EXERCISE') is null;
  is_open := may_hand_in;
  if not is_open then
    -- Staff and people with a free preview read it without handing in. The rights of staff require a session with a second
    -- factor while the setting asks for one, and access_of() does not know the session.
    opens := private.access_of(me, course, exercise_of.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- People can still read their own runs of a closed exercise, but not the exercise.
  if course is null or not is_open and stand.user_id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This exercise is not open to you.';
  end if;
  -- An author who tries the exercise gets the newest version.
  builds := not may_hand_in and private.can_on_course('exercises', 'update', course);
  if is_open then
    if builds then
      shown := private.latest_key(exercise_of.lesson_id);
    else
      select k.* into shown from private.exercise_keys k join public.exercises x on x.lesson_id = k.lesson_id and x.version = k.version
      where k.lesson_id = exercise_of.lesson_id;
    end if;
  end if;
  return jsonb_build_object('lesson_id', exercise_of.lesson_id, 'open', is_open, 'in_preparation', not ready,
    'can_hand_in', may_hand_in and ready and not is_page, 'can_write', may_hand_in and ready,
    'language', shown.language, 'version', shown.version, 'files', shown.files, 'tests', shown.tests, 'time_ms', shown.time_ms,
    'hints', shown.hints, 'solution_after', shown.solution_after,
    'solution_open', shown.version is not null
      and (builds or case when is_page then exists (
          select from public.lesson_completions d where d.user_id = me and d.lesson_id = exercise_of.lesson_id)
        else stand.passed_at is not null or coalesce(stand.failed_runs >= shown.solution_after, false) end),
    'looked_at', stand.looked_at, 'failed_runs', coalesce(stand.failed_runs, 0), 'passed_at', stand.passed_at,
    'draft', (
      select jsonb_build_object('files', d.files, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.exercise_drafts d where d.user_id = me and d.lesson_id = exercise_of.lesson_id),
    'runs', (
      select coalesce(jsonb_agg(private.run_facts(r) order by r.no desc), '[]')
      from (
        select x.* from public.exercise_runs x where x.user_id = me and x.lesson_id = exercise_of.lesson_id order by x.no desc limit 20) r));
end
$function$;
comment on function public.exercise_of(uuid) is 'Takes an exercise; returns what its page shows the caller in addition to the lesson: {lesson_id, open, in_preparation: whether no version is proved, can_hand_in: not a page, can_write: whether drafts are kept, language, version, files: [{path, text}], tests, time_ms, hints: [{after, text}], solution_after (these are null while the exercise is closed or in preparation), solution_open: whether exercise_solution() returns it, looked_at, failed_runs: by the server''s verdict, passed_at, draft: {files, revision, updated_at, kept} or null, runs: the last 20, [run_facts()], the latest first}. Learners get the last proved version; those who may update the lesson and have no access of their own get the newest. Own runs stay readable when the lesson closes. Raises 42501, PT404 NO_LESSON (rules/exercises#exercise).';
grant execute on function public.exercise_of(uuid) to authenticated, service_role;

create or replace function public.exercise_run(run_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  r public.exercise_runs;
begin
  select x.* into r from public.exercise_runs x where x.id = exercise_run.run_id;
  if r.id is null or not (r.user_id = private.uid() and private.can('exercise_runs', 'read', 'own')
      or r.user_id <> private.uid() and private.can_on_runs('list', r.user_id, r.lesson_id)) then
    perform private.refuse('You may not read this run, or it is no longer kept.');
  end if;
  return private.run_facts(r) || jsonb_build_object('lesson_id', r.lesson_id, 'user_id', r.user_id, 'files', r.files);
end
$function$;
comment on function public.exercise_run(uuid) is 'Takes a run; returns its run_facts() with lesson_id, user_id and files: [{path, text}]. For its owner, and for staff who may read the person''s runs. Raises 42501.';
grant execute on function public.exercise_run(uuid) to authenticated, service_role;

create or replace function public.exercise_runs_of(lesson_id uuid, user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_runs('list', exercise_runs_of.user_id, exercise_runs_of.lesson_id) then
    perform private.refuse('You may not read the runs of this person.');
  end if;
  return (
    select jsonb_build_object('runs', coalesce(s.runs, 0), 'failed_runs', coalesce(s.failed_runs, 0), 'passed_at', s.passed_at,
      'runs_to_pass', s.runs_to_pass, 'looked_at', s.looked_at, 'kept', (
        select coalesce(jsonb_agg(private.run_facts(r) order by r.no desc), '[]')
        from public.exercise_runs r where r.user_id = exercise_runs_of.user_id and r.lesson_id = exercise_runs_of.lesson_id))
    from (values (true)) one (row)
    left join private.exercise_standings s on s.user_id = exercise_runs_of.user_id and s.lesson_id = exercise_runs_of.lesson_id);
end
$function$;
comment on function public.exercise_runs_of(uuid,uuid) is 'Takes an exercise and a person; returns {runs, failed_runs, passed_at, runs_to_pass, looked_at, kept: [run_facts()], the latest first}. exercise_run() returns the files of one. Raises 42501 unless the caller may read the person''s runs (rules/exercises#figures).';
grant execute on function public.exercise_runs_of(uuid,uuid) to authenticated, service_role;

create or replace function public.exercise_solution(lesson_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  stand private.exercise_standings;
  shown private.exercise_keys;
begin
  if me is null or not private.can('exercise_runs', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function exercise_solution';
  end if;
  if private.why_not_open(me, exercise_solution.lesson_id, null, 'EXERCISE') is not null
    and private.can_on_course('exercises', 'update', private.course_of_lesson(exercise_solution.lesson_id)) then
    return (private.latest_key(exercise_solution.lesson_id)).solution;
  end if;
  perform private.check_practice(me, exercise_solution.lesson_id);
  select k.* into shown from private.exercise_keys k join public.exercises x on x.lesson_id = k.lesson_id and x.version = k.version
  where k.lesson_id = exercise_solution.lesson_id;
  select s.* into stand from private.exercise_standings s where s.user_id = me and s.lesson_id = exercise_solution.lesson_id;
  if shown.language = 'PAGE' then
    if not exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = exercise_solution.lesson_id) then
      raise exception using errcode = 'PT403', hint = 'SOLUTION_CLOSED',
        message = 'The solution can be shown once you have marked the exercise as complete.';
    end if;
    return shown.solution;
  end if;
  if stand.passed_at is null and coalesce(stand.failed_runs, 0) < coalesce(shown.solution_after, 2147483647) then
    raise exception using errcode = 'PT403', hint = 'SOLUTION_CLOSED', message = case when shown.solution_after is null
      then 'The solution can be shown once you have passed.'
      else format('The solution can be shown once you have passed, or after %s failed runs.', shown.solution_after) end;
  end if;
  update private.exercise_standings s set looked_at = now()
  where s.user_id = me and s.lesson_id = exercise_solution.lesson_id and s.looked_at is null and s.passed_at is null;
  return shown.solution;
end
$function$;
comment on function public.exercise_solution(uuid) is 'Takes an exercise; returns its solution, [{path, text}], once the caller has passed, or as many of their runs have failed as `solution_after` says; that of a page once the caller has completed the lesson. Before a pass, it stores that the caller looked. Those who may update the lesson get the newest solution. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS, NOT_OPEN_YET and SOLUTION_CLOSED, PT409 IN_PREPARATION (rules/exercises#solution).';
grant execute on function public.exercise_solution(uuid) to authenticated, service_role;

create or replace function public.exercise_to_edit(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  k private.exercise_keys;
begin
  -- A lesson keeps its exercise while it has another type.
  k := private.latest_key(exercise_to_edit.lesson_id);
  if k.version is null or not private.can_on_course('exercises', 'update', private.course_of_lesson(exercise_to_edit.lesson_id))
    or not exists (
      select from public.lessons l join public.modules m on m.id = l.module_id
      where l.id = exercise_to_edit.lesson_id and l.deleted_at is null and m.deleted_at is null) then
    perform private.refuse('You may not change this exercise, or it has been deleted.');
  end if;
  return private.key_fields(k) || private.key_facts(k) || jsonb_build_object('lesson_id', k.lesson_id);
end
$function$;
comment on function public.exercise_to_edit(uuid) is 'Takes an exercise; returns its newest version: {lesson_id, language, files, tests, hidden, solution, time_ms, hints, solution_after, version, proved_version: the one that learners get, or null, proof: {state, problems: [{file, line, message}]}}. Raises 42501 unless the caller may update the lesson (rules/exercises#secrets).';
grant execute on function public.exercise_to_edit(uuid) to authenticated, service_role;

create or replace function public.exercise_to_prove(lesson_id uuid, person uuid default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 2;
  -- A proof is up to four runs.
  lease constant interval := '2 minutes';
  k private.exercise_keys;
  waits constant timestamptz := private.waits_until(person);
begin
  perform from public.exercises x where x.lesson_id = exercise_to_prove.lesson_id for no key update;
  k := private.latest_key(exercise_to_prove.lesson_id);
  if k.proof is distinct from 'PENDING' then
    return null;
  end if;
  if k.next_at > clock_timestamp() then
    return jsonb_build_object('wait', k.next_at);
  end if;
  if k.attempts < most and waits > clock_timestamp() then
    return jsonb_build_object('wait', waits);
  end if;
  if k.attempts > 0 then
    perform private.count_killed(person);
  end if;
  if k.attempts >= most then
    perform public.settle_proof(k.lesson_id, k.version, false, jsonb_build_array(jsonb_build_object('message',
      'The tests stopped the server twice. Does a built-in function take very long?')));
    return null;
  end if;
  update private.exercise_keys x set attempts = x.attempts + 1, next_at = clock_timestamp() + lease
  where x.lesson_id = k.lesson_id and x.version = k.version;
  return (private.key_fields(k) - array['hints', 'solution_after']) || jsonb_build_object('lesson_id', k.lesson_id, 'version', k.version);
end
$function$;
comment on function public.exercise_to_prove(uuid,uuid) is 'Takes an exercise whose proof is pending, and who asked for it (null: nobody known); begins a proof of its newest version and returns {lesson_id, version, language, files, tests, hidden, solution, time_ms}. Null if no proof is pending, and {wait: a moment} if another one began less than two minutes before this moment, if an import asked for more proofs than the limit, or if runs of this person were killed. If two proofs have begun and none has ended, the proof is refused. Only for the worker (rules/exercises#proof).';
grant execute on function public.exercise_to_prove(uuid,uuid) to service_role;

create or replace function public.forget_attempt(
  run_id uuid default null,
  lesson_id uuid default null
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update public.exercise_runs r set attempts = greatest(r.attempts - 1, 0), tried_at = null
  where r.id = forget_attempt.run_id and r.verdict = 'PENDING';
  update private.exercise_keys k set attempts = greatest(k.attempts - 1, 0), next_at = null
  where k.lesson_id = forget_attempt.lesson_id and k.proof = 'PENDING'
$function$;
comment on function public.forget_attempt(uuid,uuid) is 'Takes a run, or an exercise whose proof is pending; an attempt that was begun does not count, because the server was too busy for it. Only for the worker (rules/exercises#verdict).';
grant execute on function public.forget_attempt(uuid,uuid) to service_role;

create or replace function public.hand_in_run(
  lesson_id uuid,
  operation_id uuid,
  files jsonb,
  claimed public.run_verdict default null,
  made_at timestamptz default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('files', files, 400000);
  most constant int := 30;
  me uuid := private.uid();
  own uuid;
  made public.exercise_runs;
  recent timestamptz[];
  at timestamptz;
begin
  if me is null or me <> coalesce(hand_in_run.as_user, me) or not private.can('exercise_runs', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function hand_in_run';
  end if;
  own := private.made_under(hand_in_run.operation_id, 'run');
  select r.* into made from public.exercise_runs r where r.id = own;
  if made.id is not null then
    if made.lesson_id <> hand_in_run.lesson_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another exercise.';
    end if;
    return private.run_facts(made);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  at := case when hand_in_run.made_at >= '1970-01-01 00:00:00+00' then least(hand_in_run.made_at, now()) end;
  perform private.check_practice(me, hand_in_run.lesson_id, at);
  at := private.moment_of_work(me, private.course_of_lesson(hand_in_run.lesson_id), at);
  if private.is_page_exercise(hand_in_run.lesson_id) then
    raise exception using errcode = 'PT409', hint = 'NOT_HANDED_IN',
      message = 'A page is not handed in. Mark the lesson as complete when you are done.';
  end if;
  if private.is_exercise_files(hand_in_run.files) is not true then
    perform private.refuse_field('files', 'Code is at most 20 files with a name each, 200 kB in all');
  end if;
  if hand_in_run.claimed = 'PENDING' then
    perform private.refuse_field('claimed', 'A claimed verdict is PASS, FAIL or ERROR.');
  end if;
  -- The requests of one person run one after the other, so that each counts the runs of the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('runs ' || me, 0));
  recent := coalesce((
    select array(select t from unnest(h.times) t where t > now() - interval '1 hour' order by t) from private.exercise_hours h where h.user_id = me), '{}');
  if cardinality(recent) >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  insert into private.exercise_hours as h (user_id, times) values (me, recent || now())
  on conflict on constraint exercise_hours_pkey do update set times = excluded.times;
  insert into private.exercise_standings as s (user_id, lesson_id, runs) values (me, hand_in_run.lesson_id, 1)
  on conflict on constraint exercise_standings_pkey do update set runs = s.runs + 1, last_at = now()
  returning s.runs into made.no;
  insert into public.exercise_runs as r (id, operation_id, user_id, lesson_id, tests_version, no, files, claimed, made_at)
  select own, hand_in_run.operation_id, me, x.lesson_id, x.version, made.no, hand_in_run.files, hand_in_run.claimed, case when at < now() then at end
  from public.exercises x where x.lesson_id = hand_in_run.lesson_id
  returning r.* into made;
  -- The browser requests the verdict at once. The job does this if the browser cannot.
  perform private.enqueue_job('run_check', made.id::text, now() + interval '1 minute', made.id, me);
  perform private.prune_runs(me, hand_in_run.lesson_id);
  return private.run_facts(made);
end
$function$;
comment on function public.hand_in_run(uuid,uuid,jsonb,public.run_verdict,timestamp with time zone,uuid) is 'Hands in a run. Takes an exercise, an operation id, the files [{path, text}], the verdict of the browser, which decides nothing (null: it did not run the tests), and when a device made it without a connection. Returns run_facts(), with the verdict PENDING until the server has verified it; the same operation again returns the same run. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION, NOT_HANDED_IN for a page, and MADE_ALREADY, PT422 with the field as hint, and PT429 TOO_MANY after 30 runs in an hour (rules/exercises#runs).';
grant execute on function public.hand_in_run(uuid,uuid,jsonb,public.run_verdict,timestamp with time zone,uuid) to authenticated, service_role;

create or replace function public.person_exercises(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 100;
begin
  if not (private.can('exercise_runs', 'list') or private.can('exercise_runs', 'list', 'own') or private.can('exercise_runs', 'list', 'assigned')) then
    perform private.refuse('You may not read runs.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('lesson', jsonb_build_object('id', f.lesson_id, 'title', f.lesson),
      'course', jsonb_build_object('id', f.course_id, 'title', f.course), 'runs', f.runs, 'failed_runs', f.failed_runs, 'passed_at', f.passed_at,
      'runs_to_pass', f.runs_to_pass, 'looked_at', f.looked_at, 'last_at', f.last_at) order by f.last_at desc, f.lesson_id), '[]')
    from (
      select s.*, l.title as lesson, c.id as course_id, c.title as course
      from private.exercise_standings s
      join public.lessons l on l.id = s.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where s.user_id = person_exercises.user_id and private.can_on_runs('list', s.user_id, s.lesson_id)
      order by s.last_at desc, s.lesson_id limit most) f);
end
$function$;
comment on function public.person_exercises(uuid) is 'Takes a person; returns the exercises that they tried and whose runs the caller may read, [{lesson: {id, title}, course: {id, title}, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}], the latest first, at most 100. Raises 42501 (rules/exercises#figures).';
grant execute on function public.person_exercises(uuid) to authenticated, service_role;

create or replace function public.prove_exercise(lesson_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  k private.exercise_keys;
begin
  perform private.check_exercise_right(prove_exercise.lesson_id);
  perform from public.exercises x where x.lesson_id = prove_exercise.lesson_id for no key update;
  k := private.latest_key(prove_exercise.lesson_id);
  k := private.ask_for_proof(k);
  return private.key_facts(k);
end
$function$;
comment on function public.prove_exercise(uuid) is 'Takes an exercise; enqueues the proof of its newest version, unless it is proved, as a saved page always is, and returns {version, proved_version, proof: {state, problems}}. Raises 42501, and PT429 TOO_MANY after 30 proofs in an hour (rules/exercises#proof).';
grant execute on function public.prove_exercise(uuid) to authenticated, service_role;

create or replace function public.run_to_verify(run_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 2;
  r public.exercise_runs;
  k private.exercise_keys;
  waits constant timestamptz := private.waits_until((select x.user_id from public.exercise_runs x where x.id = run_to_verify.run_id));
begin
  select x.* into r from public.exercise_runs x where x.id = run_to_verify.run_id for no key update;
  if r.id is null or r.verdict <> 'PENDING' then
    return null;
  end if;
  if r.tried_at > clock_timestamp() - private.verification_lease() then
    return jsonb_build_object('wait', r.tried_at + private.verification_lease());
  end if;
  select x.* into k from private.exercise_keys x where x.lesson_id = r.lesson_id and x.version = r.tests_version;
  if r.attempts < most and k.version is not null and waits > clock_timestamp() then
    return jsonb_build_object('wait', waits);
  end if;
  if r.attempts > 0 then
    -- The attempt before stopped the server, which therefore could not say so.
    perform private.count_killed(r.user_id);
  end if;
  if r.attempts >= most or k.version is null then
    perform private.end_run(r.id, 'ERROR', '[]');
    return null;
  end if;
  update public.exercise_runs x set attempts = x.attempts + 1, tried_at = clock_timestamp() where x.id = r.id;
  return jsonb_build_object('lesson_id', r.lesson_id, 'language', k.language, 'version', k.version, 'files', r.files,
    'tests', k.tests, 'hidden', k.hidden, 'time_ms', k.time_ms);
end
$function$;
comment on function public.run_to_verify(uuid) is 'Takes a run; begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled, and {wait: a moment} if another verification began less than 30 seconds before this moment, or if runs of this person were killed. If two verifications have begun and none has ended, the run becomes ERROR. Only for the worker (rules/exercises#verdict).';
grant execute on function public.run_to_verify(uuid) to service_role;

create or replace function public.save_exercise(
  lesson_id uuid,
  expected_version integer,
  exercise jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('exercise', exercise, 2000000);
  saved constant private.exercise_keys := private.write_exercise(save_exercise.lesson_id, save_exercise.expected_version, save_exercise.exercise);
begin
  return private.key_facts(saved);
end
$function$;
comment on function public.save_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that was read, and the fields that change, of {language, files, tests, hidden, solution, time_ms, hints, solution_after}; saves a new version and returns {version, proved_version, proof: {state, problems}}. Learners get the version once it is proved. Raises 42501, PT409 STALE_EXERCISE if somebody else has saved meanwhile, PT422 with the field as hint (rules/exercises#exercise).';
grant execute on function public.save_exercise(uuid,integer,jsonb) to authenticated, service_role;

create or replace function public.save_exercise_draft(
  lesson_id uuid,
  files jsonb,
  revision uuid,
  based_on uuid[] default '{}'::uuid[],
  drop_kept uuid[] default '{}'::uuid[],
  age_sec numeric default 0,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('files', files, 400000)
    and private.at_most('based_on', based_on, 100)
    and private.at_most('drop_kept', drop_kept, 100);
  most constant int := 3;
  me uuid := private.uid();
  edited timestamptz := now() - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
  stored public.exercise_drafts;
  other jsonb;
begin
  if me is null or me <> coalesce(save_exercise_draft.as_user, me) or not private.can('exercise_runs', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function save_exercise_draft';
  end if;
  perform private.check_practice(me, save_exercise_draft.lesson_id, edited);
  if private.is_exercise_files(save_exercise_draft.files) is not true or save_exercise_draft.revision is null then
    perform private.refuse_field('files', 'Code is at most 20 files with a name each, 200 kB in all');
  end if;
  -- Two devices can send at the same time.
  perform pg_advisory_xact_lock(hashtextextended('exercise drafts ' || me, 0));
  select d.* into stored from public.exercise_drafts d where d.user_id = me and d.lesson_id = save_exercise_draft.lesson_id;
  if stored.user_id is null then
    insert into public.exercise_drafts as d (user_id, lesson_id, files, revision, updated_at)
    values (me, save_exercise_draft.lesson_id, save_exercise_draft.files, save_exercise_draft.revision, edited) returning d.* into stored;
  else
    stored.kept := (select coalesce(jsonb_agg(k.value order by k.place), '[]') from jsonb_array_elements(stored.kept) with ordinality k (value, place)
      where k.value ->> 'revision' <> all (array(select x::text from unnest(save_exercise_draft.drop_kept) x)));
    if stored.revision <> save_exercise_draft.revision and stored.files <> save_exercise_draft.files then
      if stored.revision = any (save_exercise_draft.based_on) or edited >= stored.updated_at then
        if stored.revision <> all (save_exercise_draft.based_on) then
          other := jsonb_build_object('files', stored.files, 'revision', stored.revision, 'updated_at', stored.updated_at);
        end if;
        stored.files := save_exercise_draft.files;
        stored.revision := save_exercise_draft.revision;
        stored.updated_at := edited;
      elsif not exists (select from jsonb_array_elements(stored.kept) k where k ->> 'revision' = save_exercise_draft.revision::text) then
        other := jsonb_build_object('files', save_exercise_draft.files, 'revision', save_exercise_draft.revision, 'updated_at', edited);
      end if;
      if other is not null then
        stored.kept := (select jsonb_agg(k.value order by k.place)
          from jsonb_array_elements(jsonb_build_array(other) || stored.kept) with ordinality k (value, place) where k.place <= most);
      end if;
    end if;
    update public.exercise_drafts d set files = stored.files, revision = stored.revision, updated_at = stored.updated_at, kept = stored.kept
    where d.user_id = me and d.lesson_id = save_exercise_draft.lesson_id;
  end if;
  return jsonb_build_object('revision', stored.revision, 'kept', stored.kept)
    || case when stored.revision <> save_exercise_draft.revision and stored.files <> save_exercise_draft.files
      then jsonb_build_object('files', stored.files) else '{}' end;
end
$function$;
comment on function public.save_exercise_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) is 'Saves the code that the caller is writing for an exercise. `revision` identifies this code, and `based_on` lists the revisions from which it was made. If the stored code is none of these, two devices wrote: the later code becomes the draft, and the other is kept beside it. The same call again changes nothing. `age_sec` says how many seconds ago this code was written. `drop_kept` lists revisions of kept code to delete. Returns {revision: the stored one, kept: at most three [{files, revision, updated_at}], files: the stored ones, only if they differ from what was sent}. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION, PT422 with hint files (rules/exercises#drafts).';
grant execute on function public.save_exercise_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) to authenticated, service_role;

create or replace function public.settle_proof(
  lesson_id uuid,
  version integer,
  proved boolean,
  problems jsonb default '[]'::jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('problems', problems, 1000000);
  k private.exercise_keys;
begin
  perform from public.exercises x where x.lesson_id = settle_proof.lesson_id for no key update;
  update private.exercise_keys x set proof = case when settle_proof.proved then 'PROVED' else 'REFUSED' end::public.proof_state,
    problems = case when settle_proof.proved then '[]' else private.plain_problems(settle_proof.problems) end
  where x.lesson_id = settle_proof.lesson_id and x.version = settle_proof.version and x.proof <> 'PROVED'
  returning x.* into k;
  if k.version is not null then
    if k.proof = 'PROVED' then
      perform private.publish_key(k);
    end if;
    perform private.signal_staff('exercises');
  end if;
  return private.key_facts(private.latest_key(settle_proof.lesson_id));
end
$function$;
comment on function public.settle_proof(uuid,integer,boolean,jsonb) is 'Takes an exercise, a version of it, whether it is proved, and the problems if not, [{file, line, message}]; stores this once. Learners get a proved version. Returns {version: the newest, proved_version, proof: {state, problems}}. Only for the worker (rules/exercises#proof).';
grant execute on function public.settle_proof(uuid,integer,boolean,jsonb) to service_role;

create or replace function public.settle_run(
  run_id uuid,
  verdict public.run_verdict,
  results jsonb default '[]'::jsonb
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('results', results, 4000000);
  if settle_run.verdict = 'PENDING' then
    perform private.refuse_field('verdict', 'A verdict is PASS, FAIL or ERROR.');
  end if;
  return private.end_run(settle_run.run_id, settle_run.verdict, settle_run.results);
end
$function$;
comment on function public.settle_run(uuid,public.run_verdict,jsonb) is 'Takes a run, its verdict and the results of its tests [{name, ok, hidden, problem}]; settles the run once. Returns whether this call settled it. Only for the worker (rules/exercises#verdict).';
grant execute on function public.settle_run(uuid,public.run_verdict,jsonb) to service_role;
