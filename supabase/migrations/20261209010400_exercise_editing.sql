-- Why: those who may update a lesson write its exercise, and the server proves each version before it reaches learners
-- (rules/exercises#proof).

-- What an exercise is made of -------------------------------------------------------------------------------------

create function private.key_fields(k private.exercise_keys) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('language', k.language, 'files', k.files, 'tests', k.tests, 'hidden', k.hidden, 'solution', k.solution,
    'time_ms', k.time_ms, 'hints', k.hints, 'solution_after', k.solution_after)
$$;
comment on function private.key_fields(private.exercise_keys) is
  'Takes a version of an exercise; returns {language, files, tests, hidden, solution, time_ms, hints, solution_after}.';
revoke all on function private.key_fields(private.exercise_keys) from public;

create function private.key_facts(k private.exercise_keys) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', k.version, 'proved_version', (select nullif(x.version, 0) from public.exercises x where x.lesson_id = k.lesson_id),
    'proof', jsonb_build_object('state', k.proof, 'problems', k.problems))
$$;
comment on function private.key_facts(private.exercise_keys) is
  'Takes a version of an exercise; returns {version, proved_version: what learners get, or null, proof: {state, problems: [{file, line, message}]}}.';
revoke all on function private.key_facts(private.exercise_keys) from public;

create function private.check_exercise(wanted jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(wanted) is distinct from 'object' then
    perform private.refuse_field('exercise', 'This is no exercise.');
  end if;
  if coalesce(wanted ->> 'language', '') not in ('JS', 'TS') then
    perform private.refuse_field('language', 'Choose JavaScript or TypeScript.');
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
$$;
comment on function private.check_exercise(jsonb) is
  'Takes an exercise as key_fields() returns it; raises PT422 with the field as hint for a value that is not valid (rules/exercises#limits).';
revoke all on function private.check_exercise(jsonb) from public;
grant execute on function private.check_exercise(jsonb) to authenticated, service_role;

create function private.check_exercise_right(lesson uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_on_course('exercises', 'update', private.course_of_lesson(lesson))
    or not exists (
      select from public.lessons l join public.modules m on m.id = l.module_id
      where l.id = lesson and l.content_type = 'EXERCISE' and l.deleted_at is null and m.deleted_at is null) then
    perform private.refuse('You may not change this exercise, or it has been deleted.');
  end if;
end
$$;
comment on function private.check_exercise_right(uuid) is 'Takes a lesson; raises 42501 unless it is an exercise that the caller may update.';
revoke all on function private.check_exercise_right(uuid) from public;

create function private.publish_key(k private.exercise_keys) returns void
language sql security definer set search_path = '' as $$
  update public.exercises x set version = k.version, language = k.language, files = k.files, tests = k.tests, time_ms = k.time_ms,
    hints = k.hints, solution_after = k.solution_after
  where x.lesson_id = k.lesson_id and x.version < k.version
$$;
comment on function private.publish_key(private.exercise_keys) is
  'Takes a proved version of an exercise; learners get it from now on, unless they have a later one.';
revoke all on function private.publish_key(private.exercise_keys) from public;

create function private.ask_for_proof(k private.exercise_keys) returns private.exercise_keys
language plpgsql security definer set search_path = '' as $$
begin
  update private.exercise_keys x set proof = 'PENDING', problems = '[]'
  where x.lesson_id = k.lesson_id and x.version = k.version and x.proof in ('NONE', 'REFUSED');
  if found then
    perform private.enqueue_job('exercise_proof', k.lesson_id || ' ' || k.version || ' ' || gen_random_uuid(), now(), k.lesson_id, private.uid());
  end if;
  return private.latest_key(k.lesson_id);
end
$$;
comment on function private.ask_for_proof(private.exercise_keys) is
  'Takes the newest version of an exercise; enqueues its proof, unless it is proved or was asked for already. Returns the version.';
revoke all on function private.ask_for_proof(private.exercise_keys) from public;

create function private.write_exercise(lesson uuid, expected_version integer, listed jsonb) returns private.exercise_keys
language plpgsql security definer set search_path = '' as $$
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
  -- What decides about the proof may be the same as in a version that was proved.
  select k.* into proved from private.exercise_keys k
  where k.lesson_id = write_exercise.lesson and k.proof = 'PROVED'
    and (k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms)
      = (saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms)
  limit 1;
  insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, proof)
  values (write_exercise.lesson, latest.version + 1, saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms, saved.hints,
    saved.solution_after, case when proved.version is null then 'NONE' else 'PROVED' end::public.proof_state)
  returning * into saved;
  if saved.proof = 'PROVED' then
    perform private.publish_key(saved);
  end if;
  -- Versions that nobody needs any more are deleted: no version of the lesson names them, and no run waits for them.
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
$$;
comment on function private.write_exercise(uuid, integer, jsonb) is
  'Takes an exercise, the version that was read (null: any), and the key_fields() that change; saves a new version, which keeps the proof of an earlier version with the same code, tests and time limit. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';
revoke all on function private.write_exercise(uuid, integer, jsonb) from public;

-- The author ------------------------------------------------------------------------------------------------------

create function public.exercise_to_edit(lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  k private.exercise_keys;
begin
  perform private.check_exercise_right(exercise_to_edit.lesson_id);
  k := private.latest_key(exercise_to_edit.lesson_id);
  return private.key_fields(k) || private.key_facts(k) || jsonb_build_object('lesson_id', k.lesson_id);
end
$$;
comment on function public.exercise_to_edit(uuid) is
  'Takes an exercise; returns its newest version with everything: {lesson_id, language, files, tests, hidden, solution, time_ms, hints, solution_after, version, proved_version: what learners get, or null, proof: {state, problems: [{file, line, message}]}}. Raises 42501 unless the caller may update the lesson (rules/exercises#secrets).';
revoke all on function public.exercise_to_edit(uuid) from public;
grant execute on function public.exercise_to_edit(uuid) to authenticated, service_role;

create function public.save_exercise(lesson_id uuid, expected_version integer, exercise jsonb) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  saved constant private.exercise_keys := private.write_exercise(save_exercise.lesson_id, save_exercise.expected_version, save_exercise.exercise);
begin
  return private.key_facts(saved);
end
$$;
comment on function public.save_exercise(uuid, integer, jsonb) is
  'Takes an exercise, the version that was read, and the fields that change, of {language, files, tests, hidden, solution, time_ms, hints, solution_after}; saves a new version and returns {version, proved_version, proof: {state, problems}}. Learners get the version once it is proved. Raises 42501, PT409 STALE_EXERCISE if somebody else has saved meanwhile, PT422 with the field as hint (rules/exercises#exercise).';
revoke all on function public.save_exercise(uuid, integer, jsonb) from public;
grant execute on function public.save_exercise(uuid, integer, jsonb) to authenticated, service_role;

create function public.prove_exercise(lesson_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  k private.exercise_keys;
begin
  perform private.check_exercise_right(prove_exercise.lesson_id);
  perform from public.exercises x where x.lesson_id = prove_exercise.lesson_id for no key update;
  k := private.latest_key(prove_exercise.lesson_id);
  k := private.ask_for_proof(k);
  return private.key_facts(k);
end
$$;
comment on function public.prove_exercise(uuid) is
  'Takes an exercise; enqueues the proof of its newest version, unless it is proved, and returns {version, proved_version, proof: {state, problems}}. Raises 42501 (rules/exercises#proof).';
revoke all on function public.prove_exercise(uuid) from public;
grant execute on function public.prove_exercise(uuid) to authenticated, service_role;

create function public.exercise_to_prove(lesson_id uuid, author uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  k private.exercise_keys := private.latest_key(exercise_to_prove.lesson_id);
  course constant uuid := private.course_of_lesson(exercise_to_prove.lesson_id);
begin
  if k.version is null or k.proof = 'PROVED' or author is null and k.proof <> 'PENDING'
    or author is not null and not (private.person_may(author, 'exercises', 'update')
      or private.person_may(author, 'exercises', 'update', 'own') and exists (
        select from public.courses c where c.id = course and c.created_by_id = author)) then
    return null;
  end if;
  return (private.key_fields(k) - array['hints', 'solution_after']) || jsonb_build_object('lesson_id', k.lesson_id, 'version', k.version);
end
$$;
comment on function public.exercise_to_prove(uuid, uuid) is
  'Takes an exercise, and the person who asks for its proof (null: a job); returns its newest version, {lesson_id, version, language, files, tests, hidden, solution, time_ms}. Null if this version is proved, if the person may not update the exercise, or if nobody asked a job for the proof. Only for the worker (rules/exercises#proof).';
revoke all on function public.exercise_to_prove(uuid, uuid) from public;
grant execute on function public.exercise_to_prove(uuid, uuid) to service_role;

create function private.plain_problems(problems jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(problems) = 'array' then coalesce((
    select jsonb_agg(jsonb_build_object('file', left(p.value ->> 'file', 100), 'line', case when jsonb_typeof(p.value -> 'line') = 'number' then p.value -> 'line' end,
      'message', left(p.value ->> 'message', 500)) order by p.place)
    from jsonb_array_elements(problems) with ordinality p (value, place) where p.place <= 20), '[]') else '[]' end
$$;
comment on function private.plain_problems(jsonb) is 'Takes why a proof was refused; returns the first 20 problems as they are stored, [{file, line, message}].';
revoke all on function private.plain_problems(jsonb) from public;

create function public.settle_proof(lesson_id uuid, version integer, proved boolean, problems jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.settle_proof(uuid, integer, boolean, jsonb) is
  'Takes an exercise, a version of it, whether it is proved, and why not [{file, line, message}]; stores this once, and gives learners a proved version. Returns {version: the newest, proved_version, proof: {state, problems}}. Only for the worker (rules/exercises#proof).';
revoke all on function public.settle_proof(uuid, integer, boolean, jsonb) from public;
grant execute on function public.settle_proof(uuid, integer, boolean, jsonb) to service_role;

create function private.due_exercise_proof(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('lesson_id', k.lesson_id) from private.latest_key(work.subject_id) k where k.proof = 'PENDING'
$$;
comment on function private.due_exercise_proof(private.due_work) is 'Job: returns {lesson_id} of an exercise whose newest version waits for its proof; otherwise null (rules/exercises#proof).';
revoke all on function private.due_exercise_proof(private.due_work) from public;

-- Figures ---------------------------------------------------------------------------------------------------------

create function public.exercise_figures(lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
        select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', coalesce(nullif(f.name, ''), f.email), 'runs', p.runs,
          'failed_runs', p.failed_runs, 'passed_at', p.passed_at, 'runs_to_pass', p.runs_to_pass, 'looked_at', p.looked_at, 'last_at', p.last_at)
          order by p.last_at desc, p.user_id), '[]')
        from (select * from person q order by q.last_at desc, q.user_id limit most) p join public.profiles f on f.id = p.user_id)));
end
$$;
comment on function public.exercise_figures(uuid) is
  'Takes an exercise; returns, for the people whose runs the caller may read, {lesson_id, tried, passed, median_runs: until the first pass, or null, looked: at the solution before passing, tests: those that fail most often in the last 1,000 failed runs [{name, hidden, failed, people, actual: the answer that is most frequent, or null}], people: the last 100 who handed in [{user_id, name, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}]}. Raises 42501 (rules/exercises#figures).';
revoke all on function public.exercise_figures(uuid) from public;
grant execute on function public.exercise_figures(uuid) to authenticated, service_role;

create function public.exercise_runs_of(lesson_id uuid, user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.exercise_runs_of(uuid, uuid) is
  'Takes an exercise and a person; returns {runs, failed_runs, passed_at, runs_to_pass, looked_at, kept: [run_facts()], the latest first}. exercise_run() returns the files of one. Raises 42501 unless the caller may read the person''s runs (rules/exercises#figures).';
revoke all on function public.exercise_runs_of(uuid, uuid) from public;
grant execute on function public.exercise_runs_of(uuid, uuid) to authenticated, service_role;

create function public.person_exercises(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.person_exercises(uuid) is
  'Takes a person; returns the exercises that they tried and whose runs the caller may read, [{lesson: {id, title}, course: {id, title}, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}], the latest first, at most 100. Raises 42501 (rules/exercises#figures).';
revoke all on function public.person_exercises(uuid) from public;
grant execute on function public.person_exercises(uuid) to authenticated, service_role;
