-- Runs of exercises: handing code in, verifying it, its verdict, and the figures of both.
set check_function_bodies = off;

-- TYPES

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
comment on table private.exercise_hours is 'Recent runs and proofs of each person, also of deleted runs, for the limits. No grants: functions read and write it (rules/exercises#limits, rules/exercises#turns).';
comment on column private.exercise_hours.times is 'The times at which the person handed in within the last hour.';
comment on column private.exercise_hours.proofs is 'The times at which the person requested proofs within the last hour, and the future times of proofs that an import requested.';
comment on column private.exercise_hours.killed is 'The times at which runs of the person had to be killed within the last day.';
comment on column private.exercise_hours.turn_at is 'When the worker last took a run of the person, or a proof that they requested.';

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
comment on column private.exercise_standings.runs_to_pass is 'The number of the first run that passed; null: none passed.';
comment on column private.exercise_standings.looked_at is 'When the person first looked at the solution before they had passed; null: they did not look.';
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
  ),
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
    private.matches_schema(results, '{"type": "array", "items": {"type": "object", "required": ["name", "ok"], "properties": {"ok": {"type": "boolean"}, "name": {"type": "string", "maxLength": 500}, "hidden": {"type": "boolean"}, "not_run": {"enum": ["SKIPPED", "TODO"], "type": "string"}, "problem": {"type": "object", "required": [], "properties": {"line": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "path": {"type": ["string", "null"], "maxLength": 1000}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "column": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}}}}}, "maxItems": 200}'::jsonb)
  ),
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
comment on column public.exercise_runs.results is 'The results of the tests: [{name, ok, not_run, hidden, problem}]. Hidden tests have no problem. A test with not_run, SKIPPED or TODO, neither passed nor failed.';
comment on column public.exercise_runs.attempts is 'How many verifications were begun that did not settle the run.';
comment on column public.exercise_runs.tried_at is 'When the last verification was begun; null: none was begun.';
comment on column public.exercise_runs.made_at is 'When the code was handed in on the device, if access has ended since. The completion gets this time (rules/learning#completed-in-time).';

-- FUNCTIONS

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
comment on function private.can_on_runs(text,uuid,uuid) is 'Takes an action of staff, a person and an exercise; true if the caller may do this to the runs of the person: by a right for all runs, for runs in their own courses, or for people of a cohort with the course that they look after.';

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
comment on function private.check_practice(uuid,uuid,timestamp with time zone) is 'Takes a person, an exercise, and when the code was written (null: now); raises PT404 NO_LESSON, PT403 NO_ACCESS or NOT_OPEN_YET if the exercise is not open to the person, and PT409 IN_PREPARATION while no version of it is proved.';

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
comment on function private.count_killed(uuid) is 'Takes a person; stores that a run of theirs had to be killed.';

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
comment on function private.due_run_check(private.due_work) is 'Job: returns {run_id, user_id: whose it is} of a run that waits for its verdict, or {wait} while another request verifies it or runs of this person have to wait. Null if the run is settled (rules/exercises#verdict).';

create or replace function private.end_run(run uuid, verdict public.run_verdict, results jsonb)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  r public.exercise_runs;
begin
  -- If two verifications end at the same moment, this statement lets only the first one settle the run.
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
    if found then
      perform private.signal_people('dates', array[r.user_id]);
    end if;
  end if;
  perform private.prune_runs(r.user_id, r.lesson_id);
  perform private.signal_people('exercise', array[r.user_id]);
  return true;
end
$function$;
comment on function private.end_run(uuid,public.run_verdict,jsonb) is 'Takes a run, its verdict and the results of its tests; settles the run once, and completes the lesson if it passed. Returns whether this call settled it (rules/exercises#verdict).';

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
        || case when t.value ->> 'not_run' in ('SKIPPED', 'TODO') then jsonb_build_object('not_run', t.value -> 'not_run') else '{}' end
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
comment on function private.plain_results(jsonb) is 'Takes the results of a verified run; returns the first 200 as they are stored: [{name, ok, not_run, hidden, problem}]. Hidden tests lose their problem, and all lose it if they are too long (rules/exercises#secrets).';

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
comment on function private.prune_runs(uuid,uuid) is 'Takes a person and an exercise; deletes their runs except the last 20, the first that passed, and those that wait for their verdict.';

create or replace function private.run_facts(r public.exercise_runs)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_build_object('id', r.id, 'no', r.no, 'version', r.tests_version, 'created_at', r.created_at, 'verified_at', r.verified_at,
    'verdict', r.verdict, 'results', r.results, 'claimed', r.claimed)
$function$;
comment on function private.run_facts(public.exercise_runs) is 'Takes a run; returns {id, no, version, created_at, verified_at, verdict, results: [{name, ok, not_run, hidden, problem}], claimed}, without its files.';

create or replace function private.verification_lease()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '30 seconds' $function$;
comment on function private.verification_lease() is 'Returns how long a verification may take. After that time, another one can begin.';

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
comment on function private.waits_until(uuid) is 'Takes a person; returns until when their runs have to wait, because runs of theirs were killed within the last day: 30 seconds after the last killed run, twice as long for each earlier one, up to an hour. Null if none was killed (rules/exercises#turns).';

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

create or replace function public.count_killed_run(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$ select private.count_killed(person) $function$;
comment on function public.count_killed_run(uuid) is 'Takes a person; stores that a run of theirs had to be killed, so that their next runs wait. Only for the worker (rules/exercises#turns).';
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
comment on function public.course_exercise_figures(uuid) is 'Takes a course; returns its exercises in order, each with the fields of exercise_figures() except the people, and {title, proved: whether learners have a version, language: of that version, completed: how many of the people who tried it completed the lesson}. Raises 42501 for callers who may read no runs of the course (rules/exercises#figures).';
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
comment on function public.exercise_figures(uuid) is 'Takes an exercise; returns, for the people whose runs the caller may read, {lesson_id, tried, passed, median_runs: until the first pass, or null, looked: how many looked at the solution before they passed, tests: those that fail most often in the last 1,000 failed runs [{name, hidden, failed, people, actual: the most frequent wrong value, or null}], people: the last 100 who handed in [{user_id, name, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}]}. Raises 42501 (rules/exercises#figures).';
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
    -- Staff and people with a free preview may read the exercise without handing in. Rights of staff may require a
    -- session with a second factor, which access_of() does not check.
    opens := private.access_of(me, course, exercise_of.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- People can still read their own runs of a closed exercise, but not the exercise.
  if course is null or not is_open and stand.user_id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This exercise is not open to you.';
  end if;
  -- Those who may edit the exercise get its newest version, so that they can try it.
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
    'hints', shown.hints, 'solution_after', shown.solution_after, 'practice', shown.practice,
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
comment on function public.exercise_of(uuid) is 'Takes an exercise; returns what its page shows the caller in addition to the lesson: {lesson_id, open, in_preparation: whether no version is proved, can_hand_in: false for a page, can_write: whether drafts are kept, language, version, files: [{path, text}], tests, time_ms, hints: [{after, text}], solution_after, practice: whether the files may pass all tests (the fields from language to practice are null while the exercise is closed or in preparation), solution_open: whether exercise_solution() returns it, looked_at, failed_runs: by the server''s verdict, passed_at, draft: {files, revision, updated_at, kept} or null, runs: the last 20, [run_facts()], the latest first}. Learners get the last proved version; those who may update the lesson and have no access of their own get the newest. Own runs stay readable when the lesson closes. Raises 42501, PT404 NO_LESSON (rules/exercises#exercise).';
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
comment on function public.exercise_runs_of(uuid,uuid) is 'Takes an exercise and a person; returns {runs, failed_runs, passed_at, runs_to_pass, looked_at, kept: [run_facts()], the latest first}. exercise_run() returns the files of a run. Raises 42501 unless the caller may read the person''s runs (rules/exercises#figures).';
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
comment on function public.exercise_solution(uuid) is 'Takes an exercise; returns its solution, [{path, text}], once the caller has passed, or as many of their runs have failed as `solution_after` says; the solution of a page once the caller has completed the lesson. If the caller has not passed yet, stores that they looked at it. Those who may update the lesson get the newest solution. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS, NOT_OPEN_YET and SOLUTION_CLOSED, PT409 IN_PREPARATION (rules/exercises#solution).';
grant execute on function public.exercise_solution(uuid) to authenticated, service_role;

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
comment on function public.forget_attempt(uuid,uuid) is 'Takes a run, or an exercise whose proof is pending; takes back the attempt that was counted when the server was too busy to run it. Only for the worker (rules/exercises#verdict).';
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
  own := private.operation_row_id(hand_in_run.operation_id, 'run');
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
  -- Requests of one person run one after the other, so that each one counts the runs of the earlier ones.
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
  -- The browser requests the verdict at once. If the browser cannot, this job requests it a minute later.
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
    -- The earlier attempt did not end, so it probably stopped the server, and counts as a killed run.
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
comment on function public.run_to_verify(uuid) is 'Takes a run; begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled. Returns {wait: until when} if another verification began within the last 30 seconds, or if runs of this person were killed. If two verifications have begun and none has ended, the run becomes ERROR. Only for the worker (rules/exercises#verdict).';
grant execute on function public.run_to_verify(uuid) to service_role;

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
  perform private.signal_people('draft', array[me]);
  return jsonb_build_object('revision', stored.revision, 'kept', stored.kept)
    || case when stored.revision <> save_exercise_draft.revision and stored.files <> save_exercise_draft.files
      then jsonb_build_object('files', stored.files) else '{}' end;
end
$function$;
comment on function public.save_exercise_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) is 'Saves the code that the caller is writing for an exercise. `revision` identifies this code, and `based_on` lists the revisions from which it was made. If the stored code is none of these, two devices wrote: the later code becomes the draft, and the other is kept beside it. The same call again changes nothing. `age_sec` says how many seconds ago this code was written. `drop_kept` lists revisions of kept code to delete. Returns {revision: the stored one, kept: at most three [{files, revision, updated_at}], files: the stored ones, only if they differ from what was sent}. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION, PT422 with hint files (rules/exercises#drafts).';
grant execute on function public.save_exercise_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) to authenticated, service_role;

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
comment on function public.settle_run(uuid,public.run_verdict,jsonb) is 'Takes a run, its verdict and the results of its tests [{name, ok, not_run, hidden, problem}]; settles the run once. Returns whether this call settled it. Only for the worker (rules/exercises#verdict).';
grant execute on function public.settle_run(uuid,public.run_verdict,jsonb) to service_role;

-- TRIGGERS

create trigger exercise_runs_audit_insert after insert on public.exercise_runs
  referencing new table as new_rows
  for each statement execute function private.audit('exercise_run', '{"key": "id", "omit": ["operation_id", "files", "claimed", "verdict", "results", "attempts", "tried_at", "verified_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger exercise_runs_audit_update after update on public.exercise_runs
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('exercise_run', '{"key": "id", "omit": ["operation_id", "files", "claimed", "verdict", "results", "attempts", "tried_at", "verified_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": "hand_in", "update": null, "identity": ["id"]}');

-- POLICIES

create policy exercise_drafts_select on public.exercise_drafts
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('exercise_runs', 'read', 'own'))
  );
comment on policy exercise_drafts_select on public.exercise_drafts is 'The caller''s own drafts. Nobody else can read code that was not handed in.';

create policy exercise_runs_select on public.exercise_runs
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('exercise_runs', 'read', 'own'))
  );
comment on policy exercise_runs_select on public.exercise_runs is 'The caller''s own runs, even if the lesson is no longer open. Staff read runs through functions.';
