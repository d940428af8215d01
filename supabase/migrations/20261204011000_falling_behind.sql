-- Why: staff want to see who needs them before it is too late. Falling behind is a sentence with its evidence, never a score. It
-- is worked out only from what people did: a silence that is long compared with the person's usual days, or no completed lesson
-- in the first three days. Staff clear it, with a note (rules/cohorts#behind).

create table private.cohort_clearings (
  id bigint generated always as identity primary key,
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null constraint cohort_clearings_reason_known check (reason in ('SILENT', 'NOT_STARTED')),
  note text not null constraint cohort_clearings_note_length check (char_length(note) <= 500),
  cleared_by_id uuid references public.profiles (id) on delete set null,
  cleared_at timestamptz not null default now()
);
alter table private.cohort_clearings enable row level security;
create index cohort_clearings_person_idx on private.cohort_clearings (user_id, cohort_id, reason, cleared_at desc);
create index cohort_clearings_cohort_id_idx on private.cohort_clearings (cohort_id);
create index cohort_clearings_cleared_by_id_idx on private.cohort_clearings (cleared_by_id);
comment on table private.cohort_clearings is
  'The notes with which staff cleared that a person had fallen behind. Each holds until the person has been active and falls behind again. No grants: written by clear_behind().';

create function private.find_behind(cohort uuid, only_person uuid default null)
  returns table (user_id uuid, reason text, days integer, usual numeric, since date)
language sql stable security definer set search_path = '' set jit = 'off' as $$
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
    select p.shift_days, p.open_all, p.reached, array_agg(p.user_id) as people from person p group by 1, 2, 3
  ), opened as materialized (
    select q.people, count(*) as lessons, array_agg(l.lesson_id) as ids
    from pace q cross join c cross join plan l
    where q.open_all or private.local_moment(c.starts_on + q.shift_days + l.day, l.at_time, c.time_zone) <= now()
      or make_interval(days => l.day) + l.at_time::interval <= q.reached
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
$$;
comment on function private.find_behind(uuid, uuid) is
  'Takes a cohort and one person (null: everyone); the people who have fallen behind in it and are not cleared. They are SILENT for more than twice the usual days between days on which they completed something (`usual`, the median of at least three gaps), or NOT_STARTED, with nothing completed three days after their first day. `days`: for how many days; `since`: since which day. Only in running cohorts, for active people whose accounts are not disabled and who have not completed everything that is open to them (rules/cohorts#behind).';
revoke all on function private.find_behind(uuid, uuid) from public;

create function public.cohort_behind(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_behind.cohort_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'reason', b.reason, 'days', b.days, 'usual', b.usual,
      'since', b.since) order by b.days desc, p.name, p.id), '[]')
    from private.find_behind(cohort_behind.cohort_id) b join public.profiles p on p.id = b.user_id);
end
$$;
comment on function public.cohort_behind(uuid) is
  'Takes a cohort; the people who have fallen behind in it, as find_behind() finds them, [{id, name, email, reason, days, usual, since}], the longest first. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.cohort_behind(uuid) from public;
grant execute on function public.cohort_behind(uuid) to authenticated, service_role;

create function public.clear_behind(cohort_id uuid, user_id uuid, reason text, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('cohort_members', 'update', clear_behind.cohort_id);
  -- If it is sent again, or by two people at once, it is cleared once.
  perform pg_advisory_xact_lock(hashtextextended('clearing ' || clear_behind.user_id, 0));
  if not exists (select from private.find_behind(clear_behind.cohort_id, clear_behind.user_id) b where b.reason = clear_behind.reason) then
    return;
  end if;
  insert into private.cohort_clearings (cohort_id, user_id, reason, note, cleared_by_id)
  values (clear_behind.cohort_id, clear_behind.user_id, clear_behind.reason, btrim(coalesce(clear_behind.note, '')), private.uid());
  perform private.record_act('cohort_member.clear', clear_behind.cohort_id::text,
    jsonb_build_object('user_id', clear_behind.user_id, 'reason', clear_behind.reason),
    (select c.title from public.cohorts c where c.id = clear_behind.cohort_id));
end
$$;
comment on function public.clear_behind(uuid, uuid, text, text) is
  'Takes a cohort, a person who has fallen behind in it, the reason as cohort_behind() names it, and a note of 500 characters at most; clears it until the person has been active and falls behind again. Does nothing if there is nothing to clear. Raises 42501, PT404 NO_COHORT, 23514 (rules/cohorts#behind).';
revoke all on function public.clear_behind(uuid, uuid, text, text) from public;
grant execute on function public.clear_behind(uuid, uuid, text, text) to authenticated, service_role;

create function public.person_cohorts(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('cohort_members', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
        'ends_on', c.ends_on, 'cohort_state', private.cohort_state(c), 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at,
        'shift_days', m.shift_days, 'open_all', m.open_all, 'paused_on', m.paused_on,
        'behind', (select coalesce(jsonb_agg(jsonb_build_object('reason', b.reason, 'days', b.days, 'usual', b.usual, 'since', b.since)), '[]')
          from private.find_behind(c.id, m.user_id) b),
        'cleared', (select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'at', x.cleared_at,
            'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = x.cleared_by_id)) order by x.cleared_at desc), '[]')
          from (select * from private.cohort_clearings k where k.cohort_id = c.id and k.user_id = m.user_id order by k.cleared_at desc limit 20) x))
      order by c.starts_on desc, c.id), '[]')
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = person_cohorts.user_id
      and (private.can('cohort_members', 'read') or c.id in (select private.staffed_cohort_ids('cohort_members', 'read'))));
end
$$;
comment on function public.person_cohorts(uuid) is
  'Takes a person; their cohorts that the caller may read, the newest first: [{id, slug, title, time_zone, starts_on, ends_on, cohort_state, state, joined_at, left_at, shift_days, open_all, paused_on, behind: [{reason, days, usual, since}], cleared: the newest 20 [{reason, note, at, by}]}]. Raises 42501.';
revoke all on function public.person_cohorts(uuid) from public;
grant execute on function public.person_cohorts(uuid) to authenticated, service_role;

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'shift_days', m.shift_days,
      'open_all', m.open_all, 'paused_on', m.paused_on) order by m.joined_at)
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id where m.user_id = person)
  union all
  select 'cohort_duties', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'duty', s.duty, 'added_at', s.added_at) order by s.added_at)
    from public.cohort_staff s join public.cohorts c on c.id = s.cohort_id where s.user_id = person)
  union all
  select 'cohort_messages_sent', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'title', m.title, 'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from (select * from public.cohort_messages m where m.sender_id = person order by m.created_at desc limit 1000) m
    join public.cohorts c on c.id = m.cohort_id)
  union all
  -- The author is left out, because it is another person.
  select 'cohort_remarks', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'reason', x.reason, 'note', x.note, 'cleared_at', x.cleared_at) order by x.cleared_at)
    from private.cohort_clearings x join public.cohorts c on c.id = x.cohort_id where x.user_id = person)
  union all
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;
comment on function private.cohort_data(uuid) is 'Takes a person; the cohorts to which they belong or belonged, what staff noted about them there, those that they look after, the newest 1,000 messages that they sent to cohorts, and their preferences, each list by its name (null: empty).';

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
comment on function public.my_week() is 'The caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, less the caller''s shift, community: its slug, total, open and done: how many lessons, behind: what staff see of the caller [{reason, days, usual, since}], changes_at: when the next opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}]}]. Empty without a cohort (rules/cohorts#this-week).';
grant execute on function public.my_week() to authenticated, service_role;
