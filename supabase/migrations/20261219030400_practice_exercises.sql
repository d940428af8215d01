-- Why: The starter of an exercise may pass all tests if its author says so, because exercises in refactoring begin with code that works

set check_function_bodies = off;

alter table public.exercises add column practice boolean not null default false;

alter table private.exercise_keys add column practice boolean not null default false;

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

create or replace function private.key_fields(k private.exercise_keys)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_build_object('language', k.language, 'files', k.files, 'tests', k.tests, 'hidden', k.hidden, 'solution', k.solution,
    'time_ms', k.time_ms, 'hints', k.hints, 'solution_after', k.solution_after, 'practice', k.practice)
$function$;

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

drop trigger exercises_audit_update on public.exercises;
create trigger exercises_audit_update after update on public.exercises
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('exercise', '{"key": "lesson_id", "omit": ["language", "files", "tests", "time_ms", "hints", "solution_after", "practice", "updated_at"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [["publish", "version", "changed"]], "delete": null, "insert": null, "update": null, "identity": ["lesson_id"]}');

comment on column public.exercises.practice is 'Whether the starter files may pass all tests, because learners improve code that works.';

comment on column private.exercise_keys.practice is 'Whether the version is proved even if its starter files pass all tests.';

comment on function private.key_fields(private.exercise_keys) is 'Takes a version of an exercise; returns {language, files, tests, hidden, solution, time_ms, hints, solution_after, practice}.';

comment on function private.write_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the key_fields() that change; saves a new version, which keeps the proof of an earlier one with the same code, tests and time limit, unless that one was practice and this one is not. A page needs no proof, and learners get it at once. If the caller''s version is null, no STALE_EXERCISE is raised. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

comment on function public.exercise_to_edit(uuid) is 'Takes an exercise; returns its newest version: {lesson_id, language, files, tests, hidden, solution, time_ms, hints, solution_after, practice, version, proved_version: the one that learners get, or null, proof: {state, problems: [{file, line, message}]}}. Raises 42501 unless the caller may update the lesson (rules/exercises#secrets).';

comment on function public.exercise_to_prove(uuid,uuid) is 'Takes an exercise whose proof is pending, and who asked for it (null: nobody known); begins a proof of its newest version and returns {lesson_id, version, language, files, tests, hidden, solution, time_ms, practice}. Null if no proof is pending, and {wait: until when} if another proof began within the last two minutes, if an import requested more proofs than the limit allows, or if runs of this person were killed. If two proofs have begun and none has ended, the proof is refused. Only for the worker (rules/exercises#proof).';

comment on function public.save_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the fields that change, out of {language, files, tests, hidden, solution, time_ms, hints, solution_after, practice}; saves a new version and returns {version, proved_version, proof: {state, problems}}. Learners get the version once it is proved. Raises 42501, PT409 STALE_EXERCISE if somebody else has saved meanwhile, PT422 with the field as hint (rules/exercises#exercise).';

comment on function public.exercise_of(uuid) is 'Takes an exercise; returns what its page shows the caller in addition to the lesson: {lesson_id, open, in_preparation: whether no version is proved, can_hand_in: false for a page, can_write: whether drafts are kept, language, version, files: [{path, text}], tests, time_ms, hints: [{after, text}], solution_after, practice: whether the files may pass all tests (the fields from language to practice are null while the exercise is closed or in preparation), solution_open: whether exercise_solution() returns it, looked_at, failed_runs: by the server''s verdict, passed_at, draft: {files, revision, updated_at, kept} or null, runs: the last 20, [run_facts()], the latest first}. Learners get the last proved version; those who may update the lesson and have no access of their own get the newest. Own runs stay readable when the lesson closes. Raises 42501, PT404 NO_LESSON (rules/exercises#exercise).';
