-- Why: the outline of a course, "This week" and the calendar show due dates (rules/assignments#due, rules/cohorts#this-week,
-- rules/cohorts#calendar).

create or replace function public.course_outline(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), course as materialized (
      select c.*, me.id as user_id,
        (select private.can('courses', 'update'))
          or (c.created_by_id = me.id and (select private.can('courses', 'update', 'own'))) as can_preview
      from me, public.courses c
      where c.deleted_at is null
        and (c.slug = course_outline.slug
          or (c.id = (select s.course_id from public.course_slugs s where s.slug = course_outline.slug)
            and not exists (select 1 from public.courses o where o.slug = course_outline.slug and o.deleted_at is null)))
    ), seen as (
      select course.*,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id
          and private.grant_is_open(e.expires_at)) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled,
        course.id in (select private.my_staffed_course_ids()) as staff
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    ), closed as materialized (
      select u.* from seen, private.unreleased_lessons(seen.user_id, now()) u
      where seen.entitled and u.course_id = seen.id
    ), due as materialized (
      select d.lesson_id, d.due_at, d.time_zone
      from seen
      cross join lateral private.person_dues(seen.user_id, now()) d
      -- Few courses have an assignment, and person_dues() need not run for the others.
      where seen.entitled and d.course_id = seen.id and d.due_at is not null and exists (
        select from public.modules m join public.lessons l on l.module_id = m.id
        where m.course_id = seen.id and m.deleted_at is null and l.content_type = 'ASSIGNMENT' and l.deleted_at is null)
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'staff', seen.staff, 'changes_at', (select min(c.opens_at) from closed c),
      'time_zone', (
        select k.time_zone from closed c join public.cohorts k on k.id = c.cohort_id order by c.opens_at nulls last, k.id limit 1),
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', (seen.entitled and closed.lesson_id is null) or seen.can_preview or seen.staff or l.free_preview)
                -- The field is often left out, because most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
                || case when closed.lesson_id is not null then jsonb_build_object('opens_at', closed.opens_at) else '{}' end
                || case when due.lesson_id is not null and lc.lesson_id is null
                  then jsonb_build_object('due', jsonb_build_object('at', due.due_at, 'zone', due.time_zone)) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            left join closed on closed.lesson_id = l.id
            left join due on due.lesson_id = l.id
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$$;
comment on function public.course_outline(text) is
  'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened, where the schedule of a cohort has not opened it yet, `opens_at` (null while the person pauses), and for an assignment that has a due date and has not passed, `due` {at, zone}. `changes_at`: when the next lesson opens, null for none; `time_zone`: that of the cohort that opens it; `staff`: whether the caller looks after a cohort with this course. Never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';
revoke all on function public.course_outline(text) from public;
grant execute on function public.course_outline(text) to authenticated, service_role;

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $$
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
        'behind', (select coalesce(jsonb_agg(jsonb_build_object('reason', b.reason, 'days', b.days, 'usual', b.usual, 'since', b.since)), '[]')
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
$$;
comment on function public.my_week() is
  'The caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, less the caller''s shift, community: its slug, total, open and done: how many lessons, behind: what staff see of the caller [{reason, days, usual, since}], changes_at: when the next opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}], due: six assignments that are open and that the caller still has to hand in, in the order in which they are due [{id, title, course, slug, at, zone, came_back: whether the work was returned}]}]. Empty without a cohort (rules/cohorts#this-week).';
revoke all on function public.my_week() from public;
grant execute on function public.my_week() to authenticated, service_role;

create or replace function public.calendar_of(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
declare
  person uuid;
begin
  if token ~ '^[0-9a-f]{64}$' then
    select a.user_id into person from private.calendar_addresses a where a.hash = sha256(decode(token, 'hex'));
  end if;
  if person is null or not private.person_keeps(person, 'cohorts', 'read', 'own') then
    return null;
  end if;
  return (
    with mine as materialized (
      select c.*, m.shift_days, m.open_all, m.paused_at, greatest(c.updated_at, m.updated_at, s.changed_at) as plan_changed_at
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      left join private.schedule_changes s on s.cohort_id = c.id
      where m.user_id = person and m.state <> 'LEFT' and not c.draft and c.archived_at is null
    ), opening as (
      -- Lessons of one module that open at one moment are one event. If one of them opens with its module, the event has the
      -- id of the module, so it stays the same when the opening moves. Otherwise it has the id of one of the lessons.
      select mine.id as cohort_id, p.module_id, t.opens_at, min(o.title) as course, min(o.slug) as slug, min(md.title) as module,
        count(*) as lessons, (array_agg(l.title order by p.lesson_place))[1:20] as titles, min(p.course_place) as course_place,
        min(p.module_place) as module_place,
        case when bool_or(own.id is null) then p.module_id else (array_agg(p.lesson_id order by p.lesson_id))[1] end as event_id,
        greatest(max(mine.plan_changed_at), max(o.updated_at), max(md.updated_at), max(l.updated_at)) as changed_at
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      join public.modules md on md.id = p.module_id
      join public.lessons l on l.id = p.lesson_id
      left join public.releases own on own.cohort_id = mine.id and own.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) t
      -- While a person pauses, it is not known when the next lessons open.
      where not mine.open_all and t.opens_at <= coalesce(mine.paused_at, 'infinity')
      group by mine.id, p.module_id, t.opens_at
    ), due as (
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, l.title, o.title as course, o.slug,
        greatest(mine.plan_changed_at, o.updated_at, l.updated_at, a.updated_at, x.given_at) as changed_at
      from private.person_dues(person, now()) d
      join mine on mine.id = d.cohort_id
      join public.lessons l on l.id = d.lesson_id
      join public.assignments a on a.lesson_id = d.lesson_id
      join public.courses o on o.id = d.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.extensions x on x.lesson_id = d.lesson_id and x.user_id = person
      where d.due_at is not null
    )
    select jsonb_build_object('cohorts', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on + c.shift_days,
        'ends_on', c.ends_on + c.shift_days, 'changed_at', c.plan_changed_at,
        'openings', coalesce((
          select jsonb_agg(jsonb_build_object('event_id', e.event_id, 'module_id', e.module_id, 'module', e.module, 'course', e.course,
            'slug', e.slug, 'opens_at', e.opens_at, 'lessons', e.lessons, 'titles', to_jsonb(e.titles), 'changed_at', e.changed_at)
            order by e.opens_at, e.course_place, e.module_place, e.event_id)
          from opening e where e.cohort_id = c.id), '[]'),
        'dues', coalesce((
          select jsonb_agg(jsonb_build_object('lesson_id', e.lesson_id, 'title', e.title, 'course', e.course, 'slug', e.slug, 'due_at', e.due_at,
            'time_zone', e.time_zone, 'changed_at', e.changed_at) order by e.due_at, e.lesson_id)
          from due e where e.cohort_id = c.id), '[]'))
        order by c.starts_on, c.id)
      from mine c), '[]')));
end
$$;
comment on function public.calendar_of(text) is
  'Takes the secret of a calendar; the openings and due dates of its person''s cohorts, {cohorts: [{id, title, time_zone, starts_on, ends_on: less their shift, changed_at, openings: [{event_id: the same wherever the opening moves, module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most, changed_at}], dues: [{lesson_id, title, course, slug, due_at, time_zone, changed_at}]}]}. Null for an unknown secret and for an account that may not be used. Only for the edge function `calendar` (rules/cohorts#calendar).';
revoke all on function public.calendar_of(text) from public;
grant execute on function public.calendar_of(text) to service_role;
