-- Why: what a person asks for most should cost the same however many others there are. An outline asks for the watched share of
-- each of its lessons, and most were never watched. As an SQL function, it was planned again in each outline and ran for each
-- lesson, which took a third of the outline's time. The week read all lessons to name a few. The answers stay the same.

create or replace function private.watched_share(
  watched int4multirange,
  duration_sec numeric,
  typed_sec integer,
  start_sec integer
)
  returns numeric
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if watched is null or isempty(watched) then
    return null;
  end if;
  return (
    select least(1, sum(upper(piece) - lower(piece))::numeric / (film.seconds - film.start))
    from (
      -- Until the player reports the length, the one that the editor typed counts. A start behind the end does not count.
      select length.seconds, case when start_sec < length.seconds then start_sec else 0 end as start
      from (select nullif(floor(coalesce(nullif(duration_sec, 0), typed_sec)), 0) as seconds) length
    ) film
    cross join lateral unnest(watched * int4multirange(int4range(film.start, null))) piece
    where film.seconds > 0
    group by film.seconds, film.start);
end
$function$;

-- Few people of a cohort are behind. With the planner's default of 1,000 rows, it would read all profiles.
alter function private.find_behind(uuid, uuid) rows 20;

-- The openings are found by the cohort that is asked for, not by that of each of its courses.
create or replace function private.cohort_plan(cohort uuid)
  returns table(
    course_id uuid,
    course_place integer,
    module_id uuid,
    module_place integer,
    lesson_id uuid,
    lesson_place integer,
    day integer,
    at_time time without time zone
  )
  language sql
  stable
as $function$
  select k.course_id, k.position, m.id, m.index, l.id, l.index,
    coalesce(own.day, whole.day, 0), coalesce(own.at_time, whole.at_time, '00:00')
  from public.cohort_courses k
  join public.courses c on c.id = k.course_id and c.deleted_at is null
  join public.modules m on m.course_id = c.id and m.deleted_at is null
  join public.lessons l on l.module_id = m.id and l.deleted_at is null
  left join public.releases own on own.cohort_id = cohort and own.lesson_id = l.id
  left join public.releases whole on whole.cohort_id = cohort and whole.module_id = m.id
  where k.cohort_id = cohort
$function$;

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
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
          from ahead a where a.cohort_id = c.id and a.place <= 4), '[]') end)
      order by c.now_is desc, c.starts_on, c.id), '[]')
    from mine c);
end
$function$;

-- Planning these takes longer than answering, so they use one plan for all callers.
alter function public.my_week() set plan_cache_mode to 'force_generic_plan';
alter function public.person_access(uuid, timestamptz) set plan_cache_mode to 'force_generic_plan';
alter function public.person_lessons(uuid, uuid, timestamptz) set plan_cache_mode to 'force_generic_plan';
