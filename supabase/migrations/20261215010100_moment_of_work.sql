-- Dues and openings of work that was made without a connection are worked out for the moment for which its access
-- is accepted, not for the moment at which it arrives (rules/assignments#late).

alter table public.exercise_runs add column made_at timestamptz,
  add constraint exercise_runs_made_at_range check (made_at >= '1970-01-01 00:00:00+00' and made_at <= '9999-12-31 23:59:59+00');
comment on column public.exercise_runs.made_at is 'When the device made it, if access has ended since. The completion has this time (rules/learning#completed-in-time).';

create or replace function private.grants_open(person uuid, moment timestamptz)
  returns setof public.entitlements
  language sql
  stable
as $function$
  select e.*
  from public.entitlements e join public.courses c on c.id = e.course_id
  where e.user_id = person and e.created_at <= moment
    and private.grant_is_open(e.expires_at, moment)
    and private.course_is_published(c.status, c.deleted_at)
$function$;

create function private.moment_of_work(person uuid, course uuid, made_at timestamptz)
  returns timestamptz
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when bool_or(private.grant_is_open(e.expires_at)) then now()
    -- Work that was made without a connection while the access was open is accepted for a week, as completions are.
    when made_at > now() - interval '168 hours' and bool_or(e.created_at <= made_at and private.grant_is_open(e.expires_at, made_at)) then made_at end
  from public.entitlements e where e.user_id = person and e.course_id = course
$function$;
revoke execute on function private.moment_of_work(uuid, uuid, timestamptz) from public;
comment on function private.moment_of_work(uuid,uuid,timestamptz) is 'Takes a person, a course, and when work was made (null: now); returns the moment for which the work is accepted, for which openings and dues are then worked out: now while a grant is open, otherwise the moment at which it was made, if a grant was open then and that was within a week. Null if the work is not accepted.';

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

drop function private.due_of(uuid, uuid);

create function private.due_of(
  person uuid,
  lesson uuid,
  moment timestamptz default now()
)
  returns table(
    due_at timestamptz,
    day date,
    at_time time without time zone,
    zone text,
    cohort_id uuid,
    paused boolean,
    extended boolean,
    shut_at timestamptz
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select d.due_at, private.local_day(d.due_at, d.time_zone), (d.due_at at time zone d.time_zone)::time, d.time_zone, d.cohort_id, d.paused, d.extended, d.shut_at
    from private.person_dues(person, moment) d where d.lesson_id = lesson;
end
$function$;
revoke execute on function private.due_of(uuid, uuid, timestamptz) from public;
comment on function private.due_of(uuid,uuid,timestamptz) is 'Takes a person, an assignment, and a moment; returns when it is due for them by the access of that moment, as a moment and as day and time of day in its time zone, and the rest as person_dues() does. No row without access at that moment (rules/assignments#due).';

create or replace function public.submit_round(
  lesson_id uuid,
  operation_id uuid,
  text text default null,
  code jsonb default null,
  url text default null,
  repo_url text default null,
  files jsonb default null,
  note text default null,
  made_at timestamptz default null,
  second_opinion boolean default false,
  draft_revision uuid default null,
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
  task public.assignments;
  work public.submissions;
  due record;
  given public.submission_rounds;
  was public.submission_rounds;
  earlier uuid;
begin
  if me is null or me <> coalesce(submit_round.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function submit_round';
  end if;
  given.id := private.made_under(submit_round.operation_id, 'round');
  select r.* into was from public.submission_rounds r where r.id = given.id;
  if was.id is not null then
    if not exists (select from public.submissions s where s.id = was.submission_id and s.lesson_id = submit_round.lesson_id) then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another assignment.';
    end if;
    return private.round_facts(was);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  given.made_at := case when submit_round.made_at >= '1970-01-01 00:00:00+00' then least(submit_round.made_at, now()) end;
  perform private.check_hand_in(me, submit_round.lesson_id, given.made_at);
  select a.* into task from public.assignments a where a.lesson_id = submit_round.lesson_id;
  given.text := case when submit_round.text ~ '\S' then submit_round.text end;
  given.code := case when submit_round.code not in ('null', '[]') then submit_round.code end;
  given.url := nullif(btrim(submit_round.url), '');
  given.repo_url := nullif(btrim(submit_round.repo_url), '');
  given.files := case when submit_round.files not in ('null', '[]') then submit_round.files end;
  given.note := nullif(btrim(submit_round.note), '');
  perform private.check_work(task.accepts, given);
  perform private.check_own_files(me, given.files);
  given.commit_sha := (private.repository_of(given.repo_url)).sha;
  -- The requests of one person run one after the other, so that each counts the rounds of the earlier ones, and only the first
  -- inserts the row of the work.
  perform pg_advisory_xact_lock(hashtextextended('rounds ' || me, 0));
  if (select count(*) from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where s.user_id = me and r.submitted_at > now() - interval '1 hour') >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  select s.* into work from public.submissions s where s.user_id = me and s.lesson_id = submit_round.lesson_id for no key update;
  if work.state = 'PASSED' then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already. There is nothing more to hand in.';
  end if;
  if submit_round.second_opinion and work.state is distinct from 'RETURNED' then
    perform private.refuse_field('second_opinion', 'There is no review with which you could disagree.');
  end if;
  select d.* into due from private.due_of(me, submit_round.lesson_id,
    private.moment_of_work(me, private.course_of_lesson(submit_round.lesson_id), given.made_at)) d;
  if not found then
    -- Access has ended since it was checked above. Without access there is no due date, which does not mean that it is in time.
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif private.passed_second(due.shut_at) then
    raise exception using errcode = 'PT409', hint = 'SHUT', message = 'This assignment is shut: it was due earlier, and late work is not accepted.';
  end if;
  if work.id is null then
    insert into public.submissions as s (lesson_id, user_id, cohort_id) values (submit_round.lesson_id, me, due.cohort_id) returning s.* into work;
  else
    update public.submissions s set state = 'WAITING', round = s.round + 1, cohort_id = coalesce(due.cohort_id, s.cohort_id),
      -- A round that is handed in while an earlier one waits takes its place in the queue.
      awaiting_since = coalesce(s.awaiting_since, now()), came_back = s.came_back or s.state = 'RETURNED'
    where s.id = work.id returning s.* into work;
  end if;
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, commit_sha, files, note, made_at,
    due_at_then, due_zone, late, draft_revision)
  values (given.id, work.id, work.round, submit_round.operation_id, given.text, given.code, given.url, given.repo_url, given.commit_sha, given.files,
    given.note, given.made_at, due.due_at, due.zone, coalesce(private.passed_second(due.due_at), false), submit_round.draft_revision)
  returning r.* into given;
  perform private.enqueue_job('round_commit', given.id::text, now(), given.id, me)
  from private.repository_of(given.repo_url) p where p.host is not null and given.commit_sha is null;
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  if submit_round.second_opinion then
    insert into private.second_opinions (submission_id, round, not_by_id)
    values (work.id, work.round, private.last_reviewer(work.id));
    delete from private.review_offers o where o.submission_id = work.id;
  elsif work.came_back and given.round > 1 then
    -- The reviewer of the first round knows the work, and it is offered to them for a day.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '24 hours')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return private.round_facts(given);
end
$function$;

create or replace function public.my_news()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  most constant int := 6;
  me constant uuid := private.uid();
  since constant timestamptz := now() - interval '7 days';
begin
  return (
    with news as materialized (
      select case s.state when 'PASSED' then 'PASSED' else 'RETURNED' end as kind, s.lesson_id as id, null as title, s.lesson_id, v.published_at as at,
        null::boolean as mine, 1::bigint as times
      from public.submissions s
      join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
      join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
      where s.user_id = me and (s.state = 'RETURNED' or s.state = 'PASSED' and v.published_at > since)
        and private.can('submissions', 'read', 'own')
      union all
      select 'ANSWERED', q.id, q.title, q.lesson_id, n.at, q.author_id is not distinct from me, n.times
      from public.question_follows f
      join public.questions q on q.id = f.question_id and q.deleted_at is null and q.merged_into_id is null
      cross join lateral (
        select count(*) as times, max(a.created_at) as at from public.answers a
        where a.question_id = q.id and a.deleted_at is null and a.created_at > since and a.author_id is distinct from me) n
      where f.user_id = me and n.times > 0 and private.can('questions', 'read', 'own')
        and (q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
        and not private.is_banned_from_questions(me, private.course_of_lesson(q.lesson_id))
    ), shut as materialized (
      -- Read once, and only by people with news.
      select u as lesson_id from private.my_unreleased_lesson_ids() u where exists (select from news)
    ), held as materialized (
      select h as course_id from private.entitled_course_ids() h where exists (select from news)
    ), placed as (
      select n.*, coalesce(n.title, l.title) as shown, l.title as lesson, c.title as course, c.slug,
        row_number() over (partition by n.kind order by n.at desc, n.id) as place
      from news n
      -- One lesson after the other. The planner takes the news to be more than they are, and would read all lessons.
      cross join lateral (select o.* from public.lessons o where o.id = n.lesson_id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id
      where private.course_is_published(c.status, c.deleted_at)
        and (l.free_preview and n.kind <> 'RETURNED' or c.id in (select h.course_id from held h) and l.id not in (select s.lesson_id from shut s))
        -- Work that is no longer accepted does not wait for anybody.
        and (n.kind <> 'RETURNED' or not exists (select from public.assignments a where a.lesson_id = l.id and a.late = 'SHUT')
          or not exists (select from private.person_dues(me, now()) d where d.lesson_id = l.id and private.passed_second(d.shut_at)))
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'title', p.shown, 'lesson_id', p.lesson_id, 'lesson', p.lesson,
      'course', p.course, 'slug', p.slug, 'at', p.at, 'mine', coalesce(p.mine, true), 'times', p.times) order by p.at desc, p.id), '[]')
    from placed p where p.place <= most);
end
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
