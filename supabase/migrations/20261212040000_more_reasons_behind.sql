-- Why: people also fall behind with work and with questions, which days without activity do not show: they miss due dates, get
-- work back twice, or wait for an answer (rules/cohorts#behind). Each reason has the facts that prove it, so that a sentence can
-- name them, and so that staff clear these facts and no later ones.

alter table private.behind_people
  add column facts jsonb not null default '[]',
  add column newest_at timestamptz;
comment on column private.behind_people.facts is
  'What proves the reason, the earliest first, [{id: of an assignment or a question, at, times: for returned work}]. Without titles, because these change. Empty for SILENT and NOT_STARTED.';
comment on column private.behind_people.newest_at is
  'The moment of the newest fact so far, which makes the version of the inbox row. It stays when that fact ends. Null without facts.';

alter table private.cohort_clearings
  add column facts text[] not null default '{}',
  drop constraint cohort_clearings_reason_known,
  add constraint cohort_clearings_reason_known check (reason in ('SILENT', 'NOT_STARTED', 'MISSED_DUES', 'RETURNED_TWICE', 'NOT_ANSWERED'));
comment on column private.cohort_clearings.facts is
  'The facts that were cleared, as behind_keys() names them. Empty for SILENT and NOT_STARTED, which are cleared until the person has been active.';
comment on table private.cohort_clearings is
  'The notes with which staff cleared that a person had fallen behind. Each holds for the facts of that moment: until there are others, or until the person has been active and falls behind again. No grants: written by clear_behind().';

-- The few questions that wait, by who asked them. The index of all questions of a person has many more entries.
create index questions_waiting_author_idx on public.questions (author_id)
  where waiting_since is not null and deleted_at is null and merged_into_id is null;

create index submissions_returned_idx on public.submissions (user_id) where state = 'RETURNED';

create function private.behind_keys(facts jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select (f ->> 'id') || ' ' || extract(epoch from (f ->> 'at')::timestamptz) from jsonb_array_elements(facts) f)
$$;
comment on function private.behind_keys(jsonb) is
  'Takes the facts of a reason as find_behind() returns them; returns a key for each. A due date that moved, another return and a question that waits again have other keys.';
revoke all on function private.behind_keys(jsonb) from public;

create function private.behind_view(reason text, days int, usual numeric, since date, facts jsonb, zone text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown jsonb := '[]';
begin
  if behind_view.facts <> '[]' then
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', coalesce(q.title, l.title), 'lesson_id', l.id, 'slug', c.slug,
      'on', private.local_day(f.at, behind_view.zone), 'times', f.times) order by f.at, f.id), '[]') into shown
    from jsonb_to_recordset(behind_view.facts) f (id uuid, at timestamptz, times int)
    left join public.questions q on behind_view.reason = 'NOT_ANSWERED' and q.id = f.id
    join public.lessons l on l.id = case when behind_view.reason = 'NOT_ANSWERED' then q.lesson_id else f.id end
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id;
  end if;
  return jsonb_build_object('reason', behind_view.reason, 'days', behind_view.days, 'usual', behind_view.usual, 'since', behind_view.since, 'facts', shown);
end
$$;
comment on function private.behind_view(text, int, numeric, date, jsonb, text) is
  'Takes a reason with its evidence as find_behind() returns it, and the time zone of the cohort; returns it as screens show it, {reason, days, usual, since, facts: [{id: of the assignment or question, title, lesson_id, slug: of the course, on: the day, times: how often the work came back}]}. Checks no rights.';
revoke all on function private.behind_view(text, int, numeric, date, jsonb, text) from public;

drop function private.find_behind(uuid, uuid);

create function private.find_behind(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, reason text, days integer, usual numeric, since date, facts jsonb)
  language plpgsql
  stable security definer rows 20
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  return query
    with c as materialized (
      select k.*, private.local_day(now(), k.time_zone) as today
      from public.cohorts k where k.id = cohort and private.cohort_state(k) = 'RUNNING'
    ), plan as materialized (
      select p.* from c cross join lateral private.cohort_plan(c.id) p
    ), person as materialized (
      select m.*, greatest(c.starts_on + m.shift_days, private.local_day(m.joined_at, c.time_zone)) as first_day
      from c join public.cohort_members m on m.cohort_id = c.id and m.state = 'ACTIVE'
      join public.profiles f on f.id = m.user_id and f.disabled_at is null
      where only_person is null or m.user_id = only_person
    ), did as materialized (
      -- Reads all completions of each person, because the planner would look up every lesson of the cohort for each person.
      select p.user_id, d.lesson_id, d.completed_at from person p join public.lesson_completions d on d.user_id = p.user_id
    ), done as materialized (
      select d.user_id, d.lesson_id, private.local_day(d.completed_at, c.time_zone) as day
      from c cross join did d join plan l on l.lesson_id = d.lesson_id
    ), pace as materialized (
      select p.shift_days, p.open_all, p.reached_from, p.reached_at, array_agg(p.user_id) as people from person p group by 1, 2, 3, 4
    ), opened as materialized (
      select q.people, count(*) as lessons, array_agg(l.lesson_id) as ids
      from pace q cross join c cross join plan l
      where q.open_all or private.local_moment(c.starts_on + q.shift_days + l.day, l.at_time, c.time_zone) <= now()
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + l.day, l.at_time, c.time_zone) <= r.at)
      group by q.people
    ), waiting as (
      -- Only people with an open lesson that they have not completed can be behind.
      select p.user_id from person p join opened o on p.user_id = any (o.people)
      where o.lessons > (select count(*) from done d where d.user_id = p.user_id and d.lesson_id = any (o.ids))
    ), gap as (
      select t.user_id, t.day - lag(t.day) over (partition by t.user_id order by t.day) as days
      from (select distinct d.user_id, d.day from done d) t
    ), rhythm as materialized (
      -- Four days with a completion, so three gaps, are enough for a usual gap.
      select g.user_id, round(percentile_cont(0.5) within group (order by g.days)::numeric, 1) as usual
      from gap g where g.days is not null group by g.user_id having count(*) >= 3
    ), last_active as (
      select p.user_id, greatest(max(d.day), (
        select max(private.local_day(nullif(k.last_at, '-infinity'), c.time_zone))
        from private.learner_courses k join public.cohort_courses o on o.course_id = k.course_id and o.cohort_id = c.id
        where k.user_id = p.user_id)) as day
      from c cross join person p join done d on d.user_id = p.user_id
      where p.user_id in (select r.user_id from rhythm r)
      group by p.user_id, c.id, c.time_zone
    ), task as materialized (
      -- Blind assignments do not count: who is listed, or no longer is, would say whose round it is.
      select l.lesson_id, coalesce(d.day, a.due_day) as day, coalesce(d.at_time, a.due_time, '23:59:59') as at_time
      from c cross join plan l
      -- `offset 0` makes the planner look up each lesson instead of reading all assignments.
      cross join lateral (
        select k.due_day, k.due_time from public.assignments k join public.lessons s on s.id = k.lesson_id and s.content_type = 'ASSIGNMENT'
        where k.lesson_id = l.lesson_id and not k.blind
          and (select private.course_is_published(o.status, o.deleted_at) from public.courses o where o.id = l.course_id) offset 0) a
      left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.lesson_id
    ), who as materialized (
      select p.user_id, p.joined_at, array(select s.lesson_id from public.submissions s where s.user_id = p.user_id) as handed_in
      from person p where exists (select from task)
    ), extra as materialized (
      select x.user_id, x.lesson_id, x.due_at from person p join public.extensions x on x.user_id = p.user_id where exists (select from task)
    ), due as materialized (
      select o.people, t.lesson_id, private.local_moment(c.starts_on + q.shift_days + t.day, t.at_time, c.time_zone) as due_at
      from c cross join pace q join opened o on o.people = q.people join task t on t.lesson_id = any (o.ids)
    ), missing as materialized (
      -- What was due here, and was not handed in.
      select n.user_id, n.lesson_id, n.due_at from (
        select p.user_id, d.lesson_id, coalesce(x.due_at, d.due_at) as due_at, count(*) over (partition by p.user_id) as times
        from due d join who p on p.user_id = any (d.people) and d.lesson_id <> all (p.handed_in)
        left join extra x on x.user_id = p.user_id and x.lesson_id = d.lesson_id
        where coalesce(x.due_at, d.due_at) < now() and coalesce(x.due_at, d.due_at) > p.joined_at
          and not exists (select from public.lesson_completions e where e.user_id = p.user_id and e.lesson_id = d.lesson_id)) n
      where n.times >= 2 and private.passed_second(n.due_at)
    ), elsewhere as materialized (
      -- Who has one of the courses by another cohort, too, can have a later date there. For them, person_dues() decides.
      select m.user_id, array_agg(m.lesson_id) as lessons
      from c cross join missing m
      -- A scalar, so that the planner looks up the grants of each person instead of reading all grants.
      where (
        select true from public.entitlements e
        where e.user_id = m.user_id and e.cohort_id <> c.id and e.course_id in (select l.course_id from plan l) limit 1)
      group by m.user_id
    ), proof as (
      select m.user_id, 'MISSED_DUES' as reason, m.lesson_id as id, m.due_at as at, null::bigint as times
      from missing m where m.user_id not in (select e.user_id from elsewhere e)
      union all
      select m.user_id, 'MISSED_DUES', d.lesson_id, d.due_at, null
      from c cross join elsewhere m cross join lateral private.person_dues(m.user_id, now()) d
      where d.lesson_id = any (m.lessons) and d.cohort_id = c.id and private.passed_second(d.due_at)
      union all
      select w.user_id, 'RETURNED_TWICE', w.lesson_id, r.at, r.times
      from c cross join who p
      cross join lateral (select s.* from public.submissions s where s.user_id = p.user_id and s.state = 'RETURNED' and s.round > 1 offset 0) w
      join task t on t.lesson_id = w.lesson_id
      cross join lateral (
        select count(*) as times, max(v.published_at) as at
        from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null and v.verdict = 'AGAIN'
        where o.submission_id = w.id) r
      where coalesce(w.cohort_id, c.id) = c.id and r.times > 1
      union all
      select p.user_id, 'NOT_ANSWERED', q.id, q.waiting_since, null
      from c cross join person p
      cross join lateral (
        select a.* from public.questions a
        where a.author_id = p.user_id and a.waiting_since <= now() - interval '1 day' and a.deleted_at is null and a.merged_into_id is null offset 0) q
      join plan l on l.lesson_id = q.lesson_id
      where q.cohort_id = c.id
    ), cleared as materialized (
      select x.user_id, x.reason, x.facts, private.local_day(x.cleared_at, c.time_zone) as day
      from c cross join person p join private.cohort_clearings x on x.cohort_id = c.id and x.user_id = p.user_id
    ), proved as (
      -- Each return and each question is cleared by itself. Two missed due dates are one fact together.
      select f.user_id, f.reason, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', f.id, 'at', f.at, 'times', f.times)) order by f.at, f.id) as facts,
        (array_agg(f.at order by f.at))[case f.reason when 'MISSED_DUES' then 2 else 1 end] as since_at
      from (
        select n.*, exists (
          select from cleared x
          where x.user_id = n.user_id and x.reason = n.reason and n.id || ' ' || extract(epoch from n.at) = any (x.facts)) as is_cleared
        from proof n) f
      where f.reason = 'MISSED_DUES' or not f.is_cleared
      group by f.user_id, f.reason
      having f.reason <> 'MISSED_DUES' or count(*) >= 2 and not bool_and(f.is_cleared)
    ), found as (
      select p.user_id, 'SILENT' as reason, c.today - a.day as days, r.usual, a.day as since
      from c cross join person p join rhythm r on r.user_id = p.user_id join last_active a on a.user_id = p.user_id
      where c.today - a.day > 2 * r.usual
      union all
      select p.user_id, 'NOT_STARTED', c.today - p.first_day, null, p.first_day
      from c cross join person p
      where c.today - p.first_day >= 3 and not exists (select from done d where d.user_id = p.user_id)
    )
    select f.user_id, f.reason, f.days, f.usual, f.since, '[]'::jsonb
    from found f
    where f.user_id in (select w.user_id from waiting w)
      and not exists (select from cleared x where x.user_id = f.user_id and x.reason = f.reason and x.day >= f.since)
    union all
    select f.user_id, f.reason, c.today - s.since, null, s.since, f.facts
    from c cross join proved f cross join lateral (select private.local_day(f.since_at, c.time_zone) as since) s;
end
$function$;
comment on function private.find_behind(uuid,uuid) is 'Takes a cohort and one person (null: everyone); the people who have fallen behind in it and are not cleared. They are SILENT for more than twice the usual days between days on which they completed something (`usual`, the median of at least three gaps), or NOT_STARTED, with nothing completed three days after their first day; neither if they have completed everything that is open to them. MISSED_DUES: two due dates, as person_dues() has them, passed since they joined, and nothing was handed in. RETURNED_TWICE: work came back at least twice and was not handed in again. NOT_ANSWERED: a question of theirs has waited for a day. `days`: for how many days; `since`: since which day; `facts`: as in behind_people. Only in running cohorts, for active people whose accounts are not disabled, and without blind assignments (rules/cohorts#behind).';
revoke all on function private.find_behind(uuid, uuid) from public;

create or replace function public.cohort_behind(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_behind.cohort_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      || private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.days desc, p.name, p.id, b.reason), '[]')
    from public.cohorts c cross join lateral private.find_behind(c.id) b join public.profiles p on p.id = b.user_id
    where c.id = cohort_behind.cohort_id);
end
$function$;
comment on function public.cohort_behind(uuid) is 'Takes a cohort; the people who have fallen behind in it, as find_behind() finds them, as behind_view() shows it, [{id, name, email, reason, days, usual, since, facts}], the longest first. Raises 42501 and PT404 NO_COHORT.';

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return (
    with mine as materialized (
      select c.*, m.state as my_state, m.shift_days, m.open_all, m.reached_from, m.reached_at, least(m.paused_at, now()) as clock,
        private.cohort_state(c) as now_is
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = private.uid() and m.state <> 'LEFT' and c.id in (select private.my_cohort_ids())
        and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), planned as materialized (
      select mine.id as cohort_id, p.*, o.slug as course_slug, o.title as course, l.title, l.content_type, l.duration_sec,
        l.title as lesson, md.title as module, opening.opens_at,
        mine.open_all or opening.opens_at <= mine.clock
          or exists (select from unnest(mine.reached_from, mine.reached_at) r (first_day, at)
            where private.local_moment(r.first_day + p.day, p.at_time, mine.time_zone) <= r.at)
          or done.lesson_id is not null as is_open,
        done.lesson_id is not null as is_done
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      -- `offset 0` makes the planner look up each lesson. Without it, it would read all lessons.
      cross join lateral (select k.title, k.content_type, k.duration_sec from public.lessons k where k.id = p.lesson_id offset 0) l
      cross join lateral (select k.title from public.modules k where k.id = p.module_id offset 0) md
      left join public.lesson_completions done on done.user_id = private.uid() and done.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) opening
    ), opened as (
      -- What opened within a week and is not completed, the newest first.
      select q.*, row_number() over (partition by q.cohort_id order by q.opens_at desc, q.course_place, q.module_place, q.lesson_place) as place
      from planned q where q.is_open and not q.is_done and q.opens_at > now() - interval '7 days' and q.opens_at <= now()
    ), ahead as (
      -- Lessons of one module that open at one moment are one line.
      select q.cohort_id, q.opens_at, q.course, q.course_slug, min(q.module) as module, min(q.lesson) as lesson, count(*) as lessons,
        row_number() over (partition by q.cohort_id order by q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q where not q.is_open
      group by q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id
    ), due as (
      -- What the person still has to hand in: the work does not wait for a review, has not passed, and is still accepted. What is
      -- due first comes first.
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, q.lesson as title, q.course, q.course_slug, s.state,
        row_number() over (partition by d.cohort_id order by d.due_at, q.course_place, q.module_place, q.lesson_place) as place
      from private.person_dues(private.uid(), now()) d
      join planned q on q.cohort_id = d.cohort_id and q.lesson_id = d.lesson_id and q.is_open and not q.is_done
      left join public.submissions s on s.user_id = private.uid() and s.lesson_id = d.lesson_id
      where d.due_at is not null and s.state is distinct from 'WAITING' and s.state is distinct from 'PASSED' and not coalesce(private.passed_second(d.shut_at), false)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone,
        'starts_on', c.starts_on, 'ends_on', c.ends_on, 'state', c.now_is, 'my_state', c.my_state,
        'day', private.local_day(now(), c.time_zone) - c.starts_on - c.shift_days,
        'community', (select k.slug from public.communities k where k.id = c.community_id),
        'total', (select count(*) from planned q where q.cohort_id = c.id),
        'open', (select count(*) from planned q where q.cohort_id = c.id and q.is_open),
        'done', (select count(*) from planned q where q.cohort_id = c.id and q.is_done),
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, private.uid()) b),
        'changes_at', case when c.my_state <> 'PAUSED' then (select min(q.opens_at) from planned q where q.cohort_id = c.id and not q.is_open) end,
        'opened', coalesce((
          select jsonb_agg(jsonb_build_object('id', o.lesson_id, 'title', o.title, 'type', o.content_type, 'sec', o.duration_sec,
            'course', o.course, 'slug', o.course_slug, 'opens_at', o.opens_at) order by o.place)
          from opened o where o.cohort_id = c.id and o.place <= 6), '[]'),
        'next', case when c.my_state = 'PAUSED' then '[]' else coalesce((
          select jsonb_agg(jsonb_build_object('title', case when a.lessons = 1 then a.lesson else a.module end, 'lessons', a.lessons,
            'course', a.course, 'slug', a.course_slug, 'opens_at', a.opens_at) order by a.place)
          from ahead a where a.cohort_id = c.id and a.place <= 4), '[]') end,
        'due', coalesce((
          select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', d.title, 'course', d.course, 'slug', d.course_slug, 'at', d.due_at,
            'zone', d.time_zone, 'came_back', coalesce(d.state = 'RETURNED', false)) order by d.place)
          from due d where d.cohort_id = c.id and d.place <= 6), '[]'))
      order by c.now_is desc, c.starts_on, c.id), '[]')
    from mine c);
end
$function$;
comment on function public.my_week() is 'The caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, less the caller''s shift, community: its slug, total, open and done: how many lessons, behind: what staff see of the caller as behind_view() shows it [{reason, days, usual, since, facts}], changes_at: when the next opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}], due: six assignments that are open and that the caller still has to hand in, in the order in which they are due [{id, title, course, slug, at, zone, came_back: whether the work was returned}]}]. Empty without a cohort (rules/cohorts#this-week).';

create or replace function public.person_cohorts(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohort_members', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
        'ends_on', c.ends_on, 'cohort_state', private.cohort_state(c), 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at,
        'shift_days', m.shift_days, 'open_all', m.open_all, 'paused_on', m.paused_on,
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, m.user_id) b),
        'cleared', (select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'at', x.cleared_at,
            'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = x.cleared_by_id)) order by x.cleared_at desc), '[]')
          from (select * from private.cohort_clearings k where k.cohort_id = c.id and k.user_id = m.user_id order by k.cleared_at desc limit 20) x))
      order by c.starts_on desc, c.id), '[]')
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = person_cohorts.user_id
      and (private.can('cohort_members', 'read') or c.id in (select private.staffed_cohort_ids('cohort_members', 'read'))));
end
$function$;
comment on function public.person_cohorts(uuid) is 'Takes a person; their cohorts that the caller may read, the newest first: [{id, slug, title, time_zone, starts_on, ends_on, cohort_state, state, joined_at, left_at, shift_days, open_all, paused_on, behind: as behind_view() shows it [{reason, days, usual, since, facts}], cleared: the newest 20 [{reason, note, at, by}]}]. Raises 42501.';

create or replace function public.clear_behind(
  cohort_id uuid,
  user_id uuid,
  reason text,
  note text default ''
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'update', clear_behind.cohort_id);
  -- If it is sent again, or by two people at once, it is cleared once.
  perform pg_advisory_xact_lock(hashtextextended('clearing ' || clear_behind.user_id, 0));
  insert into private.cohort_clearings (cohort_id, user_id, reason, note, cleared_by_id, facts)
  select clear_behind.cohort_id, clear_behind.user_id, clear_behind.reason, btrim(coalesce(clear_behind.note, '')), private.uid(), private.behind_keys(b.facts)
  from private.find_behind(clear_behind.cohort_id, clear_behind.user_id) b where b.reason = clear_behind.reason;
  if not found then
    return;
  end if;
  perform private.record_act('cohort_member.clear', clear_behind.cohort_id::text,
    jsonb_build_object('user_id', clear_behind.user_id, 'reason', clear_behind.reason),
    (select c.title from public.cohorts c where c.id = clear_behind.cohort_id));
end
$function$;
comment on function public.clear_behind(uuid,uuid,text,text) is 'Takes a cohort, a person who has fallen behind in it, the reason as cohort_behind() names it, and a note of 500 characters at most; clears it until there are other facts, or until the person has been active and falls behind again. Does nothing if there is nothing to clear. Raises 42501, PT404 NO_COHORT, 23514 (rules/cohorts#behind).';

create or replace function private.export_cohort_members(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  cohort constant uuid := nullif(filter ->> 'cohort', '')::uuid;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort);
  columns := array['id', 'name', 'email', 'state', 'joined', 'left', 'shift_days', 'open_all', 'paused_on', 'opened', 'opened_done', 'completed',
    'total', 'percent', 'last_activity', 'behind'];
  source := format($sql$
    with plan as materialized (
      select q.lesson_id, q.day, q.at_time from private.cohort_plan(%1$L) q
    ), size as materialized (
      select count(*) as lessons from plan
    ), behind as materialized (
      select b.user_id, string_agg(case b.reason when 'SILENT' then 'Silent' when 'NOT_STARTED' then 'Nothing completed' when 'MISSED_DUES' then 'Due dates missed'
          when 'RETURNED_TWICE' then 'Came back twice' else 'Question not answered' end || ' since ' || (v.facts ->> 'since') || coalesce(': ' || (
          select string_agg((f ->> 'title') || ' (' || (f ->> 'on') || ')', ', ') from jsonb_array_elements(v.facts -> 'facts') f), ''),
        '; ' order by b.days desc, b.reason) as text
      from public.cohorts c cross join lateral private.find_behind(c.id) b
      cross join lateral (select private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) as facts) v
      where c.id = %1$L
      group by b.user_id
    )
    select m.joined_at as at, m.user_id as key, jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', initcap(m.state::text),
      'joined', m.joined_at, 'left', m.left_at, 'shift_days', m.shift_days, 'open_all', case when m.open_all then 'Yes' else 'No' end,
      'paused_on', m.paused_on, 'total', size.lessons,
      'behind', (select b.text from behind b where b.user_id = m.user_id), 'last_activity', (
        select nullif(max(k.last_at), '-infinity') from private.learner_courses k
        where k.user_id = m.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = m.cohort_id)))
      || (select jsonb_build_object('opened', count(*) filter (where t.is_open), 'opened_done', count(*) filter (where t.is_open and t.is_done),
          'completed', count(*) filter (where t.is_done), 'percent', private.progress_percent(count(*) filter (where t.is_done), size.lessons))
        from (
          select m.open_all or private.local_moment(c.starts_on + m.shift_days + q.day, q.at_time, c.time_zone) <= least(m.paused_at, now())
              or exists (select from unnest(m.reached_from, m.reached_at) r (first_day, at)
                where private.local_moment(r.first_day + q.day, q.at_time, c.time_zone) <= r.at) as is_open,
            exists (select from public.lesson_completions d where d.user_id = m.user_id and d.lesson_id = q.lesson_id) as is_done
          from plan q) t) as row
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id join public.profiles f on f.id = m.user_id
    join private.people p on p.id = f.id cross join size
    where %2$s$sql$,
    cohort, private.cohort_members_where(cohort, filter ->> 'search', nullif(filter ->> 'state', '')));
end
$function$;
comment on function private.export_cohort_members(jsonb) is 'Takes {cohort, search, state} as cohort_member_list() has them; gives columns and query of the export of a cohort''s people with their progress and why they have fallen behind, the last who joined first. Raises 42501 and PT404 NO_COHORT.';

create function private.behind_version(b private.behind_people) returns text
language sql stable set search_path = '' as $$
  select coalesce(extract(epoch from b.newest_at)::text, b.since::text)
$$;
comment on function private.behind_version(private.behind_people) is
  'Takes a person who has fallen behind; returns the version of their inbox row, which is another one once there is a new fact.';
revoke all on function private.behind_version(private.behind_people) from public;

create or replace function private.inbox_behind()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := private.can('cohort_members', 'update');
  cohorts constant uuid[] := case when not everywhere then array(select k from private.staffed_cohort_ids('cohort_members', 'update') k) end;
  ids uuid[];
begin
  if not everywhere and cardinality(cohorts) = 0 then
    return private.inbox_part(null, null);
  end if;
  execute format($sql$
    select array(
      select b.id from private.behind_people b
      where %s
        and not exists (
          select from private.inbox_marks k
          where k.user_id = %L and k.kind = 'BEHIND' and k.subject_id = b.id and k.version = private.behind_version(b) and (k.until is null or k.until > now()))
      order by b.found_at, b.id limit %s)$sql$,
    case when everywhere then 'true' else 'b.cohort_id = any ($1)' end, me, private.inbox_most() + 1)
  into ids using cohorts;
  return private.inbox_part(ids, (
    select jsonb_agg(jsonb_build_object('kind', 'BEHIND', 'act', 'CLEAR', 'subject_id', b.id, 'version', private.behind_version(b),
      'title', coalesce(nullif(p.name, ''), p.email), 'person', jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email), 'email', p.email),
      'course', null, 'cohort', jsonb_build_object('id', c.id, 'title', c.title), 'since', b.found_at, 'promise_at', b.found_at + private.inbox_promise(),
      'facts', private.behind_view(b.reason, private.local_day(now(), c.time_zone) - b.since, b.usual, b.since, b.facts, c.time_zone)))
    from private.behind_people b join public.profiles p on p.id = b.user_id join public.cohorts c on c.id = b.cohort_id
    where b.id = any (ids[1:50])));
end
$function$;
comment on function private.inbox_behind() is 'Returns the part of the inbox with the people who have fallen behind in cohorts whose people the caller may change, {total, rows}.';

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
    when inbox_version.kind = 'BEHIND' then (select private.behind_version(b) from private.behind_people b where b.id = subject)
    when inbox_version.kind = 'REPORT' then (
      select nullif(count(*), 0)::text from public.community_post_reports r where r.post_id = subject and r.resolved_at is null)
    when inbox_version.kind = 'PURCHASE' then (select p.status::text from public.purchases p where p.id = subject)
    when inbox_version.kind = 'EVENT' then (select md5(n.reasons::text) from private.purchase_notices n where n.id = subject)
    when inbox_version.kind = 'MAIL' then (select extract(epoch from w.done_at)::text from private.due_work w where w.id = subject)
    when inbox_version.kind = 'INVITE' then (select extract(epoch from i.expires_at)::text from public.invites i where i.id = subject) end;
end
$function$;
comment on function private.inbox_version(text,uuid) is 'Takes a kind of row of the inbox and its subject; returns the version that staff_inbox() gives the row now. Null if nothing waits.';

create or replace function private.no_longer_behind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.behind_people b
  where b.user_id = new.user_id and (b.reason = 'SILENT' or b.reason = 'NOT_STARTED' and new.completed > 0)
    and exists (select from public.cohort_courses k where k.cohort_id = b.cohort_id and k.course_id = new.course_id);
  return null;
end
$function$;
comment on function private.no_longer_behind() is 'Row trigger on the progress of a person in a course: an activity removes a person who was silent from the list, and a completed lesson one who had not started.';

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
    select b.user_id, b.reason, b.usual, b.since, b.facts, (b.facts -> -1 ->> 'at')::timestamptz as newest_at from private.find_behind(refresh_behind.cohort) b
  ), gone as (
    delete from private.behind_people b
    where b.cohort_id = refresh_behind.cohort and not exists (select from found f where f.user_id = b.user_id and f.reason = b.reason)
  ), changed as (
    -- An update locks the row, and the people of unchanged rows may become active at this moment.
    update private.behind_people b set usual = f.usual, since = f.since, facts = f.facts, newest_at = greatest(b.newest_at, f.newest_at)
    from found f
    where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason
      and (b.usual, b.since, b.facts) is distinct from (f.usual, f.since, f.facts)
  )
  insert into private.behind_people (cohort_id, user_id, reason, usual, since, facts, newest_at)
  select refresh_behind.cohort, f.user_id, f.reason, f.usual, f.since, f.facts, f.newest_at from found f
  where not exists (
    select from private.behind_people b where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason)
  on conflict on constraint behind_people_once do nothing;
end
$function$;
comment on function private.refresh_behind(uuid) is 'Takes a cohort; stores who has fallen behind in it now, and that it was looked at today. A person who stays behind keeps their row.';

create function private.recheck_behind(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  listed record;
begin
  for listed in
    select b.cohort_id, array_agg(b.reason) as reasons from private.behind_people b
    where b.user_id = person and b.reason in ('MISSED_DUES', 'RETURNED_TWICE', 'NOT_ANSWERED') group by 1
  loop
    with found as materialized (
      select f.reason, f.since, f.facts from private.find_behind(listed.cohort_id, person) f where f.reason = any (listed.reasons)
    ), gone as (
      delete from private.behind_people b
      where b.cohort_id = listed.cohort_id and b.user_id = person and b.reason = any (listed.reasons)
        and not exists (select from found f where f.reason = b.reason)
    )
    update private.behind_people b set since = f.since, facts = f.facts
    from found f
    where b.cohort_id = listed.cohort_id and b.user_id = person and b.reason = f.reason and b.facts is distinct from f.facts;
  end loop;
end
$$;
comment on function private.recheck_behind(uuid) is
  'Takes a person; removes from the list of people who have fallen behind what is no longer true of their work and questions. Costs one lookup for people who are not listed.';
revoke all on function private.recheck_behind(uuid) from public;

create function private.work_not_behind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recheck_behind(coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function private.work_not_behind() is 'Row trigger: who handed work in, or got more time, is no longer behind with it.';
revoke all on function private.work_not_behind() from public;
create trigger submissions_not_behind after insert or update of state, round on public.submissions
  for each row execute function private.work_not_behind();
create trigger extensions_not_behind after insert or update or delete on public.extensions
  for each row execute function private.work_not_behind();

create function private.question_not_behind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recheck_behind(old.author_id);
  return null;
end
$$;
comment on function private.question_not_behind() is 'Row trigger: a question that was answered, deleted or merged no longer waits.';
revoke all on function private.question_not_behind() from public;
create trigger questions_not_behind after update of waiting_since, deleted_at, merged_into_id, author_id on public.questions
  for each row when (old.waiting_since is not null and old.author_id is not null) execute function private.question_not_behind();
create trigger questions_gone_not_behind after delete on public.questions
  for each row when (old.waiting_since is not null and old.author_id is not null) execute function private.question_not_behind();

create function private.look_again_at_dues() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.behind_looks k where k.cohort_id = coalesce(new.cohort_id, old.cohort_id);
  perform private.enqueue_job('behind', 'changed ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), now());
  return null;
end
$$;
comment on function private.look_again_at_dues() is
  'Row trigger: looks again at a cohort in which due dates moved, of everybody or of a person with another shift, with one job for all changes within a minute.';
revoke all on function private.look_again_at_dues() from public;
create trigger cohort_dues_look_again after insert or update or delete on public.cohort_dues
  for each row execute function private.look_again_at_dues();
create trigger cohort_members_look_again after update of shift_days on public.cohort_members
  for each row when (new.shift_days <> old.shift_days) execute function private.look_again_at_dues();
