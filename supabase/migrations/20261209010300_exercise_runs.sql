-- Why: people hand in code until it passes. The browser says at once whether the shown tests pass, but only the server decides:
-- it runs the shown and the hidden tests again, and its verdict alone writes the completion (rules/exercises#verdict).

-- Who may hand in -------------------------------------------------------------------------------------------------

create function private.why_not_open(person uuid, lesson uuid, made_at timestamptz, type public.lesson_content_type) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  course uuid;
  held record;
begin
  select m.course_id into course
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  where l.id = lesson and l.deleted_at is null and l.content_type = type;
  -- Work that was made without a connection while the access was open is accepted for a week, as completions are.
  select count(*) > 0 as ever, bool_or(private.grant_is_open(e.expires_at)) as live,
    bool_or(made_at > now() - interval '7 days' and e.created_at <= made_at and e.expires_at > made_at) as in_time
  into held
  from public.entitlements e where e.user_id = person and e.course_id = course;
  if course is null or not held.ever then
    return 'NO_LESSON';
  elsif not held.live and held.in_time is not true then
    return 'NO_ACCESS';
  elsif exists (select from private.unreleased_lesson_ids(person, case when held.live then now() else made_at end) u where u = lesson) then
    return 'NOT_OPEN_YET';
  end if;
  return null;
end
$$;
comment on function private.why_not_open(uuid, uuid, timestamptz, public.lesson_content_type) is
  'Takes a person, a lesson, when the work was made (null: now), and the type that the lesson must have; returns null if the person has access to the course and the lesson is open to them, otherwise NO_LESSON, NO_ACCESS or NOT_OPEN_YET. Everybody can read a free preview, but only people with access to the course can hand in work for it.';
revoke all on function private.why_not_open(uuid, uuid, timestamptz, public.lesson_content_type) from public;

create or replace function private.why_not_hand_in(
  person uuid,
  lesson uuid,
  made_at timestamptz
)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  return private.why_not_open(person, lesson, why_not_hand_in.made_at, 'ASSIGNMENT');
end
$$;
comment on function private.why_not_hand_in(uuid, uuid, timestamptz) is
  'Takes a person, an assignment, and when the work was made (null: now); returns null if the person may hand in work for it, otherwise the answer of why_not_open() (rules/assignments#rounds).';

create function private.check_practice(person uuid, lesson uuid, made_at timestamptz default null) returns void
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.check_practice(uuid, uuid, timestamptz) is
  'Takes a person, an exercise, and when the code was written (null: now); raises PT404 NO_LESSON, PT403 NO_ACCESS or NOT_OPEN_YET if it is not open to the person, and PT409 IN_PREPARATION while no version of it is proved.';
revoke all on function private.check_practice(uuid, uuid, timestamptz) from public;

create function private.can_on_runs(action text, person uuid, lesson uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.can_on_runs(text, uuid, uuid) is
  'Takes an action of staff, a person and an exercise; true if the caller may do this to the person''s runs: to all runs, to the runs in their own courses, or to those of the people whom they look after in a cohort with the course.';
revoke all on function private.can_on_runs(text, uuid, uuid) from public;

-- Reading ---------------------------------------------------------------------------------------------------------

create function private.run_facts(r public.exercise_runs) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'no', r.no, 'version', r.tests_version, 'created_at', r.created_at, 'verified_at', r.verified_at,
    'verdict', r.verdict, 'results', r.results, 'claimed', r.claimed)
$$;
comment on function private.run_facts(public.exercise_runs) is
  'Takes a run; returns {id, no, version, created_at, verified_at, verdict, results: [{name, ok, hidden, problem}], claimed}, without its files.';
revoke all on function private.run_facts(public.exercise_runs) from public;

create function private.latest_key(lesson uuid) returns private.exercise_keys
language sql stable security definer set search_path = '' as $$
  select k from private.exercise_keys k where k.lesson_id = lesson order by k.version desc limit 1
$$;
comment on function private.latest_key(uuid) is 'Takes an exercise; returns its newest version, proved or not.';
revoke all on function private.latest_key(uuid) from public;

create function public.exercise_of(lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  course uuid;
  may_hand_in boolean;
  is_open boolean;
  builds boolean;
  opens jsonb;
  ready boolean;
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
  -- What a person handed in stays readable to them, but not the exercise.
  if course is null or not is_open and stand.user_id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This exercise is not open to you.';
  end if;
  -- An author who tries the exercise gets what they saved last.
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
    'can_hand_in', may_hand_in and ready,
    'language', shown.language, 'version', shown.version, 'files', shown.files, 'tests', shown.tests, 'time_ms', shown.time_ms,
    'hints', shown.hints, 'solution_after', shown.solution_after,
    'solution_open', shown.version is not null
      and (builds or stand.passed_at is not null or coalesce(stand.failed_runs >= shown.solution_after, false)),
    'looked_at', stand.looked_at, 'failed_runs', coalesce(stand.failed_runs, 0), 'passed_at', stand.passed_at,
    'draft', (
      select jsonb_build_object('files', d.files, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.exercise_drafts d where d.user_id = me and d.lesson_id = exercise_of.lesson_id),
    'runs', (
      select coalesce(jsonb_agg(private.run_facts(r) order by r.no desc), '[]')
      from (
        select x.* from public.exercise_runs x where x.user_id = me and x.lesson_id = exercise_of.lesson_id order by x.no desc limit 20) r));
end
$$;
comment on function public.exercise_of(uuid) is
  'Takes an exercise; returns what its page shows the caller in addition to the lesson: {lesson_id, open, in_preparation: whether no version is proved, can_hand_in, language, version, files: [{path, text}], tests, time_ms, hints: [{after, text}], solution_after (these are null while the exercise is closed or in preparation), solution_open: whether exercise_solution() returns it, looked_at, failed_runs: by the server''s verdict, passed_at, draft: {files, revision, updated_at, kept} or null, runs: the last 20, [run_facts()], the latest first}. Learners get the last proved version; those who may update the lesson and have no access of their own get the newest. Own runs stay readable when the lesson closes. Raises 42501, PT404 NO_LESSON (rules/exercises#exercise).';
revoke all on function public.exercise_of(uuid) from public;
grant execute on function public.exercise_of(uuid) to authenticated, service_role;

create function public.exercise_run(run_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.exercise_run(uuid) is
  'Takes a run; returns its run_facts() with lesson_id, user_id and files: [{path, text}]. For its owner, and for staff who may read the person''s runs. Raises 42501.';
revoke all on function public.exercise_run(uuid) from public;
grant execute on function public.exercise_run(uuid) to authenticated, service_role;

create function public.exercise_solution(lesson_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  if stand.passed_at is null and coalesce(stand.failed_runs, 0) < coalesce(shown.solution_after, 2147483647) then
    raise exception using errcode = 'PT403', hint = 'SOLUTION_CLOSED', message = case when shown.solution_after is null
      then 'The solution can be shown once you have passed.'
      else format('The solution can be shown once you have passed, or after %s failed runs.', shown.solution_after) end;
  end if;
  update private.exercise_standings s set looked_at = now()
  where s.user_id = me and s.lesson_id = exercise_solution.lesson_id and s.looked_at is null and s.passed_at is null;
  return shown.solution;
end
$$;
comment on function public.exercise_solution(uuid) is
  'Takes an exercise; returns its solution, [{path, text}], once the caller has passed or as many of their runs have failed as the author says, and marks that they looked if they had not passed. For those who may update the lesson, the solution that was saved last. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS, NOT_OPEN_YET and SOLUTION_CLOSED, PT409 IN_PREPARATION (rules/exercises#solution).';
revoke all on function public.exercise_solution(uuid) from public;
grant execute on function public.exercise_solution(uuid) to authenticated, service_role;

-- Handing in ------------------------------------------------------------------------------------------------------

create function private.prune_runs(person uuid, lesson uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.exercise_runs r
  using private.exercise_standings s
  where s.user_id = person and s.lesson_id = lesson and r.user_id = person and r.lesson_id = lesson
    and r.no <= s.runs - 20 and r.no is distinct from s.runs_to_pass and r.verdict <> 'PENDING'
$$;
comment on function private.prune_runs(uuid, uuid) is
  'Takes a person and an exercise; deletes their runs except the last 20, the first pass, and those that wait for their verdict.';
revoke all on function private.prune_runs(uuid, uuid) from public;

create function public.hand_in_run(
  lesson_id uuid, operation_id uuid, files jsonb, claimed public.run_verdict default null, made_at timestamptz default null, as_user uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  most constant int := 30;
  me uuid := private.uid();
  own uuid;
  made public.exercise_runs;
  recent timestamptz[];
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
  perform private.check_practice(me, hand_in_run.lesson_id,
    case when hand_in_run.made_at >= '1970-01-01 00:00:00+00' then least(hand_in_run.made_at, now()) end);
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
  insert into public.exercise_runs as r (id, operation_id, user_id, lesson_id, tests_version, no, files, claimed)
  select own, hand_in_run.operation_id, me, x.lesson_id, x.version, made.no, hand_in_run.files, hand_in_run.claimed
  from public.exercises x where x.lesson_id = hand_in_run.lesson_id
  returning r.* into made;
  -- The browser asks for the verdict at once. The job does this if the browser cannot.
  perform private.enqueue_job('run_check', made.id::text, now() + interval '1 minute', made.id, me);
  perform private.prune_runs(me, hand_in_run.lesson_id);
  return private.run_facts(made);
end
$$;
comment on function public.hand_in_run(uuid, uuid, jsonb, public.run_verdict, timestamptz, uuid) is
  'Hands in a run. Takes an exercise, an operation id, the files [{path, text}], the verdict of the browser, which decides nothing (null: it did not run the tests), and when a device made it without a connection. Returns run_facts(), with the verdict PENDING until the server has verified it; the same operation again returns the same run. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION and MADE_ALREADY, PT422 with the field as hint, and PT429 TOO_MANY after 30 runs in an hour (rules/exercises#runs).';
revoke all on function public.hand_in_run(uuid, uuid, jsonb, public.run_verdict, timestamptz, uuid) from public;
grant execute on function public.hand_in_run(uuid, uuid, jsonb, public.run_verdict, timestamptz, uuid) to authenticated, service_role;

-- The verdict -----------------------------------------------------------------------------------------------------

insert into private.due_kinds (kind, label, mail) values
  ('run_check', 'Verify a run of an exercise', true),
  ('exercise_proof', 'Prove an exercise', true);

create function private.verification_lease() returns interval
language sql immutable set search_path = '' as $$ select interval '30 seconds' $$;
comment on function private.verification_lease() is 'How long a verification can take, after which it counts as stopped.';
revoke all on function private.verification_lease() from public;

create function private.plain_results(results jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  most constant int := 131072;
  plain jsonb;
begin
  if jsonb_typeof(results) is distinct from 'array' then
    return '[]';
  end if;
  plain := (
    select coalesce(jsonb_agg(jsonb_build_object('name', left(t.value ->> 'name', 500), 'ok', coalesce(t.value -> 'ok' = 'true', false))
        || case when t.value -> 'hidden' = 'true' then jsonb_build_object('hidden', true)
          when jsonb_typeof(t.value -> 'problem') = 'object' then jsonb_build_object('problem', t.value -> 'problem') else '{}' end
      order by t.place), '[]')
    from jsonb_array_elements(results) with ordinality t (value, place) where t.place <= 200);
  if octet_length(plain::text) > most then
    plain := (select jsonb_agg(t.value - 'problem' order by t.place) from jsonb_array_elements(plain) with ordinality t (value, place));
  end if;
  return case when octet_length(plain::text) > most then '[]' else plain end;
end
$$;
comment on function private.plain_results(jsonb) is
  'Takes the results of a verified run; returns the first 200 as they are stored: [{name, ok, hidden, problem}]. Hidden tests lose their problem, and all lose it if they are too long (rules/exercises#secrets).';
revoke all on function private.plain_results(jsonb) from public;

create function private.end_run(run uuid, verdict public.run_verdict, results jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
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
    insert into public.lesson_completions (user_id, lesson_id)
    select r.user_id, l.id from public.lessons l where l.id = r.lesson_id and l.content_type = 'EXERCISE'
    on conflict do nothing;
  end if;
  perform private.prune_runs(r.user_id, r.lesson_id);
  perform private.signal_people('exercise', array[r.user_id]);
  return true;
end
$$;
comment on function private.end_run(uuid, public.run_verdict, jsonb) is
  'Takes a run, its verdict and the results of its tests; settles the run once, and completes the lesson if it passed. Returns whether this call settled it (rules/exercises#verdict).';
revoke all on function private.end_run(uuid, public.run_verdict, jsonb) from public;

create function public.run_to_verify(run_id uuid, owner uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 2;
  r public.exercise_runs;
  k private.exercise_keys;
begin
  select x.* into r from public.exercise_runs x where x.id = run_to_verify.run_id for no key update;
  if r.id is null or r.verdict <> 'PENDING' or r.user_id <> coalesce(run_to_verify.owner, r.user_id)
    or r.tried_at > clock_timestamp() - private.verification_lease() then
    return null;
  end if;
  select x.* into k from private.exercise_keys x where x.lesson_id = r.lesson_id and x.version = r.tests_version;
  if r.attempts >= most or k.version is null then
    perform private.end_run(r.id, 'ERROR', '[]');
    return null;
  end if;
  update public.exercise_runs x set attempts = x.attempts + 1, tried_at = clock_timestamp() where x.id = r.id;
  return jsonb_build_object('lesson_id', r.lesson_id, 'language', k.language, 'version', k.version, 'files', r.files,
    'tests', k.tests, 'hidden', k.hidden, 'time_ms', k.time_ms);
end
$$;
comment on function public.run_to_verify(uuid, uuid) is
  'Takes a run, and the person who asks for the verdict (null: a job); begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled, is not that person''s, or is being verified by another request for less than 30 seconds. A run whose verification was begun twice and did not end becomes ERROR. Only for the worker (rules/exercises#verdict).';
revoke all on function public.run_to_verify(uuid, uuid) from public;
grant execute on function public.run_to_verify(uuid, uuid) to service_role;

create function public.settle_run(run_id uuid, verdict public.run_verdict, results jsonb default '[]') returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if settle_run.verdict = 'PENDING' then
    perform private.refuse_field('verdict', 'A verdict is PASS, FAIL or ERROR.');
  end if;
  return private.end_run(settle_run.run_id, settle_run.verdict, settle_run.results);
end
$$;
comment on function public.settle_run(uuid, public.run_verdict, jsonb) is
  'Takes a run, its verdict and the results of its tests [{name, ok, hidden, problem}]; settles the run once. Returns whether this call settled it. Only for the worker (rules/exercises#verdict).';
revoke all on function public.settle_run(uuid, public.run_verdict, jsonb) from public;
grant execute on function public.settle_run(uuid, public.run_verdict, jsonb) to service_role;

create function private.due_run_check(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when r.tried_at > now() - private.verification_lease() then jsonb_build_object('wait', r.tried_at + private.verification_lease())
    else jsonb_build_object('run_id', r.id) end
  from public.exercise_runs r where r.id = work.subject_id and r.verdict = 'PENDING'
$$;
comment on function private.due_run_check(private.due_work) is
  'Job: returns {run_id} of a run that waits for its verdict; waits while another request verifies it. Null if it is settled (rules/exercises#verdict).';
revoke all on function private.due_run_check(private.due_work) from public;

-- Drafts ----------------------------------------------------------------------------------------------------------

create function public.save_exercise_draft(
  lesson_id uuid, files jsonb, revision uuid, based_on uuid[] default '{}', drop_kept uuid[] default '{}', age_sec numeric default 0, as_user uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.save_exercise_draft(uuid, jsonb, uuid, uuid[], uuid[], numeric, uuid) is
  'Saves the code that the caller is writing for an exercise. `revision` identifies this code, and `based_on` lists the revisions from which it was made. The same call can be sent again. If the stored code is none of these, two devices wrote: the later code becomes the draft, and the other is kept beside it. `age_sec` says how many seconds ago this code was written. `drop_kept` lists revisions of kept code to delete. Returns {revision: the stored one, kept: at most three [{files, revision, updated_at}], files: the stored ones, only if they differ from what was sent}. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION, PT422 with hint files (rules/exercises#drafts).';
revoke all on function public.save_exercise_draft(uuid, jsonb, uuid, uuid[], uuid[], numeric, uuid) from public;
grant execute on function public.save_exercise_draft(uuid, jsonb, uuid, uuid[], uuid[], numeric, uuid) to authenticated, service_role;
