-- Exercises: their versions, tests, solution, and proof.
set check_function_bodies = off;

-- TYPES

create type public.exercise_language as enum ('JS', 'TS', 'PAGE');

create type public.proof_state as enum ('NONE', 'PENDING', 'PROVED', 'REFUSED');

-- FUNCTIONS THAT ITS TABLES USE

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
        -- The paths tests.* and hidden.* are reserved, because tests are stored under these names when the code runs.
        and lower(f ->> 'path') !~ '^(tests|hidden)\.[a-z]+$', false)
      and coalesce(jsonb_typeof(f -> 'text') = 'string', false)
      and f - array['path', 'text'] = '{}'::jsonb)
      and count(distinct lower(f ->> 'path')) = count(*) and sum(octet_length(f ->> 'text')) <= 204800
    from jsonb_array_elements(files) f), at_least = 0) else false end
$function$;
comment on function private.is_exercise_files(jsonb,integer) is 'Takes files of an exercise and the minimum number of files; true if they are a list of at most twenty {path, text} with different paths and at most 200 kB of text together. A path has only letters, digits, dots, hyphens, underscores and slashes, and must not be that of the tests. Null for null (rules/exercises#limits).';
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

-- TABLES

create table public.exercises (
  lesson_id uuid not null,
  version integer not null default 0,
  language public.exercise_language not null default 'JS',
  files jsonb not null default '[]'::jsonb,
  tests text not null default '',
  time_ms integer not null default 500,
  hints jsonb not null default '[]'::jsonb,
  solution_after integer,
  practice boolean not null default false,
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
comment on table public.exercises is 'The version of an exercise that learners get: the last one that is proved. The row is added when a lesson gets this type, and stays when the type changes. Functions save and prove versions (rules/exercises#exercise, rules/exercises#proof).';
comment on column public.exercises.version is 'The number of the proved version; 0: none is proved, and the exercise is in preparation.';
comment on column public.exercises.files is 'The starter files, in the order of their tabs: [{path, text}].';
comment on column public.exercises.tests is 'The tests that learners see.';
comment on column public.exercises.time_ms is 'The time limit for all tests of a run together, in milliseconds.';
comment on column public.exercises.hints is 'The hints: [{after: how many failed runs it takes until the hint appears, text}].';
comment on column public.exercises.solution_after is 'After how many failed runs a person may see the solution before they pass; null: only after they pass.';
comment on column public.exercises.practice is 'Whether the starter files may pass all tests, because learners improve code that works.';

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
  practice boolean not null default false,
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
  ),
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
comment on column private.exercise_keys.attempts is 'How many proofs were begun that did not end.';
comment on column private.exercise_keys.next_at is 'No proof begins before this moment; null: at once.';
comment on column private.exercise_keys.practice is 'Whether the version is proved even if its starter files pass all tests.';

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
comment on function private.add_exercise() is 'Row trigger on lessons that become exercises: adds rows to exercises and exercise_keys, unless they exist.';

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
    -- Requests of one person run one after the other, so that each one counts the proofs of the earlier ones.
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
comment on function private.ask_for_proof(private.exercise_keys,boolean) is 'Takes the newest version of an exercise, and whether its proof may be delayed; enqueues the proof, unless the version is proved or its proof is pending. Returns the version with its new state. Beyond 30 proofs within an hour, a proof that may be delayed begins as soon as the limit allows it, and any other raises PT429 TOO_MANY (rules/exercises#limits).';

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
  if jsonb_typeof(wanted -> 'practice') is distinct from 'boolean' then
    perform private.refuse_field('practice', 'Say with true or false whether the starter may pass all tests.');
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
    -- The copy of an exercise gets two versions: the one that learners have, and the newest one.
    for k in
      select x.* from private.exercise_keys x
      where x.lesson_id = pair.original
        and (x.version = (select e.version from public.exercises e where e.lesson_id = pair.original)
          or x.version = (private.latest_key(pair.original)).version)
      order by x.version
    loop
      kept := kept + 1;
      insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, practice, proof)
      values (pair.copy, kept, k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms, k.hints, k.solution_after, k.practice,
        case when k.proof = 'PROVED' then 'PROVED' else 'NONE' end::public.proof_state)
      on conflict on constraint exercise_keys_pkey do update set language = excluded.language, files = excluded.files, tests = excluded.tests,
        hidden = excluded.hidden, solution = excluded.solution, time_ms = excluded.time_ms, hints = excluded.hints,
        solution_after = excluded.solution_after, practice = excluded.practice, proof = excluded.proof
      returning * into k;
      if k.proof = 'PROVED' then
        perform private.publish_key(k);
      end if;
    end loop;
  end loop;
end
$function$;
comment on function private.copy_exercises(jsonb) is 'Takes {lesson: its copy}; copies the exercises with their proof to lesson copies that were created in this transaction. Leaves out exercises that the caller may not update.';
grant execute on function private.copy_exercises(jsonb) to authenticated, service_role;

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
comment on function private.due_exercise_proof(private.due_work) is 'Job: returns {lesson_id, user_id: who asked} of an exercise whose newest version waits for its proof, or {wait} while another request proves it or runs of this person have to wait. Null if no proof is pending (rules/exercises#proof).';

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
comment on function private.exercise_at(uuid,integer) is 'Takes a lesson and the number of a version of its exercise; returns its key_fields(). Null for callers who may not update the exercise, and if the number is null.';
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
    -- A lesson that was created in this transaction needs no first version.
    if l.created_at = now() then
      return;
    end if;
    insert into public.lesson_versions (lesson_id, no, created_at, title, description, content, assignment, exercise)
    values (l.id, 1, l.created_at, l.title, l.description, l.content, private.assignment_fields(l.id), was) returning * into latest;
  end if;
  if latest.created_at = now() and latest.no > 1 then
    -- The same save has also changed the texts and added a version for this change, so the exercise is added to that
    -- version.
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
    'time_ms', k.time_ms, 'hints', k.hints, 'solution_after', k.solution_after, 'practice', k.practice)
$function$;
comment on function private.key_fields(private.exercise_keys) is 'Takes a version of an exercise; returns {language, files, tests, hidden, solution, time_ms, hints, solution_after, practice}.';

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

create or replace function private.publish_key(k private.exercise_keys)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update public.exercises x set version = k.version, language = k.language, files = k.files, tests = k.tests, time_ms = k.time_ms,
    hints = k.hints, solution_after = k.solution_after, practice = k.practice
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
  -- The lock makes two saves run one after the other.
  perform from public.exercises x where x.lesson_id = write_exercise.lesson for no key update;
  latest := private.latest_key(lesson);
  if jsonb_typeof(listed) is distinct from 'object' then
    perform private.refuse_field('exercise', 'This is no exercise.');
  end if;
  -- Fields that are not listed keep their values.
  wanted := private.key_fields(latest) || listed;
  perform private.check_exercise(wanted);
  saved := jsonb_populate_record(latest, wanted - array['lesson_id', 'version', 'proof', 'problems', 'saved_at']);
  if private.key_fields(saved) = private.key_fields(latest) then
    -- If the request was sent again because its answer was lost, nothing changes.
    return latest;
  end if;
  if expected_version <> latest.version then
    raise exception using errcode = 'PT409', hint = 'STALE_EXERCISE', message = 'Someone else has saved this exercise.';
  end if;
  -- A proof depends only on these fields. So the proof of an earlier version with the same fields also holds for this
  -- version. A page needs no proof, because the server cannot run it.
  select k.* into proved from private.exercise_keys k
  where k.lesson_id = write_exercise.lesson and k.proof = 'PROVED'
    and (k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms)
      = (saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms)
    -- The starter of an earlier version that was practice may pass all tests.
    and (saved.practice or not k.practice)
  limit 1;
  insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, practice, proof)
  values (write_exercise.lesson, latest.version + 1, saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms, saved.hints,
    saved.solution_after, saved.practice, case when saved.language <> 'PAGE' and proved.version is null then 'NONE' else 'PROVED' end::public.proof_state)
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
comment on function private.write_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the key_fields() that change; saves a new version, which keeps the proof of an earlier one with the same code, tests and time limit, unless that one was practice and this one is not. A page needs no proof, and learners get it at once. If the caller''s version is null, no STALE_EXERCISE is raised. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

create or replace function public.exercise_to_edit(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  k private.exercise_keys;
begin
  -- The type is not checked, because a lesson keeps its exercise while it has another type.
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
comment on function public.exercise_to_edit(uuid) is 'Takes an exercise; returns its newest version: {lesson_id, language, files, tests, hidden, solution, time_ms, hints, solution_after, practice, version, proved_version: the one that learners get, or null, proof: {state, problems: [{file, line, message}]}}. Raises 42501 unless the caller may update the lesson (rules/exercises#secrets).';
grant execute on function public.exercise_to_edit(uuid) to authenticated, service_role;

create or replace function public.exercise_to_prove(lesson_id uuid, person uuid default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 2;
  -- A proof runs code up to four times.
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
comment on function public.exercise_to_prove(uuid,uuid) is 'Takes an exercise whose proof is pending, and who asked for it (null: nobody known); begins a proof of its newest version and returns {lesson_id, version, language, files, tests, hidden, solution, time_ms, practice}. Null if no proof is pending, and {wait: until when} if another proof began within the last two minutes, if an import requested more proofs than the limit allows, or if runs of this person were killed. If two proofs have begun and none has ended, the proof is refused. Only for the worker (rules/exercises#proof).';
grant execute on function public.exercise_to_prove(uuid,uuid) to service_role;

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
comment on function public.prove_exercise(uuid) is 'Takes an exercise; enqueues the proof of its newest version, unless it is proved (a page always is), and returns {version, proved_version, proof: {state, problems}}. Raises 42501, and PT429 TOO_MANY after 30 proofs in an hour (rules/exercises#proof).';
grant execute on function public.prove_exercise(uuid) to authenticated, service_role;

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
comment on function public.save_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the fields that change, out of {language, files, tests, hidden, solution, time_ms, hints, solution_after, practice}; saves a new version and returns {version, proved_version, proof: {state, problems}}. Learners get the version once it is proved. Raises 42501, PT409 STALE_EXERCISE if somebody else has saved meanwhile, PT422 with the field as hint (rules/exercises#exercise).';
grant execute on function public.save_exercise(uuid,integer,jsonb) to authenticated, service_role;

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
comment on function public.settle_proof(uuid,integer,boolean,jsonb) is 'Takes an exercise, a version of it, whether it is proved, and the problems if not, [{file, line, message}]; stores the result once. Learners get the version if it is proved. Returns {version: the newest, proved_version, proof: {state, problems}}. Only for the worker (rules/exercises#proof).';
grant execute on function public.settle_proof(uuid,integer,boolean,jsonb) to service_role;

-- TRIGGERS

create trigger exercises_audit_update after update on public.exercises
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('exercise', '{"key": "lesson_id", "omit": ["language", "files", "tests", "time_ms", "hints", "solution_after", "practice", "updated_at"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [["publish", "version", "changed"]], "delete": null, "insert": null, "update": null, "identity": ["lesson_id"]}');

create trigger exercises_touch before update on public.exercises
  for each row execute function private.touch_updated_at();

create trigger lessons_exercise_insert after insert on public.lessons
  for each row
  when (new.content_type = 'EXERCISE')
  execute function private.add_exercise();

create trigger lessons_exercise_update after update of content_type on public.lessons
  for each row
  when (new.content_type = 'EXERCISE')
  execute function private.add_exercise();

-- POLICIES

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
comment on policy exercises_select on public.exercises is 'Staff who may read all exercises, and people who may read the lesson by the policy on lessons.';
