-- Plain words in the comments of exercises, questions and the inbox. Three faults of the inbox are mended as well: a
-- reported post stayed in it after its author deleted it, notes of a hand-over outlived the question, post or account
-- that they were about, and an old screen could replace a newer hand-over (rules/inbox#hand-over).

-- verify-run checks who calls it by exercise_run() and prove_exercise(), so that the worker's functions need no person.
drop function public.run_to_verify(uuid, uuid);
drop function public.exercise_to_prove(uuid, uuid);

create or replace function private.inbox_version(kind text, subject uuid)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return case
    when inbox_version.kind in ('WORK', 'APPEAL') then (select s.round::text from public.submissions s where s.id = subject)
    when inbox_version.kind = 'QUESTION' then (select extract(epoch from q.waiting_since)::text from public.questions q where q.id = subject)
    when inbox_version.kind = 'QUESTION_REPORT' then (
      select extract(epoch from r.last_at)::text from private.inbox_open_reports() r where r.question_id = subject)
    when inbox_version.kind = 'BEHIND' then (select b.since::text from private.behind_people b where b.id = subject)
    when inbox_version.kind = 'REPORT' then (
      select nullif(count(*), 0)::text from public.community_post_reports r where r.post_id = subject and r.resolved_at is null)
    when inbox_version.kind = 'PURCHASE' then (select p.status::text from public.purchases p where p.id = subject)
    when inbox_version.kind = 'EVENT' then (select md5(n.reasons::text) from private.purchase_notices n where n.id = subject)
    when inbox_version.kind = 'MAIL' then (select extract(epoch from w.done_at)::text from private.due_work w where w.id = subject)
    when inbox_version.kind = 'INVITE' then (select extract(epoch from i.expires_at)::text from public.invites i where i.id = subject) end;
end
$function$;

create or replace function public.restore_lesson_version(
  version_id uuid,
  unchanged_since timestamptz
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  wanted public.lesson_versions;
  lesson public.lessons;
  saved timestamptz;
begin
  select v.* into wanted from public.lesson_versions v where v.id = restore_lesson_version.version_id;
  select l.* into lesson from public.lessons l where l.id = wanted.lesson_id;
  if lesson.id is null or not (private.can('lesson_versions', 'restore')
     or lesson.module_id in (select private.my_module_ids('lesson_versions', 'restore'))) then
    perform private.refuse('You may not restore this version, or it is no longer kept.');
  end if;
  saved := lesson.updated_at;
  -- A request that was sent again because its answer was lost finds the lesson restored.
  if (lesson.title, lesson.description, lesson.content) is distinct from (wanted.title, wanted.description, wanted.content)
    or wanted.assignment is distinct from private.assignment_fields(lesson.id) and wanted.assignment is not null
    or private.exercise_at(lesson.id, wanted.exercise) is distinct from private.exercise_at(lesson.id, private.exercise_number(lesson.id))
      and wanted.exercise is not null and lesson.content_type = 'EXERCISE' then
    perform set_config('rookies.verb', 'restore_version', true), set_config('rookies.restores', wanted.created_at::text, true),
      set_config('rookies.files_as_held', 'on', true);
    saved := public.save_lesson(
      to_jsonb(lesson) || jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content)
        || case when wanted.assignment is not null then jsonb_build_object('assignment', wanted.assignment) else '{}' end
        || coalesce((select jsonb_build_object('exercise', e.part) from private.exercise_at(lesson.id, wanted.exercise) e (part) where e.part is not null), '{}'),
      null, coalesce(restore_lesson_version.unchanged_since, '-infinity')) ->> 'updated_at';
    perform set_config('rookies.verb', '', true), set_config('rookies.restores', '', true),
      set_config('rookies.files_as_held', '', true);
  end if;
  return jsonb_build_object('lesson_id', lesson.id, 'updated_at', saved, 'before', (
    select v.id from public.lesson_versions v where v.lesson_id = lesson.id order by v.no desc offset 1 limit 1));
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
  -- A proof depends on these fields alone. If an earlier version has the same ones, its proof also holds for this version.
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
$function$;

create or replace function public.exercise_to_prove(lesson_id uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select (private.key_fields(k) - array['hints', 'solution_after']) || jsonb_build_object('lesson_id', k.lesson_id, 'version', k.version)
  from private.latest_key(exercise_to_prove.lesson_id) k where k.proof = 'PENDING'
$function$;

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
  -- The browser requests the verdict at once. The job does this if the browser cannot.
  perform private.enqueue_job('run_check', made.id::text, now() + interval '1 minute', made.id, me);
  perform private.prune_runs(me, hand_in_run.lesson_id);
  return private.run_facts(made);
end
$function$;

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
begin
  select x.* into r from public.exercise_runs x where x.id = run_to_verify.run_id for no key update;
  if r.id is null or r.verdict <> 'PENDING' or r.tried_at > clock_timestamp() - private.verification_lease() then
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
$function$;

create or replace function private.check_inbox()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('inbox', 'enter', 'own') and not private.can('inbox', 'enter', 'assigned') then
    perform private.refuse('You have no inbox.');
  end if;
end
$function$;

create or replace function private.inbox_reports()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := private.can('community_posts', 'delete');
  communities constant uuid[] := case when not everywhere then array(select k from private.joined_community_ids('MODERATOR') k) end;
  ids uuid[];
begin
  if not everywhere and cardinality(communities) = 0 then
    return private.inbox_part(null, null);
  end if;
  ids := array(
    select r.post_id
    from (select o.post_id, min(o.created_at) as first_at, count(*)::text as version
      from public.community_post_reports o where o.resolved_at is null group by 1) r
    join public.community_posts p on p.id = r.post_id and p.deleted_at is null
    where (everywhere or p.community_id = any (communities)) and not exists (
      select from private.inbox_marks k
      where k.user_id = me and k.kind = 'REPORT' and k.subject_id = r.post_id and k.version = r.version and (k.until is null or k.until > now()))
    order by r.first_at, r.post_id limit private.inbox_most() + 1);
  return private.inbox_part(ids, (
    select jsonb_agg(jsonb_build_object('kind', 'REPORT', 'act', 'MODERATE', 'subject_id', p.id, 'version', r.version, 'title', c.name,
      'person', null, 'course', null, 'cohort', null, 'since', r.first_at, 'promise_at', r.first_at + private.inbox_promise(),
      'facts', jsonb_build_object('community_id', c.id, 'slug', c.slug, 'reports', r.version::int)))
    from public.community_posts p join public.communities c on c.id = p.community_id
    cross join lateral (select min(o.created_at) as first_at, count(*)::text as version
      from public.community_post_reports o where o.post_id = p.id and o.resolved_at is null) r
    where p.id = any (ids[1:50])));
end
$function$;

create or replace function private.inbox_work()
  returns table(kind text, part jsonb)
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  scope record;
  others uuid[];
  left_out bigint;
  work uuid[];
  appeals uuid[];
begin
  if private.can('submissions', 'review') or private.can('submissions', 'review', 'own') or private.can('submissions', 'review', 'assigned') then
    scope := private.queue_condition('{}');
    -- Few works are with other reviewers. A list of their ids costs less than joins.
    others := array(select c.submission_id from public.review_claims c where c.until > now() and c.reviewer_id <> me limit 1000)
      || array(select o.submission_id from private.review_offers o where o.until > now() and o.reviewer_id <> me limit 1000);
    -- As many more works are read as are left out below.
    left_out := cardinality(others)
      + (select count(*) from (select from private.inbox_marks k where k.user_id = me and k.kind in ('WORK', 'APPEAL') limit 1000) n);
    execute format($sql$
      with open as materialized (
        select s.id, s.round, s.awaiting_since from public.submissions s
        where s.state = 'WAITING' and %1$s order by s.awaiting_since, s.id limit %3$s
      ), kinds as materialized (
        select w.*, case when o.submission_id is not null and w.round > 1 then 'APPEAL' else 'WORK' end as kind, coalesce(o.not_by_id = %2$L, false) as was_mine
        from open w left join private.second_opinions o on o.submission_id = w.id and o.round = w.round
      )
      select (array_agg(w.id order by w.awaiting_since, w.id) filter (where w.kind = 'WORK'))[1:%4$s],
        (array_agg(w.id order by w.awaiting_since, w.id) filter (where w.kind = 'APPEAL'))[1:%4$s]
      from kinds w
      where w.id <> all ($4)
        and not exists (
          select from private.inbox_marks k
          where k.user_id = %2$L and k.kind = w.kind and k.subject_id = w.id and k.version = w.round::text and (k.until is null or k.until > now()))
        and case when w.was_mine then not private.goes_to_others(%2$L, (select s from public.submissions s where s.id = w.id)) else true end$sql$,
      scope.condition, me, private.inbox_most() + 1 + left_out, private.inbox_most() + 1)
    into work, appeals using scope.cohorts, scope.lessons, scope.others, others;
  end if;
  return query
    select n.kind, private.inbox_part(n.ids, (
      select jsonb_agg(jsonb_build_object('kind', n.kind, 'act', 'REVIEW',
        'subject_id', s.id, 'version', s.round::text, 'title', l.title,
        -- Until a review is published, a blind assignment hides whose work it is.
        'person', case when not a.blind then jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)) end,
        'course', jsonb_build_object('id', c.id, 'title', c.title),
        'cohort', case when k.id is not null then jsonb_build_object('id', k.id, 'title', k.title) end,
        'since', s.awaiting_since, 'promise_at', s.awaiting_since + private.review_promise(),
        'facts', jsonb_build_object('round', s.round, 'late', coalesce(r.late, false))))
      from public.submissions s
      join public.lessons l on l.id = s.lesson_id
      join public.assignments a on a.lesson_id = l.id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      join public.profiles p on p.id = s.user_id
      left join public.cohorts k on k.id = s.cohort_id
      left join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
      where s.id = any (n.ids[1:50])))
    from (values ('WORK', work), ('APPEAL', appeals)) n (kind, ids);
end
$function$;

create or replace function private.put_away(
  kind text,
  subject uuid,
  version text,
  until timestamptz
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me constant uuid := private.uid();
begin
  insert into private.inbox_marks as k (user_id, kind, subject_id, version, until)
  values (me, put_away.kind, put_away.subject, left(put_away.version, 100), put_away.until)
  on conflict on constraint inbox_marks_pkey do update set version = excluded.version, until = excluded.until, marked_at = now();
  -- A row that still waits after so long is shown again.
  delete from private.inbox_marks k where k.user_id = me and k.marked_at < now() - interval '90 days';
  perform private.signal_people('inbox', array[me]);
end
$function$;

create or replace function private.reaches_inbox_row(person uuid, kind text, subject uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (private.person_may(person, 'inbox', 'enter') or private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned'))
    and case reaches_inbox_row.kind
      when 'WORK' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.goes_to_others(person, s))
      when 'APPEAL' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.goes_to_others(person, s))
      when 'BEHIND' then exists (
        select from private.behind_people b where b.id = subject and (private.person_may(person, 'cohort_members', 'update')
          or private.person_may(person, 'cohort_members', 'update', 'assigned')
            and exists (select from public.cohort_staff s where s.cohort_id = b.cohort_id and s.user_id = person)))
      when 'QUESTION' then exists (
        select from public.questions q
        where q.id = subject and q.deleted_at is null and q.merged_into_id is null and q.author_id is distinct from person
          and private.inbox_moderates(person, q))
      when 'QUESTION_REPORT' then exists (
        select from public.questions q where q.id = subject and q.merged_into_id is null and private.inbox_moderates(person, q))
      when 'REPORT' then exists (
        select from public.community_posts p where p.id = subject and p.deleted_at is null and (private.person_may(person, 'community_posts', 'delete')
          or exists (select from public.community_members m where m.community_id = p.community_id and m.user_id = person and m.role = 'MODERATOR'
            and private.membership_is_active(m.left_at, m.banned))))
      when 'PURCHASE' then private.person_may(person, 'purchases', 'assign') and exists (select from public.purchases p where p.id = subject)
      when 'EVENT' then private.person_may(person, 'purchases', 'dismiss') and exists (select from private.purchase_notices n where n.id = subject)
      when 'MAIL' then private.person_may(person, 'due_work', 'retry') and exists (select from private.due_work w where w.id = subject)
      when 'INVITE' then exists (
        select from public.invites i where i.id = subject and (private.person_may(person, 'invites', 'resend')
          or private.person_may(person, 'invites', 'resend', 'own') and i.invited_by_id = person))
      else false end;
end
$function$;

create or replace function private.refresh_behind(cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Two workers look at one cohort one after the other.
  perform pg_advisory_xact_lock(hashtextextended('behind ' || refresh_behind.cohort, 0));
  insert into private.behind_looks as k (cohort_id, looked_on)
  select c.id, private.local_day(now(), c.time_zone) from public.cohorts c where c.id = refresh_behind.cohort
  on conflict on constraint behind_looks_pkey do update set looked_on = excluded.looked_on;
  with found as materialized (
    select b.user_id, b.reason, b.usual, b.since from private.find_behind(refresh_behind.cohort) b
  ), gone as (
    delete from private.behind_people b
    where b.cohort_id = refresh_behind.cohort and not exists (select from found f where f.user_id = b.user_id and f.reason = b.reason)
  ), changed as (
    -- An update locks the row, and the people of unchanged rows may become active at this moment.
    update private.behind_people b set usual = f.usual, since = f.since
    from found f
    where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason
      and (b.usual, b.since) is distinct from (f.usual, f.since)
  )
  insert into private.behind_people (cohort_id, user_id, reason, usual, since)
  select refresh_behind.cohort, f.user_id, f.reason, f.usual, f.since from found f
  where not exists (
    select from private.behind_people b where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason)
  on conflict on constraint behind_people_once do nothing;
end
$function$;

create or replace function public.hand_over_inbox_row(
  kind text,
  subject_id uuid,
  version text,
  to_id uuid,
  note text default '',
  held_by uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me constant uuid := private.uid();
  note constant text := btrim(coalesce(hand_over_inbox_row.note, ''));
  -- Another colleague may have handed over a newer version than the one on the caller's screen.
  current text;
  held private.inbox_hand_overs;
begin
  perform private.check_inbox();
  -- Several people can hand over one row at the same moment, and one of them succeeds.
  perform pg_advisory_xact_lock(hashtextextended('inbox ' || hand_over_inbox_row.kind || hand_over_inbox_row.subject_id, 0));
  current := private.inbox_version(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id);
  if current is null or not private.reaches_inbox_row(me, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT404', hint = 'NO_ROW', message = 'This is no longer in your inbox.';
  end if;
  if char_length(note) > 500 then
    raise exception using errcode = 'PT422', hint = 'note', message = 'The note is too long. Use at most 500 characters.';
  end if;
  if hand_over_inbox_row.to_id = me or not private.reaches_inbox_row(hand_over_inbox_row.to_id, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT422', hint = 'to_id', message = 'This person cannot see it. Choose somebody else.';
  end if;
  select * into held from private.inbox_hand_overs h
  where h.kind = hand_over_inbox_row.kind and h.subject_id = hand_over_inbox_row.subject_id and h.version = current;
  -- The same request again does nothing more.
  if held.to_id = hand_over_inbox_row.to_id and held.by_id = me then
    return;
  end if;
  if held.to_id is distinct from held_by and held.to_id is not null then
    raise exception using errcode = 'PT409', hint = 'HANDED_OVER', message = format('%s has it now. Your note was not sent.',
      (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = held.to_id));
  end if;
  insert into private.inbox_hand_overs as h (kind, subject_id, version, to_id, by_id, note)
  values (hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, current, hand_over_inbox_row.to_id, me, note)
  on conflict on constraint inbox_hand_overs_pkey do update
    set version = excluded.version, to_id = excluded.to_id, by_id = excluded.by_id, note = excluded.note, handed_at = now();
  delete from private.inbox_marks k
  where k.user_id = hand_over_inbox_row.to_id and k.kind = hand_over_inbox_row.kind and k.subject_id = hand_over_inbox_row.subject_id;
  perform private.put_away(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, hand_over_inbox_row.version, null);
  perform private.signal_people('inbox', array_remove(array[hand_over_inbox_row.to_id, held.to_id], null));
  -- The act has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  values ('Handed over to you', private.inbox_row_words(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id), 'info', me, hand_over_inbox_row.to_id,
    case (select p.role from public.profiles p where p.id = hand_over_inbox_row.to_id) when 'MODERATOR' then '/moderator' else '/admin' end, 'Open the inbox');
  perform private.record_at_once(false);
  perform private.record_act('inbox.hand_over', hand_over_inbox_row.subject_id::text,
    jsonb_build_object('kind', hand_over_inbox_row.kind, 'to_id', hand_over_inbox_row.to_id));
end
$function$;

create or replace function public.staff_inbox()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
begin
  perform private.check_inbox();
  return (
    with part as materialized (
      select * from private.inbox_parts()
    ), row as materialized (
      select r.facts, (r.facts ->> 'promise_at')::timestamptz as promise_at from part cross join lateral jsonb_array_elements(part.part -> 'rows') r (facts)
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(row.facts || jsonb_build_object('holder', case when h.to_id is not null then
            jsonb_build_object('id', h.to_id, 'name', coalesce(nullif(t.name, ''), t.email), 'by', coalesce(nullif(b.name, ''), b.email),
              'mine', h.to_id = me, 'note', case when me in (h.to_id, h.by_id) then h.note end, 'at', h.handed_at) end)
          order by row.promise_at, row.facts ->> 'subject_id'), '[]')
        from row
        left join private.inbox_hand_overs h
          on h.kind = row.facts ->> 'kind' and h.subject_id = (row.facts ->> 'subject_id')::uuid and h.version = row.facts ->> 'version'
        left join public.profiles t on t.id = h.to_id
        left join public.profiles b on b.id = h.by_id),
      'counts', (select jsonb_object_agg(part.kind, part.part -> 'total') from part),
      'changes_at', (select min(k.until) from private.inbox_marks k where k.user_id = me and k.until > now()),
      'stopped', private.can('due_work', 'read') and private.worker_stopped()));
end
$function$;

create or replace function private.erase_from_questions(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  touched constant uuid[] := array(select distinct a.question_id from public.answers a where a.author_id = person and a.deleted_at is null);
begin
  delete from private.question_reports r using public.questions q where q.id = r.question_id and q.author_id = person;
  delete from private.question_reports r using public.answers a where a.id = r.answer_id and a.author_id = person;
  delete from public.notifications n using public.answers a where a.id = n.answer_id and a.author_id = person;
  update public.questions q
  set title = 'Deleted account', body = '', at_heading = null, deleted_at = coalesce(q.deleted_at, now()), deleted_by_id = null, author_id = null
  where q.author_id = person;
  -- A deleted answer cannot be the accepted one.
  update public.questions q set answer_id = null from public.answers a where a.id = q.answer_id and a.author_id = person;
  update public.answers a
  set body = 'Deleted account', deleted_at = coalesce(a.deleted_at, now()), deleted_by_id = null, author_id = null
  where a.author_id = person;
  perform private.refresh_question(t.id) from unnest(touched) t (id);
end
$function$;

create or replace function private.lock_question(question uuid)
  returns public.questions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  q public.questions;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  select x.* into q from public.questions x where x.id = lock_question.question;
  -- Checked before the lock, so that nobody locks a question that they may not read.
  if q.deleted_at is not null or not private.reads_question(q) then
    perform private.refuse_question();
  end if;
  select x.* into q from public.questions x where x.id = lock_question.question for no key update;
  if q.id is null or q.deleted_at is not null then
    perform private.refuse_question();
  end if;
  if q.merged_into_id is not null then
    raise exception using errcode = 'PT409', hint = 'MERGED', message = 'This question was merged into another one. Please continue there.';
  end if;
  return q;
end
$function$;

create or replace function private.my_question_rights(
  course uuid,
  out reads boolean,
  out lists boolean,
  out moderates boolean,
  out listed uuid[],
  out moderated uuid[]
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  made boolean := exists (select from public.courses c where c.id = my_question_rights.course and c.created_by_id = private.uid());
  strong boolean := private.meets_required_aal();
  staffed boolean[];
begin
  -- The page of a lesson needs all of these rights, so that they are read from the role table at once.
  select coalesce(bool_or(r.action = 'read'), false),
    coalesce(bool_or(r.action = 'list' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    coalesce(bool_or(r.action = 'moderate' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    array[coalesce(bool_or(r.action = 'list' and r.scope <> 'own'), false), coalesce(bool_or(r.action = 'moderate' and r.scope <> 'own'), false)]
  into reads, lists, moderates, staffed
  from private.rights_of(private.active_role()) r where r.resource = 'questions' and (r.role = 'MEMBER' or strong);
  listed := case when staffed[1] then array(select s.cohort_id from public.cohort_staff s where s.user_id = private.uid()) else '{}' end;
  moderated := case when staffed[2] then listed else '{}' end;
end
$function$;

create or replace function private.opens_lesson(lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_lesson(opens_lesson.lesson);
begin
  -- Most callers are learners with the course, and this check is cheaper.
  if course in (select private.entitled_course_ids()) and private.can('lessons', 'read', 'assigned')
    and not exists (select from private.my_unreleased_lesson_ids() u where u = opens_lesson.lesson)
    and exists (
      select from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
      where l.id = opens_lesson.lesson and l.deleted_at is null) then
    return true;
  end if;
  return exists (select from private.my_open_lesson_ids(course, opens_lesson.lesson));
end
$function$;

create or replace function private.reads_question(q public.questions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_lesson(q.lesson_id);
begin
  if q.id is null then
    return false;
  end if;
  -- Without a cohort or an author, a comparison is null, which must not count as a right.
  return coalesce(private.can_on_questions('list', course, q.cohort_id)
    or private.can('questions', 'read', 'own')
      and (q.audience = 'EVERYONE' or q.author_id = private.uid()
        or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
      and not private.is_banned_from_questions(private.uid(), course)
      and private.opens_lesson(q.lesson_id), false);
end
$function$;

create or replace function private.refresh_question(question uuid)
  returns public.questions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  silence constant interval := interval '7 days';
  q public.questions;
  written record;
  answered boolean;
begin
  select x.* into q from public.questions x where x.id = refresh_question.question;
  select count(*)::int as answers, max(a.created_at) as latest,
    max(a.created_at) filter (where a.staff and a.created_at > coalesce(q.reopened_at, '-infinity')) as by_staff,
    max(a.created_at) filter (where a.author_id = q.author_id) as by_asker
  into written
  from public.answers a where a.question_id = q.id and a.deleted_at is null;
  -- If the asker writes after staff did, the question waits again.
  answered := q.answer_id is not null or coalesce(written.by_staff > coalesce(written.by_asker, '-infinity'), false);
  update public.questions x set answers = written.answers,
    state = case when x.merged_into_id is not null then 'CLOSED' when answered then 'ANSWERED' else 'OPEN' end::public.question_state,
    waiting_since = case when not answered and x.merged_into_id is null then coalesce(x.waiting_since, now()) end,
    closes_at = case when answered and written.by_staff is not null then written.latest + silence end
  where x.id = q.id
  returning x.* into q;
  perform private.signal_people('question', array(select f.user_id from public.question_follows f where f.question_id = q.id));
  return q;
end
$function$;

create or replace function public.merge_questions(question_id uuid, into_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  q public.questions;
  t public.questions;
begin
  -- In the order of their ids, so that two merges at the same moment do not deadlock.
  if merge_questions.question_id < merge_questions.into_id then
    q := private.lock_question(merge_questions.question_id);
    t := private.lock_question(merge_questions.into_id);
  else
    t := private.lock_question(merge_questions.into_id);
    q := private.lock_question(merge_questions.question_id);
  end if;
  if not private.moderates_question(q) or not private.moderates_question(t) then
    perform private.refuse('You may not merge these questions.');
  end if;
  if q.id = t.id then
    perform private.refuse_field('into_id', 'Choose another question.');
  end if;
  -- Otherwise people would see answers that were not written for them.
  if q.lesson_id <> t.lesson_id or q.audience <> t.audience
    or q.audience = 'COHORT' and q.cohort_id is distinct from t.cohort_id
    or q.audience = 'STAFF' and q.author_id is distinct from t.author_id then
    raise exception using errcode = 'PT422', hint = 'OTHER_READERS', message = 'Only questions of one lesson that the same people can read can be merged.';
  end if;
  update public.questions x set merged_into_id = t.id, answer_id = null, state = 'CLOSED', waiting_since = null, closes_at = null where x.id = q.id;
  update public.answers a set question_id = t.id where a.question_id = q.id;
  update public.questions x set answer_id = q.answer_id where x.id = t.id and x.answer_id is null and q.answer_id is not null;
  -- The followers of the merged question follow the other one, too.
  insert into public.question_follows (question_id, user_id, followed_at)
  select t.id, f.user_id, f.followed_at from public.question_follows f where f.question_id = q.id on conflict do nothing;
  -- Questions that were merged into this one earlier lead to the other one.
  update public.questions x set merged_into_id = t.id where x.merged_into_id = q.id;
  perform private.refresh_question(q.id);
  perform private.refresh_question(t.id);
  return private.question_view(t.id, true);
end
$function$;

create or replace function public.question(question_id uuid, after uuid default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := 50;
  q public.questions;
  moderates boolean;
  place record;
  edge_at timestamptz := '-infinity';
  edge_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'permission denied for function question';
  end if;
  select x.* into q from public.questions x where x.id = question.question_id;
  if not private.reads_question(q) or q.deleted_at is not null and q.answers = 0 then
    perform private.refuse_question();
  end if;
  if q.merged_into_id is not null then
    return jsonb_build_object('merged_into', q.merged_into_id, 'lesson_id', q.lesson_id);
  end if;
  moderates := private.moderates_question(q);
  select l.title as lesson, c.slug, c.title as course into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  if question.after is not null then
    select coalesce(max(a.created_at), 'infinity') into edge_at from public.answers a where a.id = question.after and a.question_id = q.id;
    edge_id := question.after;
  end if;
  return (
    with page as materialized (
      select a.* from public.answers a
      where a.question_id = q.id and a.deleted_at is null and (a.created_at, a.id) > (edge_at, edge_id)
      order by a.created_at, a.id limit size + 1
    ), shown as materialized (
      select p.* from page p order by p.created_at, p.id limit size
    )
    select jsonb_build_object('lesson', place.lesson, 'slug', place.slug, 'course', place.course,
      'question', private.question_view(q.id, moderates),
      -- Every page begins with the accepted answer.
      'accepted', (select private.answer_view(a, q.answer_id, moderates) from public.answers a where a.id = q.answer_id and a.deleted_at is null),
      'answers', (select coalesce(jsonb_agg(private.answer_view(a, q.answer_id, moderates) order by a.created_at, a.id), '[]')
        from public.answers a where a.id in (select s.id from shown s)),
      'next', case when (select count(*) from page) > size then (select s.id from shown s order by s.created_at desc, s.id desc limit 1) end)
  );
end
$function$;

create or replace function public.questions_like(lesson_id uuid, words text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  most constant int := 5;
  me uuid := private.uid();
  course uuid := private.course_of_lesson(questions_like.lesson_id);
  everywhere boolean := private.can_on_course('questions', 'list', course);
  terms text[] := private.search_terms(questions_like.words);
  each tsquery[];
  all_of_them tsquery;
  any_of_them tsquery;
  lessons uuid[];
  staffed uuid[];
  mine uuid[];
begin
  if not private.can('questions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function questions_like';
  end if;
  lessons := array(select private.my_open_lesson_ids(course));
  if not questions_like.lesson_id = any (lessons) then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This lesson is not open to you.';
  end if;
  -- Words such as "a" and "is" are in nearly every question.
  if exists (select from unnest(terms) t where char_length(t) > 2) then
    terms := array(select t.term from unnest(terms) with ordinality t (term, n) where char_length(t.term) > 2 or private.is_run(t.term) order by t.n);
  end if;
  each := array(select private.term_query(t.term, t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
  if cardinality(each) = 0 or not everywhere and private.is_banned_from_questions(me, course) then
    return '[]';
  end if;
  all_of_them := array_to_string(array(select '(' || e::text || ')' from unnest(each) e), ' & ')::tsquery;
  any_of_them := array_to_string(array(select '(' || e::text || ')' from unnest(each) e), ' | ')::tsquery;
  staffed := array(select private.staffed_cohort_ids('questions', 'list'));
  mine := array(select private.my_cohort_ids());
  return (
    with whole as materialized (
      select w as question_id from private.questions_matching(lessons, all_of_them) w
    ), recent as materialized (
      -- Frequent words match too many questions. Of those with only some of the words, the newest count.
      select x.id from unnest(lessons) l (id) cross join lateral (
        select q.id, q.created_at from public.questions q where q.lesson_id = l.id and q.merged_into_id is null and q.deleted_at is null
        order by q.created_at desc, q.id desc limit 50) x
      order by x.created_at desc limit 200
    ), part as materialized (
      -- `offset 0` makes the planner look up each document by its id.
      select r.id as question_id from recent r
      cross join lateral (select o.words from private.question_documents o where o.question_id = r.id offset 0) d where d.words @@ any_of_them
    ), hit as (
      select w.question_id from whole w union select p.question_id from part p
    ), ranked as (
      select q.id, q.created_at,
        (select count(*) from unnest(each) e where d.words @@ e) as found,
        ts_rank(d.words, any_of_them, 1) as score, q.lesson_id = questions_like.lesson_id as here
      from hit h
      cross join lateral (select o.words from private.question_documents o where o.question_id = h.question_id offset 0) d
      cross join lateral (select o.* from public.questions o where o.id = h.question_id offset 0) q
      where q.deleted_at is null and q.merged_into_id is null
        and (everywhere or q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id = any (mine) or q.cohort_id = any (staffed))
    ), best as (
      select r.* from ranked r
      where r.found * 2 >= cardinality(each)
      order by r.found desc, r.here desc, r.score desc, r.created_at desc, r.id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'title', q.title, 'lesson_id', q.lesson_id, 'lesson', l.title,
      'answers', q.answers, 'state', private.question_state_now(q.state, q.closes_at), 'accepted', q.answer_id is not null)
      order by b.found desc, b.here desc, b.score desc, b.created_at desc, b.id), '[]')
    from best b join public.questions q on q.id = b.id join public.lessons l on l.id = q.lesson_id);
end
$function$;

create or replace function private.highlighted(text text, pattern text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  spoken text := normalize(translate(highlighted.text, E'\x02\x03', ''), nfc);
  run constant text := '[' || private.run_letters() || ']';
  word constant text := '(?:(?!' || run || ')[[:alnum:]])';
  piece constant text := '(' || run || '+|' || word || '+|(?:(?!' || run || ')[^[:alnum:]])+)';
  words constant text := substr(pattern, 2);
  whole text;
  parts text[];
  folded text[];
begin
  -- Most texts have no accents, and one pass highlights them.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(words, '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  whole := private.search_fold(spoken);
  -- In a run, a match may be anywhere, and the letters next to it belong to other words. Other words match from their beginning.
  if whole = lower(spoken) then
    return regexp_replace(spoken,
      '((?=' || run || ')' || replace(words, '$', '(?!' || run || ')')
      || '|(?:(?<![[:alnum:]])|(?<=' || run || '))(?!' || run || ')' || replace(words, '$', '(?!' || word || ')') || word || '*)',
      E'\x02\\1\x03', 'gi');
  end if;
  parts := array(select m[1] from regexp_matches(spoken, piece, 'g') m);
  folded := array(select m[1] from regexp_matches(whole, piece, 'g') m);
  -- A character that folds into several words makes the two lists differ in length; then nothing is highlighted.
  if cardinality(parts) <> cardinality(folded) then
    return spoken;
  end if;
  return (
    select string_agg(case
        when p ~ run then regexp_replace(p, '(' || words || ')', E'\x02\\1\x03', 'g')
        when f ~ pattern then E'\x02' || p || E'\x03' else p end, '' order by n)
    from unnest(parts, folded) with ordinality u (p, f, n));
end
$function$;

create or replace function private.write_lessons(course_id uuid, planned jsonb, payload jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  slug constant text := payload #>> '{course,slug}';
  links constant jsonb := private.lesson_links(payload, planned);
  lesson uuid;
  attachments jsonb;
begin
  update public.lessons x set source_path = null
  from jsonb_to_recordset(planned) as p (id uuid, source_path text)
  where x.source_path = p.source_path and x.id <> p.id
    and x.id in (select q.id from jsonb_to_recordset(planned) as q (id uuid));
  insert into public.lessons (id, module_id, index, source_path, title, content_type, video_provider, video_asset_id,
    video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
  select p.id, p.module_id,
    (select coalesce(max(x.index), -1) from public.lessons x where x.module_id = p.module_id) + 1 + p.place,
    p.source_path, w.title, w.content_type, coalesce(w.video_provider, 'NONE'), w.video_asset_id, w.video_start_sec,
    w.external_url, w.description, w.content, w.file_key, w.file_name, w.file_size, w.duration_sec, w.free_preview
  from jsonb_to_recordset(planned) as p (no int, id uuid, module_id uuid, place int, source_path text, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  cross join lateral private.wanted_lesson(null, l.listed, slug, links) w
  where p.status = 'created';
  update public.lessons x set module_id = placed.module_id, index = placed.index, title = w.title,
    content_type = w.content_type, video_provider = coalesce(w.video_provider, 'NONE'), video_asset_id = w.video_asset_id,
    video_start_sec = w.video_start_sec, external_url = w.external_url, description = w.description, content = w.content,
    file_key = w.file_key, file_name = w.file_name, file_size = w.file_size,
    duration_sec = w.duration_sec, free_preview = w.free_preview
  from (
    select o.id, coalesce(p.module_id, o.module_id) as module_id, coalesce(p.status, 'absent') as status, l.listed,
      row_number() over (partition by coalesce(p.module_id, o.module_id) order by p.place nulls last, o.index)::int - 1 as index
    from public.lessons o
    join public.modules m on m.id = o.module_id and m.course_id = write_lessons.course_id
    left join jsonb_to_recordset(planned) as p (no int, id uuid, module_id uuid, place int, status text) on p.id = o.id
    left join private.listed_lessons(payload) l on l.lesson_no = p.no) placed
  join public.lessons old on old.id = placed.id
  cross join lateral private.wanted_lesson(old, coalesce(placed.listed, '{}'), slug, links) w
  where x.id = placed.id
    and (placed.status = 'updated' or (x.module_id, x.index) is distinct from (placed.module_id, placed.index));

  perform private.save_assignment(p.id, l.listed -> 'assignment')
  from jsonb_to_recordset(planned) as p (no int, id uuid, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  where p.status in ('created', 'updated') and jsonb_typeof(l.listed -> 'assignment') = 'object';

  -- Nobody has to request the proof of an imported exercise.
  perform private.take_exercise(p.id, l.listed -> 'exercise', proving => true)
  from jsonb_to_recordset(planned) as p (no int, id uuid, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  join public.lessons x on x.id = p.id and x.content_type = 'EXERCISE'
  where p.status in ('created', 'updated') and jsonb_typeof(l.listed -> 'exercise') = 'object';

  for lesson, attachments in
    select p.id, l.listed -> 'attachments' from jsonb_to_recordset(planned) as p (no int, id uuid, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no where p.attachments
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$function$;

drop function private.may_enter_inbox();

create trigger community_posts_forget_deleted after update of deleted_at, author_id on public.community_posts
  for each row
  when (old.deleted_at is null and new.deleted_at is not null or new.author_id is distinct from old.author_id)
  execute function private.forget_inbox_row();

create trigger questions_forget_deleted after update of deleted_at, author_id on public.questions
  for each row
  when (old.deleted_at is null and new.deleted_at is not null or new.author_id is distinct from old.author_id)
  execute function private.forget_inbox_row();

grant execute on function public.exercise_to_prove(uuid) to service_role;

grant execute on function public.run_to_verify(uuid) to service_role;

comment on table private.exercise_hours is 'The times of the runs that each person handed in within the last hour, deleted runs included. No grants: hand_in_run() reads and writes it (rules/exercises#limits).';

comment on column private.exercise_keys.proof is 'NONE: nobody requested a proof. PENDING: a proof was requested. PROVED: learners get this version or a later one. REFUSED: see problems.';

comment on table private.exercise_standings is 'Counts and dates for each person and each exercise that they tried, because old runs are deleted. No grants: functions read and write it.';

comment on column public.exercises.files is 'The starter files, in the order of their tabs: [{path, text}].';

comment on column public.exercises.tests is 'The tests that learners see.';

comment on column public.exercises.hints is 'The hints: [{after: how many failed runs it takes until the hint appears, text}].';

comment on column public.exercises.solution_after is 'After how many failed runs a person may see the solution before they pass; null: only after they pass.';

comment on policy exercises_select on public.exercises is 'Staff who may read all exercises, and people who may read the lesson. The policy on lessons applies to the subquery.';

comment on function private.add_exercise() is 'Row trigger on lessons that become exercises: adds the rows that the type needs, unless they exist.';

comment on function private.ask_for_proof(private.exercise_keys) is 'Takes the newest version of an exercise; enqueues its proof, unless the version is proved or its proof is pending. Returns the version with its new state.';

comment on function private.is_exercise_files(jsonb,integer) is 'Takes files of an exercise and the least number of them; true if they are a list of at most twenty {path, text} with different paths and 200 kB of text in all. A path has only letters, digits, dots, hyphens, underscores and slashes, and is not that of the tests. Null for null (rules/exercises#limits).';

comment on function private.is_exercise_hints(jsonb) is 'Takes hints; true if they are a list of at most twenty {after: 1 to 100 failed runs, text: at most 2,000 characters}. Null for null.';

comment on function private.key_facts(private.exercise_keys) is 'Takes a version of an exercise; returns {version, proved_version: the one that learners get, or null, proof: {state, problems: [{file, line, message}]}}.';

comment on function private.plain_problems(jsonb) is 'Takes the problems of a refused proof; returns the first 20 as they are stored, [{file, line, message}].';

comment on function private.take_exercise(uuid,jsonb,integer,boolean) is 'Takes an exercise, the key_fields() that change, the version that the caller read, and whether to request a proof; saves as write_exercise() does. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

comment on function private.verification_lease() is 'How long a verification may take. After that, another one can begin.';

comment on function private.write_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the key_fields() that change; saves a new version, which keeps the proof of an earlier one with the same code, tests and time limit. Null as the version is never stale. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

comment on function public.exercise_figures(uuid) is 'Takes an exercise; returns, for the people whose runs the caller may read, {lesson_id, tried, passed, median_runs: until the first pass, or null, looked: at the solution before passing, tests: those that fail most often in the last 1,000 failed runs [{name, hidden, failed, people, actual: the most frequent wrong value, or null}], people: the last 100 who handed in [{user_id, name, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}]}. Raises 42501 (rules/exercises#figures).';

comment on function public.exercise_solution(uuid) is 'Takes an exercise; returns its solution, [{path, text}], once the caller has passed, or as many of their runs have failed as `solution_after` says. Before a pass, it stores that the caller looked. Those who may update the lesson get the newest solution. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS, NOT_OPEN_YET and SOLUTION_CLOSED, PT409 IN_PREPARATION (rules/exercises#solution).';

comment on function public.exercise_to_edit(uuid) is 'Takes an exercise; returns its newest version: {lesson_id, language, files, tests, hidden, solution, time_ms, hints, solution_after, version, proved_version: the one that learners get, or null, proof: {state, problems: [{file, line, message}]}}. Raises 42501 unless the caller may update the lesson (rules/exercises#secrets).';

comment on function public.exercise_to_prove(uuid) is 'Takes an exercise whose proof is pending; returns its newest version, {lesson_id, version, language, files, tests, hidden, solution, time_ms}. Null if no proof is pending. Only for the worker (rules/exercises#proof).';

comment on function public.run_to_verify(uuid) is 'Takes a run; begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled, or if another verification began less than 30 seconds ago. If two verifications have begun and none has ended, the run becomes ERROR. Only for the worker (rules/exercises#verdict).';

comment on function public.save_exercise_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) is 'Saves the code that the caller is writing for an exercise. `revision` identifies this code, and `based_on` lists the revisions from which it was made. If the stored code is none of these, two devices wrote: the later code becomes the draft, and the other is kept beside it. The same call again changes nothing. `age_sec` says how many seconds ago this code was written. `drop_kept` lists revisions of kept code to delete. Returns {revision: the stored one, kept: at most three [{files, revision, updated_at}], files: the stored ones, only if they differ from what was sent}. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION, PT422 with hint files (rules/exercises#drafts).';

comment on function public.settle_proof(uuid,integer,boolean,jsonb) is 'Takes an exercise, a version of it, whether it is proved, and the problems if not, [{file, line, message}]; stores this once. Learners get a proved version. Returns {version: the newest, proved_version, proof: {state, problems}}. Only for the worker (rules/exercises#proof).';

comment on table private.inbox_hand_overs is 'The latest hand-over of each row of the inbox, with a note. No grants: written by hand_over_inbox_row().';

comment on column private.inbox_marks.version is 'The version of the row when it was put away. Once the row has another version, it is shown again.';

comment on function private.account_disabled() is 'Row trigger: people with a disabled account are not behind.';

comment on function private.due_behind(private.due_work) is 'Job: looks for people who have fallen behind in up to 100 cohorts whose day has begun. Enqueues another job if there may be more, and the job of the next hour (rules/inbox#behind).';

comment on function private.find_all_behind(integer) is 'Takes the most cohorts to look at; looks for people who have fallen behind in running cohorts in which it has not looked on this day of the cohort. Returns in how many it looked.';

comment on function private.forget_inbox_row() is 'Row trigger: deletes the marks and hand-overs of an inbox row whose subject was deleted, or now belongs to another person or to nobody.';

comment on function private.inbox_most() is 'The number up to which rows of one kind are counted.';

comment on function private.inbox_question_reports() is 'Returns the part of the inbox with the questions that were reported, or whose answers were, and that the caller may moderate, {total, rows}. The rows contain neither texts nor authors nor reporters.';

comment on function private.inbox_reports() is 'Returns the part of the inbox with the reported posts whose reports the caller may resolve, {total, rows}. The rows contain neither the texts of the posts nor the reporters.';

comment on function private.inbox_row_words(text,uuid) is 'Takes a kind of row of the inbox and its subject; returns a sentence about the row, without names of people.';

comment on function private.inbox_version(text,uuid) is 'Takes a kind of row of the inbox and its subject; returns the version that staff_inbox() gives the row now. Null if nothing waits.';

comment on function private.look_again() is 'Row trigger: looks again at a cohort whose dates, time zone or state changed, with one job for all changes within a minute.';

comment on function private.member_not_active() is 'Row trigger: people who pause, have left or have graduated are not behind.';

comment on function private.no_longer_behind() is 'Row trigger on the progress of a person in a course: an activity removes them from the list, but one who has not started stays until they complete a lesson.';

comment on function private.put_away(text,uuid,text,timestamp with time zone) is 'Takes a row of the caller''s inbox, its version, and until when it is snoozed (null: it is done); puts it away, and deletes marks of the caller that are older than 90 days.';

comment on function private.reaches_inbox_row(uuid,text,uuid) is 'Takes a person, a kind of row of the inbox and its subject; true if the row can be in the inbox of this person, by the same rights and scope as in staff_inbox().';

comment on function public.hand_over_inbox_row(text,uuid,text,uuid,text,uuid) is 'Takes a row of the inbox, the version that the caller saw, a colleague, a note of 500 characters at most, and who had the row on the caller''s screen (null: nobody); hands the row as it is now to the colleague, notifies them, and marks it as done for the caller. The same request again does nothing. Raises 42501, PT404 NO_ROW, PT409 HANDED_OVER if somebody else has got it since, PT422 with `to_id` or `note` as hint (rules/inbox#hand-over).';

comment on function public.staff_inbox() is 'Returns what waits for the caller, {rows: [{kind: WORK, APPEAL, QUESTION, QUESTION_REPORT, BEHIND, REPORT, PURCHASE, EVENT, MAIL or INVITE, act: REVIEW, ANSWER, CLEAR, MODERATE, OPEN, ASSIGN, DISMISS, RETRY or RESEND, subject_id, version: another one once there is something new, title, person: {id, name} or null, course: {id, title} or null, cohort: {id, title} or null, since, promise_at, facts: more about it by kind, holder: to whom it was handed over {id, name, by: a name, mine, note: for the two of them, at} or null}], at most 50 of each kind, by their promise, counts: {kind: how many, counted to 1,001}, changes_at: when the next snoozed row comes back, stopped: whether no worker does background jobs, for those who read them}. Each kind only for callers who may do its act, in their scope. What the caller put away is left out. Raises 42501 (rules/inbox#rows).';

comment on table private.question_reports is 'Reports of questions and answers, one for each person. No grants: written by report_question() and settle_question_reports(). Nobody sees who reported.';

comment on table public.answers is 'Answers to questions (rules/questions#answering).';

comment on table public.question_follows is 'Who gets notifications of the answers to a question (rules/questions#following).';

comment on table public.questions is 'Questions about a lesson, at a second of its video or under a heading of its text (rules/questions#asking).';

comment on column public.questions.state is 'The stored state. A question whose closes_at has passed is closed, whatever is stored (rules/questions#states).';

comment on column public.questions.closes_at is 'When the question closes if nobody writes until then; null: never.';

comment on function private.my_open_lesson_ids(uuid,uuid) is 'Takes a course, and one of its lessons or null for all; returns those that the caller may open now, by the same rule as the policy on lessons. One call lets a function filter what belongs to many lessons.';

comment on function private.question_views(uuid[],uuid,boolean,uuid[],integer) is 'Takes questions, the caller, whether they moderate all of these, or the cohorts whose questions they moderate, and how many characters of each text to return; returns each as screens show it: {id, lesson_id, gone, title, body, cut, author: a name, former, mine, at_seconds, at_heading, audience, state, closes_at, answers, accepted: the id of the answer or null, created_at, edited, following, reported: by the caller, moderates}, for moderators also {author_id, reasons: those of open reports}. Of a deleted one only {id, lesson_id, gone, answers, created_at}. Checks no rights.';

comment on function private.questions_matching(uuid[],tsquery) is 'Takes lessons and a query of words; returns at most 80 questions about these lessons that match. Forces a bitmap scan, because the planner would test every question of a lesson that has many.';

comment on function private.reads_question(public.questions) is 'Takes a question; true if the caller may read it: staff who look after it, and people of its audience to whom its lesson is open, unless they are banned (rules/questions#audience). Does not check whether it is deleted.';

comment on function private.refresh_question(uuid) is 'Takes a locked question; computes from its answers how many there are, its state, since when it waits, and when it closes. Signals the change to its followers, and returns the question (rules/questions#states).';

comment on function public.accept_answer(uuid,uuid) is 'Takes a question and one of its answers; accepts this answer, or none for null. For the asker, and for staff who look after the question. Returns question_view(). Raises 42501, PT404 NO_QUESTION and NO_ANSWER, PT409 MERGED. Definer, because only functions write questions (rules/questions#accepting).';

comment on function public.answer_question(uuid,text,uuid,uuid) is 'Takes a question that the caller may read, and a text; adds it as an answer, makes the caller follow the question, and notifies its other followers. Returns answer_view(); the same operation again returns the same answer. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_QUESTION, PT403 BANNED, PT409 MERGED, CLOSED and MADE_ALREADY, PT422 with hint body, and PT429 TOO_MANY after 60 answers in an hour. Definer, because only functions write answers (rules/questions#answering).';

comment on function public.ban_from_questions(uuid,uuid,boolean) is 'Takes a course, a person, and whether the person is banned from its questions from now on. Nobody can ban themselves. For staff who look after the questions of the course, or of a cohort in which the person takes it. What the person wrote stays. Raises 42501. Definer, because bans are granted to no one (rules/questions#banned).';

comment on function public.delete_answer(uuid) is 'Takes an answer; deletes it with its notifications, and if staff do so, settles its reports. If it was accepted, no answer is. For its author, and for staff who look after the question. Raises 42501. Definer, because only functions write answers (rules/questions#own).';

comment on function public.delete_question(uuid) is 'Takes a question; deletes it, and if staff do so, settles its reports. Its answers stay, under a deleted question. For the asker, and for staff who look after the question. Raises 42501. Definer, because only functions write questions (rules/questions#own).';

comment on function public.edit_answer(uuid,text) is 'Takes an answer of the caller and a text; replaces the text of the answer. Returns answer_view(). Raises 42501, PT404 NO_QUESTION, PT422 with hint body. Definer, because only functions write answers (rules/questions#own).';

comment on function public.edit_question(uuid,text,text) is 'Takes a question of the caller, a title and a text; replaces those of the question. Returns question_view(). Raises 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 with the field as hint. Definer, because only functions write questions (rules/questions#own).';

comment on function public.follow_question(uuid,boolean) is 'Takes a question, and whether the caller follows it from now on. People can stop following a question that they may no longer read. Raises 42501, PT404 NO_QUESTION. Definer, because a function decides who may read a question (rules/questions#following).';

comment on function public.lesson_questions(uuid,uuid,integer) is 'Takes a lesson, the last question that the caller has, and how many more to return (20, at most 50); returns {can_ask, banned, moderates: every question of the course, cohort: the title of the cohort that can be an audience or null, questions: [question_view() with 280 characters of the text], the newest first, next: the question after which more follow, or null}. The questions are those that the caller may read, without merged ones, and with deleted ones only while they have answers. Raises 42501, PT404 NO_LESSON. Definer, because it names authors, by name alone (rules/questions#audience).';

comment on function public.merge_questions(uuid,uuid) is 'Takes a question, and another one of the same lesson that the same people can read; moves its answers and followers to the other one, and leads to it from then on. An accepted answer stays accepted if the other question has none. Returns question_view() of the other one. For staff who look after both. Raises 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 OTHER_READERS or with hint into_id. Definer, because only functions write questions (rules/questions#merging).';

comment on function public.question(uuid,uuid) is 'Takes a question that the caller may read, and the last answer that the caller has; returns {lesson, slug, course, question: question_view(), accepted: answer_view() of the accepted answer or null, answers: [answer_view()], 50 at a time, the oldest first, next: the answer after which more follow, or null}. For a merged question, {merged_into: the other question, lesson_id}. Raises 42501, PT404 NO_QUESTION. Definer, because it names authors, by name alone (rules/questions#audience).';

comment on function public.questions_like(uuid,text) is 'Takes a lesson that is open to the caller, and a text, of which 100 characters and eight words count; returns the five questions of the course that are most like it, [{id, title, lesson_id, lesson, answers, state, accepted}], of those that the caller may read in lessons that are open to them. Each has at least half of the words; words of one or two letters count only if there are no others. Raises 42501, PT404 NO_LESSON. Definer, because row security keeps indexes of words from being used (rules/questions#asking).';

comment on function public.reopen_question(uuid) is 'Takes a question; if it is answered or closed, makes it wait for an answer again, and accepts no answer. For the asker, and for staff who look after the question. Returns question_view(). Raises 42501, PT404 NO_QUESTION, PT409 MERGED. Definer, because only functions write questions (rules/questions#states).';

comment on function public.report_question(uuid,uuid,text) is 'Takes a question that the caller may read, one of its answers or null for the question itself, and a reason; reports it to the staff who look after it, once. Nobody sees who reported. Raises 42501, PT404 NO_QUESTION and NO_ANSWER, PT422 with hint reason. Definer, because reports are granted to no one (rules/questions#own).';

comment on function public.restore_answer(uuid) is 'Takes an answer that the caller deleted less than ten minutes ago and restores it, with its reports. Nobody is notified again. Raises 42501, also if another person deleted it. Definer, because only functions write answers (rules/questions#own).';
