-- Why: what had opened when a pause began stays open. It was found by comparing clock times, but around a clock change these can
-- have another order than the moments: a lesson whose moment had not come stayed open for good. Now the moments at which pauses
-- began are stored, each with the first day of the schedule as it was for the person then (rules/cohorts#pause).

alter table public.cohort_members add column reached_from date[], add column reached_at timestamptz[],
  add constraint cohort_members_reached check (cardinality(reached_from) is not distinct from cardinality(reached_at));
comment on column public.cohort_members.reached_at is 'The moments at which pauses that have ended began; what had opened by one of them stays open. A moment that keeps nothing open beyond another one is left out.';
comment on column public.cohort_members.reached_from is 'For each moment of reached_at, the first day of the schedule as it was for the person then.';
update public.cohort_members m set reached_from = array[c.starts_on + m.shift_days],
  reached_at = array[((c.starts_on + m.shift_days)::timestamp + m.reached) at time zone c.time_zone]
from public.cohorts c where c.id = m.cohort_id and m.reached is not null;

drop trigger cohort_members_audit_insert on public.cohort_members;
drop trigger cohort_members_audit_update on public.cohort_members;
drop trigger cohort_members_audit_delete on public.cohort_members;
select private.audit_table('public.cohort_members', 'cohort_member',
  '{"key": "cohort_id", "insert": "join", "omit": ["paused_at", "reached_from", "reached_at"], "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]]}');
select private.audit_options('public.cohort_members', '{"identity": ["cohort_id", "user_id"], "about": ["user_id", "cohort_id"]}');

create function private.moments_reached(first_days date[], stopped timestamptz[], first_day date, stopped_at timestamptz, zone text, out reached_from date[], out reached_at timestamptz[])
language sql stable set search_path = '' as $$
  with stop as (
    select s.first_day, s.at, (s.at at time zone zone) - s.first_day::timestamp as shown
    from (
      select u.first_day, u.at from unnest(first_days, stopped) u (first_day, at)
      union select moments_reached.first_day, moments_reached.stopped_at
    ) s
  )
  select array_agg(s.first_day order by s.at), array_agg(s.at order by s.at)
  from stop s
  -- A moment is left out if another keeps open all that it does. No clock change moves clocks by a day or more, so a person
  -- who was two days further by the clocks was further.
  where not exists (
    select from stop o where (o.first_day = s.first_day and o.at > s.at) or o.shown >= s.shown + interval '2 days')
$$;
comment on function private.moments_reached(date[], timestamptz[], date, timestamptz, text) is
  'Takes the first days and moments of pauses that ended, those of one more, and the cohort''s zone; all of them, without those that keep nothing open beyond another one.';
revoke all on function private.moments_reached(date[], timestamptz[], date, timestamptz, text) from public;

create or replace function private.change_membership()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  zone text := (select c.time_zone from public.cohorts c where c.id = new.cohort_id);
  first_day date := (select c.starts_on from public.cohorts c where c.id = new.cohort_id);
  today date := private.local_day(now(), zone);
  was public.cohort_member_state := case when tg_op = 'UPDATE' then old.state end;
begin
  if new.state = 'PAUSED' then
    if was is distinct from 'PAUSED' then
      new.paused_on := coalesce(new.paused_on, today);
    end if;
    if was is distinct from 'PAUSED' or new.paused_on is distinct from old.paused_on then
      -- A pause that is entered for another day begins with that day.
      new.paused_at := case when new.paused_on = today then now() else private.local_moment(new.paused_on, '00:00', zone) end;
    end if;
  else
    if was = 'PAUSED' and new.state <> 'LEFT' then
      -- What opened before the pause stays open. By the shift alone, what opened on its first day would be shut until the
      -- same time on the day on which it ends.
      select r.reached_from, r.reached_at into new.reached_from, new.reached_at
      from private.moments_reached(old.reached_from, old.reached_at, first_day + old.shift_days, old.paused_at, zone) r;
      new.shift_days := new.shift_days + greatest(today - old.paused_on, 0);
    end if;
    new.paused_on := null;
    new.paused_at := null;
  end if;
  if new.state = 'LEFT' then
    new.left_at := coalesce(new.left_at, now());
  else
    new.left_at := null;
    if was = 'LEFT' then
      new.joined_at := now();
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.find_behind(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, reason text, days integer, usual numeric, since date)
  language sql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
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
  ), done as materialized (
    select p.user_id, d.lesson_id, private.local_day(d.completed_at, c.time_zone) as day
    from c cross join person p
    join public.lesson_completions d on d.user_id = p.user_id
    where d.lesson_id in (select l.lesson_id from plan l)
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
  ), rhythm as (
    -- Four days with a completion, so three gaps, are enough for a usual gap.
    select g.user_id, round(percentile_cont(0.5) within group (order by g.days)::numeric, 1) as usual
    from gap g where g.days is not null group by g.user_id having count(*) >= 3
  ), last_active as (
    select p.user_id, greatest(max(d.day), (
      select max(private.local_day(nullif(k.last_at, '-infinity'), c.time_zone))
      from private.learner_courses k join public.cohort_courses o on o.course_id = k.course_id and o.cohort_id = c.id
      where k.user_id = p.user_id)) as day
    from c cross join person p left join done d on d.user_id = p.user_id
    group by p.user_id, c.id, c.time_zone
  ), found as (
    select p.user_id, 'SILENT' as reason, c.today - a.day as days, r.usual, a.day as since
    from c cross join person p join rhythm r on r.user_id = p.user_id join last_active a on a.user_id = p.user_id
    where c.today - a.day > 2 * r.usual
    union all
    select p.user_id, 'NOT_STARTED', c.today - p.first_day, null, p.first_day
    from c cross join person p
    where c.today - p.first_day >= 3 and not exists (select from done d where d.user_id = p.user_id)
  )
  select f.user_id, f.reason, f.days, f.usual, f.since
  from found f cross join c
  where f.user_id in (select w.user_id from waiting w)
    and not exists (
      select from private.cohort_clearings x
      where x.cohort_id = c.id and x.user_id = f.user_id and x.reason = f.reason and private.local_day(x.cleared_at, c.time_zone) >= f.since)
$function$;

create or replace function public.cohort_progress(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_progress.cohort_id);
  return (
    with c as materialized (
      select * from public.cohorts k where k.id = cohort_progress.cohort_id
    ), plan as materialized (
      select * from private.cohort_plan(cohort_progress.cohort_id)
    ), module as materialized (
      select p.module_id, p.course_id, count(*) as lessons, row_number() over (order by min(p.course_place), p.course_id, min(p.module_place)) as place
      from plan p group by p.module_id, p.course_id
    ), person as materialized (
      select m.*, least(m.paused_at, now()) as clock
      from public.cohort_members m where m.cohort_id = cohort_progress.cohort_id and m.state <> 'LEFT'
      order by m.joined_at limit 1000
    ), pace as materialized (
      -- Openings are computed once for all people with the same shift and pauses, which are most of them.
      select distinct p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock from person p
    ), opened as materialized (
      select q.*, p.lesson_id
      from pace q cross join c cross join plan p
      where q.open_all
        or private.local_moment(c.starts_on + q.shift_days + p.day, p.at_time, c.time_zone) <= q.clock
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + p.day, p.at_time, c.time_zone) <= r.at)
    ), due as materialized (
      select o.shift_days, o.open_all, o.reached_from, o.reached_at, o.clock, count(*) as lessons from opened o group by 1, 2, 3, 4, 5
    ), done as materialized (
      select p.user_id, pl.module_id, d.lesson_id, p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock
      from person p
      join public.lesson_completions d on d.user_id = p.user_id
      join plan pl on pl.lesson_id = d.lesson_id
    ), in_module as (
      select d.user_id, d.module_id, count(*) as lessons from done d group by 1, 2
    ), kept_up as (
      select d.user_id, count(*) as lessons
      from done d join opened o on o.lesson_id = d.lesson_id
        and (o.shift_days, o.open_all, o.reached_from, o.reached_at, o.clock) is not distinct from (d.shift_days, d.open_all, d.reached_from, d.reached_at, d.clock)
      group by 1
    )
    select jsonb_build_object(
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'course', o.title, 'lessons', t.lessons) order by t.place)
        from module t join public.modules m on m.id = t.module_id join public.courses o on o.id = t.course_id), '[]'),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', p.state, 'shift_days', p.shift_days,
            'open_all', p.open_all, 'opened', coalesce(due.lessons, 0), 'opened_done', coalesce(k.lessons, 0),
            'done', (select coalesce(jsonb_agg(coalesce(i.lessons, 0) order by t.place), '[]')
              from module t left join in_module i on i.user_id = p.user_id and i.module_id = t.module_id),
            'last_at', (select nullif(max(lc.last_at), '-infinity') from private.learner_courses lc
              where lc.user_id = p.user_id and lc.course_id in (select cc.course_id from public.cohort_courses cc where cc.cohort_id = cohort_progress.cohort_id)))
          order by f.name, f.id)
        from person p join public.profiles f on f.id = p.user_id
        left join kept_up k on k.user_id = p.user_id
        left join due on (due.shift_days, due.open_all, due.reached_from, due.reached_at, due.clock) is not distinct from (p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock)), '[]')));
end
$function$;

create or replace function private.unreleased_lessons(person uuid, moment timestamptz)
  returns table(lesson_id uuid, course_id uuid, opens_at timestamptz, cohort_id uuid, day integer)
  language sql
  stable
as $function$
  with held as materialized (
    select g.course_id, g.cohort_id, m.open_all, m.reached_from, m.reached_at, m.shift_days, c.starts_on, c.time_zone, m.state = 'PAUSED' as paused,
      least(m.paused_at, moment) as clock
    from private.grants_open(person, moment) g
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
    left join public.cohorts c on c.id = g.cohort_id
  ), narrowed as materialized (
    -- A grant without a cohort opens the whole course, and so does a membership with `open_all`.
    select h.*, count(*) over (partition by h.course_id) as cohorts
    from held h
    where not exists (select from held o where o.course_id = h.course_id and (o.cohort_id is null or o.open_all))
  ), rule as materialized (
    select n.cohort_id, r.module_id, r.lesson_id, r.day, r.at_time,
      private.local_moment(n.starts_on + n.shift_days + r.day, r.at_time, n.time_zone) as opens_at
    from (select distinct on (k.cohort_id) k.* from narrowed k) n join public.releases r on r.cohort_id = n.cohort_id
  ), closed as (
    select l.id, n.course_id, n.cohort_id, n.cohorts, case when not n.paused then opening.opens_at end as opens_at, opening.day
    from narrowed n
    join public.modules m on m.course_id = n.course_id and m.deleted_at is null
    join public.lessons l on l.module_id = m.id and l.deleted_at is null
    left join rule own on own.cohort_id = n.cohort_id and own.lesson_id = l.id
    left join rule whole on whole.cohort_id = n.cohort_id and whole.module_id = m.id
    cross join lateral (
      select coalesce(own.day, whole.day, 0) as day, coalesce(own.at_time, whole.at_time, '00:00') as at_time,
        coalesce(own.opens_at, whole.opens_at, private.local_moment(n.starts_on + n.shift_days, '00:00', n.time_zone)) as opens_at
    ) opening
    where opening.opens_at > n.clock
      -- What opened before an earlier pause stays open.
      and not exists (select from unnest(n.reached_from, n.reached_at) r (first_day, at)
        where private.local_moment(r.first_day + opening.day, opening.at_time, n.time_zone) <= r.at)
  )
  -- The earliest opening counts: a lesson is shut only if every cohort that grants its course has it shut.
  select distinct on (c.id) c.id, c.course_id, c.opens_at, c.cohort_id, c.day
  from (select k.*, count(*) over (partition by k.id) as closed_in from closed k) c
  where c.closed_in = c.cohorts
    and not exists (select from public.lesson_completions d where d.user_id = person and d.lesson_id = c.id)
  order by c.id, c.opens_at nulls last
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

alter table public.cohort_members drop column reached;
