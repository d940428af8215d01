-- Why: a learner in a cohort wants to know what opened, what comes next, how far they are, and with whom they learn. People
-- without a cohort get an empty answer, and their screens show nothing of it (rules/cohorts#this-week).

create function public.my_week() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with mine as materialized (
      select c.*, m.state as my_state, m.shift_days, m.open_all, m.reached, least(m.paused_at, now()) as clock,
        private.cohort_state(c) as now_is
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = private.uid() and m.state <> 'LEFT' and c.id in (select private.my_cohort_ids())
        and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), planned as materialized (
      select mine.id as cohort_id, p.*, o.slug as course_slug, o.title as course, l.title, l.content_type, l.duration_sec,
        l.title as lesson, md.title as module, opening.opens_at,
        mine.open_all or opening.opens_at <= mine.clock or coalesce(make_interval(days => p.day) + p.at_time::interval <= mine.reached, false)
          or done.lesson_id is not null as is_open,
        done.lesson_id is not null as is_done
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      join public.lessons l on l.id = p.lesson_id
      join public.modules md on md.id = p.module_id
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
$$;
comment on function public.my_week() is
  'The caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, less the caller''s shift, community: its slug, total, open and done: how many lessons, changes_at: when the next opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}]}]. Empty without a cohort (rules/cohorts#this-week).';
revoke all on function public.my_week() from public;
grant execute on function public.my_week() to authenticated, service_role;

create function public.cohort_mates(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if cohort_mates.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(p.name order by p.name, p.id), '[]')
      from public.cohort_members m join public.profiles p on p.id = m.user_id
      where m.cohort_id = cohort_mates.cohort_id and m.state <> 'LEFT' and p.id <> private.uid() and p.disabled_at is null and p.name <> ''),
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'duty', s.duty) order by s.duty, p.name, p.id), '[]')
      from public.cohort_staff s join public.profiles p on p.id = s.user_id
      where s.cohort_id = cohort_mates.cohort_id and p.disabled_at is null and p.name <> ''));
end
$$;
comment on function public.cohort_mates(uuid) is
  'Takes a cohort of the caller; {people: names of the others, staff: [{name, duty}]}, sorted by name. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#mates).';
revoke all on function public.cohort_mates(uuid) from public;
grant execute on function public.cohort_mates(uuid) to authenticated, service_role;
