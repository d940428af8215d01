-- The schedule of cohorts: what opens when, due dates, the week of a person, and calendars.
set check_function_bodies = off;

-- TABLES

create table private.calendar_addresses (
  user_id uuid not null,
  hash bytea not null,
  made_at timestamptz not null default now(),
  constraint calendar_addresses_pkey primary key (user_id),
  constraint calendar_addresses_hash_length check (octet_length(hash) = 32),
  constraint calendar_addresses_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint calendar_addresses_hash_key unique (hash)
);
alter table private.calendar_addresses enable row level security;
comment on table private.calendar_addresses is 'The secret address of each person''s calendar, as a SHA-256 hash. No grants: written by make_calendar_address(), read by calendar_of().';

create table private.schedule_changes (
  cohort_id uuid not null,
  changed_at timestamptz not null default now(),
  constraint schedule_changes_pkey primary key (cohort_id),
  constraint schedule_changes_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade
);
alter table private.schedule_changes enable row level security;
comment on table private.schedule_changes is 'When the schedule of a cohort was last changed, also by a deleted opening. No grants: written by a trigger, read by calendar_of().';

create table public.cohort_dues (
  cohort_id uuid not null,
  lesson_id uuid not null,
  day integer,
  at_time time without time zone,
  constraint cohort_dues_pkey primary key (cohort_id, lesson_id),
  constraint cohort_dues_day_range check (day >= 0 and day <= 3650),
  constraint cohort_dues_says_something check (num_nonnulls(day, at_time) > 0),
  constraint cohort_dues_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_dues_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade
);
alter table public.cohort_dues enable row level security;
create index cohort_dues_lesson_id_idx on public.cohort_dues (lesson_id);
grant delete, select on public.cohort_dues to authenticated;
grant insert (cohort_id, lesson_id, day, at_time) on public.cohort_dues to authenticated;
grant update (day, at_time) on public.cohort_dues to authenticated;
grant delete, insert, select, update on public.cohort_dues to service_role;
comment on table public.cohort_dues is 'When an assignment is due in one cohort. Overrides the due date of the assignment (rules/assignments#due).';
comment on column public.cohort_dues.day is 'Days after the first day of the cohort, which is day 0; null: the day of the assignment.';
comment on column public.cohort_dues.at_time is 'The time of day in the cohort''s time zone; null: the time of the assignment.';

create table public.releases (
  id uuid not null default gen_random_uuid(),
  cohort_id uuid not null,
  module_id uuid,
  lesson_id uuid,
  day integer not null default 0,
  at_time time without time zone not null default '00:00:00'::time without time zone,
  constraint releases_pkey primary key (id),
  constraint releases_day_range check (day >= 0 and day <= 3650),
  constraint releases_one_of check (num_nonnulls(module_id, lesson_id) = 1),
  constraint releases_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint releases_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint releases_module_id_fkey foreign key (module_id) references public.modules(id) on delete cascade,
  constraint releases_lesson_once unique (cohort_id, lesson_id),
  constraint releases_module_once unique (cohort_id, module_id)
);
alter table public.releases enable row level security;
create index releases_lesson_id_idx on public.releases (lesson_id, cohort_id);
create index releases_module_id_idx on public.releases (module_id, cohort_id);
grant delete, select on public.releases to authenticated;
grant insert (cohort_id, module_id, lesson_id, day, at_time) on public.releases to authenticated;
grant update (day, at_time) on public.releases to authenticated;
grant delete, insert, select, update on public.releases to service_role;
comment on table public.releases is 'The schedule of a cohort: on which of its days, and when, a module or a lesson opens. A lesson without a row opens with its module; if the module has no row either, it opens at the beginning of the first day (rules/cohorts#schedule).';
comment on column public.releases.day is 'Days after the first day of the cohort, which is day 0.';
comment on column public.releases.at_time is 'The time of day in the cohort''s time zone.';

-- FUNCTIONS

create or replace function private.cohort_due_days(cohort uuid)
  returns table(lesson_id uuid, day integer, due_at timestamptz)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select a.lesson_id, coalesce(d.day, a.due_day),
    private.local_moment(c.starts_on + coalesce(d.day, a.due_day), coalesce(d.at_time, a.due_time, '23:59:59'), c.time_zone)
  from public.cohorts c
  join public.cohort_courses k on k.cohort_id = c.id
  join public.modules m on m.course_id = k.course_id and m.deleted_at is null
  join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'ASSIGNMENT'
  join public.assignments a on a.lesson_id = l.id
  left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
  where c.id = cohort_due_days.cohort and coalesce(d.day, a.due_day) is not null
$function$;
comment on function private.cohort_due_days(uuid) is 'Takes a cohort; returns its assignments that have a due date, with the day of the cohort, counted from 0, and the moment at which they are due for people without a shift.';

-- The openings are looked up once for this cohort, and not again for each of its courses.
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
comment on function private.cohort_plan(uuid) is 'Takes a cohort; returns its lessons with the positions of course, module and lesson, and the day and time at which each opens for people without a shift (rules/cohorts#schedule).';

create or replace function private.release_facts(c public.cohorts, r public.releases)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select case when r.id is not null then jsonb_build_object('id', r.id, 'day', r.day, 'at_time', to_char(r.at_time, 'HH24:MI'),
    'opens_at', private.local_moment(c.starts_on + r.day, r.at_time, c.time_zone)) end
$function$;
comment on function private.release_facts(public.cohorts,public.releases) is 'Takes a cohort and an opening of it (null: none); returns {id, day, at_time: HH:MM in the cohort''s zone, opens_at: for people without a shift}, or null.';

create or replace function private.signal_dates()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('dates', array(
    select m.user_id from public.cohort_members m
    where m.state <> 'LEFT' and m.cohort_id in (select (to_jsonb(r) ->> tg_argv[0])::uuid from changed_rows r)));
  return null;
end
$function$;
comment on function private.signal_dates() is 'Statement trigger: signals to the people of changed cohorts that openings or due dates changed. Its argument is the column with the cohort.';

create or replace function private.signal_dates_of_course()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('dates', array(
    select m.user_id from public.cohort_courses k join public.cohort_members m on m.cohort_id = k.cohort_id and m.state <> 'LEFT'
    where k.course_id = private.course_of_lesson(new.lesson_id)));
  return null;
end
$function$;
comment on function private.signal_dates_of_course() is 'Row trigger: signals to the people of all cohorts that take the course that a due date changed.';

create or replace function private.signal_dates_of_person()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('dates', array[coalesce(new.user_id, old.user_id)]);
  return null;
end
$function$;
comment on function private.signal_dates_of_person() is 'Row trigger: signals to a person that their openings or due dates changed.';

create or replace function private.stamp_schedule()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A cohort that is being deleted has no row any more, so nothing is stored for it.
  insert into private.schedule_changes as s (cohort_id)
  select c.id from public.cohorts c where c.id in (select r.cohort_id from changed_rows r) order by c.id
  on conflict on constraint schedule_changes_pkey do update set changed_at = greatest(s.changed_at, excluded.changed_at);
  perform private.plan_reminders(r.cohort_id) from (select distinct o.cohort_id from changed_rows o) r;
  return null;
end
$function$;
comment on function private.stamp_schedule() is 'Statement trigger: records when the schedules of the cohorts changed, and plans their reminders.';

create or replace function private.unreleased_lesson_ids(person uuid, moment timestamptz)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  -- Returns early for people without a cohort, who are most.
  if exists (select from public.entitlements e where e.user_id = person and e.cohort_id is not null) then
    return query select u.lesson_id from private.unreleased_lessons(person, moment) u;
  end if;
end
$function$;
comment on function private.unreleased_lesson_ids(uuid,timestamp with time zone) is 'Takes a person and a moment; returns the ids of lessons that the schedules of their cohorts have not opened yet (rules/cohorts#schedule).';

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
      -- Lessons that opened before an earlier pause stay open.
      and not exists (select from unnest(n.reached_from, n.reached_at) r (first_day, at)
        where private.local_moment(r.first_day + opening.day, opening.at_time, n.time_zone) <= r.at)
  )
  -- The earliest opening counts: a lesson is closed only if every cohort that grants its course has not opened it yet.
  select distinct on (c.id) c.id, c.course_id, c.opens_at, c.cohort_id, c.day
  from (select k.*, count(*) over (partition by k.id) as closed_in from closed k) c
  where c.closed_in = c.cohorts
    and not exists (select from public.lesson_completions d where d.user_id = person and d.lesson_id = c.id)
  order by c.id, c.opens_at nulls last
$function$;
comment on function private.unreleased_lessons(uuid,timestamp with time zone) is 'Takes a person and a moment; returns lessons that the schedules of their cohorts have not opened at that moment, with when they open (null while the person pauses), by which cohort and on which of its days. Lessons that the person completed, or that a grant without a cohort opens, are left out (rules/cohorts#schedule).';

create or replace function public.calendar_of(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
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
      -- While a person pauses, the later openings are unknown, so they are left out.
      where not mine.open_all and t.opens_at <= coalesce(mine.paused_at, 'infinity')
      group by mine.id, p.module_id, t.opens_at
    ), due as (
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, l.title, o.title as course, o.slug, s.state is not distinct from 'WAITING' as handed_in,
        greatest(mine.plan_changed_at, o.updated_at, l.updated_at, a.updated_at, x.given_at, w.changed_at) as changed_at
      from private.person_dues(person, now()) d
      join mine on mine.id = d.cohort_id
      join public.lessons l on l.id = d.lesson_id
      join public.assignments a on a.lesson_id = d.lesson_id
      join public.courses o on o.id = d.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.extensions x on x.lesson_id = d.lesson_id and x.user_id = person
      left join public.submissions s on s.lesson_id = d.lesson_id and s.user_id = person
      cross join lateral (
        select greatest(max(r.submitted_at), max(v.published_at), max(v.withdrawn_at)) as changed_at
        from public.submission_rounds r left join public.reviews v on v.round_id = r.id where r.submission_id = s.id) w
      where d.due_at is not null and s.state is distinct from 'PASSED'
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
            'time_zone', e.time_zone, 'handed_in', e.handed_in, 'changed_at', e.changed_at) order by e.due_at, e.lesson_id)
          from due e where e.cohort_id = c.id), '[]'))
        order by c.starts_on, c.id)
      from mine c), '[]')));
end
$function$;
comment on function public.calendar_of(text) is 'Takes the secret of a calendar; returns the openings and due dates of the cohorts of its person, {cohorts: [{id, title, time_zone, starts_on, ends_on: both minus the shift of the person, changed_at, openings: [{event_id: does not change when the opening moves, module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most, changed_at}], dues: without those of passed work, [{lesson_id, title, course, slug, due_at, time_zone, handed_in: whether the work waits for a review, changed_at}]}]}. Null for an unknown secret and for an account that is not active. Only for the edge function `calendar` (rules/cohorts#calendar).';
grant execute on function public.calendar_of(text) to service_role;

create or replace function public.cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('releases', 'read', cohort_schedule.cohort_id);
  return (
    select jsonb_build_object('starts_on', c.starts_on, 'ends_on', c.ends_on, 'time_zone', c.time_zone, 'today', private.local_day(now(), c.time_zone),
      'courses', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug, 'modules', coalesce((
            select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'release', private.release_facts(c, r), 'lessons', coalesce((
                select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
                  'free', l.free_preview, 'release', private.release_facts(c, x), 'due', case when l.content_type = 'ASSIGNMENT' then
                    jsonb_build_object('said', jsonb_build_object('day', a.due_day, 'at_time', to_char(a.due_time, 'HH24:MI')),
                      'own', case when d.lesson_id is not null then jsonb_build_object('day', d.day, 'at_time', to_char(d.at_time, 'HH24:MI')) end) end)
                  order by l.index)
                from public.lessons l left join public.releases x on x.cohort_id = c.id and x.lesson_id = l.id
                left join public.assignments a on a.lesson_id = l.id
                left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
                where l.module_id = m.id and l.deleted_at is null), '[]'))
              order by m.index)
            from public.modules m left join public.releases r on r.cohort_id = c.id and r.module_id = m.id
            where m.course_id = o.id and m.deleted_at is null), '[]'))
          order by k.position, o.title)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null
        where k.cohort_id = c.id), '[]'))
    from public.cohorts c where c.id = cohort_schedule.cohort_id);
end
$function$;
comment on function public.cohort_schedule(uuid) is 'Takes a cohort; returns {starts_on, ends_on, time_zone, today: in that time zone, courses: [{id, title, slug, modules: [{id, title, release, lessons: [{id, title, type, sec, free, release, due: {said: the date of the assignment, own: the date of the cohort, or null}, or null for other types}]}]}]} in their order; `release` as release_facts() returns it, said and own as {day, at_time}. Where a field of own is null, the field of said applies; where a field of said is null, there is none. Raises 42501 and PT404 NO_COHORT (rules/cohorts#schedule).';
grant execute on function public.cohort_schedule(uuid) to authenticated, service_role;

create or replace function public.end_calendar()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  delete from private.calendar_addresses a where a.user_id = private.uid();
end
$function$;
comment on function public.end_calendar() is 'Deletes the address of the caller''s calendar. Raises 42501.';
grant execute on function public.end_calendar() to authenticated, service_role;

create or replace function public.make_calendar_address()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  insert into private.calendar_addresses as a (user_id, hash) values (private.uid(), sha256(decode(token, 'hex')))
  on conflict on constraint calendar_addresses_pkey do update set hash = excluded.hash, made_at = now();
  perform private.record_act('user.calendar', private.uid()::text, '{}', null);
  return jsonb_build_object('token', token, 'made_at', now());
end
$function$;
comment on function public.make_calendar_address() is 'Makes a secret for the caller''s calendar, which replaces the earlier one, and returns {token, made_at}. The token cannot be read again. Raises 42501.';
grant execute on function public.make_calendar_address() to authenticated, service_role;

create or replace function public.my_calendar()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  return (select jsonb_build_object('made_at', a.made_at) from private.calendar_addresses a where a.user_id = private.uid());
end
$function$;
comment on function public.my_calendar() is 'Returns when the address of the caller''s calendar was made, {made_at}; null if there is none. Raises 42501.';
grant execute on function public.my_calendar() to authenticated, service_role;

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
      -- This is read once, and only if there is any news.
      select u as lesson_id from private.my_unreleased_lesson_ids() u where exists (select from news)
    ), held as materialized (
      select h as course_id from private.entitled_course_ids() h where exists (select from news)
    ), placed as (
      select n.*, coalesce(n.title, l.title) as shown, l.title as lesson, c.title as course, c.slug,
        row_number() over (partition by n.kind order by n.at desc, n.id) as place
      from news n
      -- The lateral join with `offset 0` looks up each lesson. The planner overestimates the news, and would read all
      -- lessons.
      cross join lateral (select o.* from public.lessons o where o.id = n.lesson_id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id
      where private.course_is_published(c.status, c.deleted_at)
        and (l.free_preview and n.kind <> 'RETURNED' or c.id in (select h.course_id from held h) and l.id not in (select s.lesson_id from shut s))
        -- Returned work is left out if the assignment no longer accepts work.
        and (n.kind <> 'RETURNED' or not exists (select from public.assignments a where a.lesson_id = l.id and a.late = 'SHUT')
          or not exists (select from private.person_dues(me, now()) d where d.lesson_id = l.id and private.is_second_over(d.shut_at)))
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'title', p.shown, 'lesson_id', p.lesson_id, 'lesson', p.lesson,
      'course', p.course, 'slug', p.slug, 'at', p.at, 'mine', coalesce(p.mine, true), 'times', p.times) order by p.at desc, p.id), '[]')
    from placed p where p.place <= most);
end
$function$;
comment on function public.my_news() is 'Returns the caller''s news, the newest first, six of each kind: [{kind: RETURNED: work that was returned to them and not handed in again, PASSED: work that passed within seven days, ANSWERED: a question that they follow, with answers of others within seven days, id: of the assignment or question, title, lesson_id, lesson: its title, course: its title, slug: of the course, at: of the review or the newest answer, mine: whether they asked the question, times: how many answers}]. Only in lessons that are open to them. Empty if there is nothing (rules/learning#news).';
grant execute on function public.my_news() to authenticated, service_role;

create or replace function public.my_cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  c public.cohorts;
  shift int;
begin
  if my_cohort_schedule.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  select o.* into c from public.cohorts o where o.id = my_cohort_schedule.cohort_id;
  select m.shift_days into shift from public.cohort_members m where m.cohort_id = c.id and m.user_id = me;
  return (
    with planned as materialized (
      select p.*, o.title as course, o.slug, u.lesson_id is null as is_open, done.lesson_id is not null as is_done,
        -- While the person pauses, the opening of a closed lesson is unknown (null).
        case when u.lesson_id is null then private.local_moment(c.starts_on + shift + p.day, p.at_time, c.time_zone) else u.opens_at end as opens_at
      from private.cohort_plan(c.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join private.unreleased_lessons(me, now()) u on u.lesson_id = p.lesson_id
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
    ), opening as (
      -- Lessons of one module that open at the same moment are one line.
      select q.day, q.opens_at, q.course, q.slug, q.module_id, (array_agg(q.lesson_id order by q.lesson_place))[1] as lesson_id,
        bool_and(q.is_open) as open, count(*) as lessons, count(*) filter (where q.is_done) as done,
        row_number() over (order by q.day, q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q group by q.day, q.opens_at, q.course, q.slug, q.module_id
    )
    select jsonb_build_object(
      'openings', coalesce((
        select jsonb_agg(jsonb_build_object('day', o.day, 'opens_at', o.opens_at, 'open', o.open, 'lessons', o.lessons, 'done', o.done,
          'title', case when o.lessons = 1 then l.title else m.title end, 'id', o.lesson_id, 'course', o.course, 'slug', o.slug) order by o.place)
        from opening o join public.lessons l on l.id = o.lesson_id join public.modules m on m.id = o.module_id), '[]'),
      'dues', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', l.title, 'course', q.course, 'slug', q.slug, 'at', d.due_at, 'zone', d.time_zone,
          'day', private.local_day(d.due_at, c.time_zone) - c.starts_on - shift, 'open', q.is_open, 'state', s.state) order by d.due_at, d.lesson_id)
        from private.person_dues(me, now()) d
        join planned q on q.lesson_id = d.lesson_id
        join public.lessons l on l.id = d.lesson_id
        left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
        where d.cohort_id = c.id and d.due_at is not null), '[]'),
      'shift', shift,
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'created_at', n.created_at, 'sender', nullif(p.name, ''))
          order by n.created_at desc, n.id desc)
        from (select * from public.cohort_messages o where o.cohort_id = c.id and (o.user_id is null or o.user_id = me) order by o.created_at desc, o.id desc limit 50) n
        left join public.profiles p on p.id = n.sender_id), '[]')));
end
$function$;
comment on function public.my_cohort_schedule(uuid) is 'Takes a cohort of the caller; returns {openings: in their order [{day: of the schedule, 0 is the first, opens_at: with the caller''s shift, null while they pause, open, lessons: how many, done, title: of the module, or of the only lesson, id: of the first lesson, course, slug: of the course}], dues: [{id, title, course, slug, at, zone, day, open, state: of the work, or null}], shift: by how many days everything is later for the caller, messages: the newest 50 [{id, title, message, created_at, sender: a name or null}]}. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#weeks).';
grant execute on function public.my_cohort_schedule(uuid) to authenticated, service_role;

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
begin
  return (
    with mine as materialized (
      select c.*, m.state as my_state, m.shift_days, m.open_all, m.reached_from, m.reached_at, least(m.paused_at, now()) as clock,
        private.cohort_state(c) as now_is
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = me and m.state <> 'LEFT' and c.id in (select k from private.my_cohort_ids() k)
        and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), planned as materialized (
      select mine.id as cohort_id, p.*, o.slug as course_slug, o.title as course, opening.opens_at,
        mine.open_all or opening.opens_at <= mine.clock
          or exists (select from unnest(mine.reached_from, mine.reached_at) r (first_day, at)
            where private.local_moment(r.first_day + p.day, p.at_time, mine.time_zone) <= r.at)
          or done.lesson_id is not null as is_open,
        done.lesson_id is not null as is_done
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) opening
    ), tally as (
      select q.cohort_id, count(*) as total, count(*) filter (where q.is_open) as open, count(*) filter (where q.is_done) as done,
        min(q.opens_at) filter (where not q.is_open) as changes_at
      from planned q group by q.cohort_id
    ), opened as (
      -- What opened within a week and is not completed, the newest first.
      select q.*, row_number() over (partition by q.cohort_id order by q.opens_at desc, q.course_place, q.module_place, q.lesson_place) as place
      from planned q where q.is_open and not q.is_done and q.opens_at > now() - interval '7 days' and q.opens_at <= now()
    ), ahead as (
      -- Lessons of one module that open at the same moment are one line.
      select q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id, (array_agg(q.lesson_id))[1] as lesson_id, count(*) as lessons,
        row_number() over (partition by q.cohort_id order by q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q where not q.is_open
      group by q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id
    ), due as (
      -- Assignments that the person still has to hand in, the earliest due date first: the work does not wait for a
      -- review, has not passed, and is still accepted.
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, q.course, q.course_slug, s.state,
        row_number() over (partition by d.cohort_id order by d.due_at, q.course_place, q.module_place, q.lesson_place) as place
      from private.person_dues(me, now()) d
      join planned q on q.cohort_id = d.cohort_id and q.lesson_id = d.lesson_id
      left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
      -- The ids are given as a list, so that person_dues() computes no dates of other lessons.
      where d.lesson_id = any (array(select o.lesson_id from planned o where o.is_open and not o.is_done)) and q.is_open and not q.is_done
        and d.due_at is not null and s.state is distinct from 'WAITING' and s.state is distinct from 'PASSED' and not coalesce(private.is_second_over(d.shut_at), false)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone,
        'starts_on', c.starts_on, 'ends_on', c.ends_on, 'state', c.now_is, 'my_state', c.my_state,
        'day', private.local_day(now(), c.time_zone) - c.starts_on - c.shift_days,
        'community', (select k.slug from public.communities k where k.id = c.community_id),
        'total', coalesce(t.total, 0), 'open', coalesce(t.open, 0), 'done', coalesce(t.done, 0),
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, me) b),
        'changes_at', case when c.my_state <> 'PAUSED' then t.changes_at end,
        'opened', coalesce((
          select jsonb_agg(jsonb_build_object('id', o.lesson_id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
            'course', o.course, 'slug', o.course_slug, 'opens_at', o.opens_at) order by o.place)
          -- `offset 0` makes the planner look up each lesson. Without it, it would read all lessons.
          from opened o cross join lateral (select k.title, k.content_type, k.duration_sec from public.lessons k where k.id = o.lesson_id offset 0) l
          where o.cohort_id = c.id and o.place <= 6), '[]'),
        'next', case when c.my_state = 'PAUSED' then '[]' else coalesce((
          select jsonb_agg(jsonb_build_object('title', case when a.lessons = 1 then (select l.title from public.lessons l where l.id = a.lesson_id)
              else (select m.title from public.modules m where m.id = a.module_id) end,
            'lessons', a.lessons, 'course', a.course, 'slug', a.course_slug, 'opens_at', a.opens_at) order by a.place)
          from ahead a where a.cohort_id = c.id and a.place <= 4), '[]') end,
        'due', coalesce((
          select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', (select l.title from public.lessons l where l.id = d.lesson_id),
            'course', d.course, 'slug', d.course_slug, 'at', d.due_at, 'zone', d.time_zone, 'came_back', coalesce(d.state = 'RETURNED', false)) order by d.place)
          from due d where d.cohort_id = c.id and d.place <= 6), '[]'))
      order by c.now_is desc, c.starts_on, c.id), '[]')
    from mine c left join tally t on t.cohort_id = c.id);
end
$function$;
comment on function public.my_week() is 'Returns the caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, minus the caller''s shift, community: its slug, total, open and done: how many lessons, behind: the reasons for which the caller has fallen behind, as behind_view() shows them [{reason, days, usual, since, facts}], changes_at: when the next lesson opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}], due: six assignments that are open and that the caller still has to hand in, in the order in which they are due [{id, title, course, slug, at, zone, came_back: whether the work was returned}]}]. Empty without a cohort (rules/cohorts#this-week).';
grant execute on function public.my_week() to authenticated, service_role;

create or replace function public.save_releases(cohort_id uuid, changes jsonb)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('changes', changes, 1000000);
  perform private.check_cohort_right('releases', 'update', save_releases.cohort_id);
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Change fewer openings.';
  end if;
  delete from public.releases r
  using jsonb_to_recordset(changes) x (module_id uuid, lesson_id uuid, day integer)
  where r.cohort_id = save_releases.cohort_id and x.day is null and (r.module_id = x.module_id or r.lesson_id = x.lesson_id);
  insert into public.releases as r (cohort_id, module_id, day, at_time)
  select save_releases.cohort_id, x.module_id, x.day, coalesce(x.at_time, '00:00')
  from jsonb_to_recordset(changes) x (module_id uuid, day integer, at_time time) where x.module_id is not null and x.day is not null
  on conflict on constraint releases_module_once do update set day = excluded.day, at_time = excluded.at_time
    where (r.day, r.at_time) is distinct from (excluded.day, excluded.at_time);
  insert into public.releases as r (cohort_id, lesson_id, day, at_time)
  select save_releases.cohort_id, x.lesson_id, x.day, coalesce(x.at_time, '00:00')
  from jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time) where x.lesson_id is not null and x.day is not null
  on conflict on constraint releases_lesson_once do update set day = excluded.day, at_time = excluded.at_time
    where (r.day, r.at_time) is distinct from (excluded.day, excluded.at_time);
end
$function$;
comment on function public.save_releases(uuid,jsonb) is 'Takes a cohort and changes of its schedule [{module_id or lesson_id, day, at_time}], at most 2,000; a day that is null removes the opening. Saves all of them or none. The same call again changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, 23514 for a day out of range (rules/cohorts#schedule).';
grant execute on function public.save_releases(uuid,jsonb) to authenticated, service_role;

-- TRIGGERS

create trigger cohort_dues_audit_delete after delete on public.cohort_dues
  referencing old table as old_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

create trigger cohort_dues_audit_insert after insert on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

create trigger cohort_dues_audit_update after update on public.cohort_dues
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

create trigger assignments_signal_dates after update on public.assignments
  for each row
  when ((new.due_day, new.due_time, new.late, new.cutoff_days) is distinct from (old.due_day, old.due_time, old.late, old.cutoff_days))
  execute function private.signal_dates_of_course();

create trigger cohort_dues_signal_dates_delete after delete on public.cohort_dues
  referencing old table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger cohort_dues_signal_dates_insert after insert on public.cohort_dues
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger cohort_dues_signal_dates_update after update on public.cohort_dues
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger cohort_dues_signal_delete after delete on public.cohort_dues
  referencing old table as old_rows
  for each statement execute function private.signal_change('releases');

create trigger cohort_dues_signal_insert after insert on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger cohort_dues_signal_update after update on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger cohort_members_signal_dates after update on public.cohort_members
  for each row
  when ((new.state, new.shift_days, new.open_all, new.paused_on) is distinct from (old.state, old.shift_days, old.open_all, old.paused_on))
  execute function private.signal_dates_of_person();

create trigger cohorts_signal_dates after update on public.cohorts
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('id');

create trigger extensions_signal_dates after insert or delete or update on public.extensions
  for each row execute function private.signal_dates_of_person();

create trigger releases_audit_delete after delete on public.releases
  referencing old table as old_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger releases_audit_insert after insert on public.releases
  referencing new table as new_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger releases_audit_update after update on public.releases
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger releases_signal_dates_delete after delete on public.releases
  referencing old table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger releases_signal_dates_insert after insert on public.releases
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger releases_signal_dates_update after update on public.releases
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger releases_signal_delete after delete on public.releases
  referencing old table as old_rows
  for each statement execute function private.signal_change('releases');

create trigger releases_signal_insert after insert on public.releases
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger releases_signal_update after update on public.releases
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger releases_stamp_delete after delete on public.releases
  referencing old table as changed_rows
  for each statement execute function private.stamp_schedule();

create trigger releases_stamp_insert after insert on public.releases
  referencing new table as changed_rows
  for each statement execute function private.stamp_schedule();

create trigger releases_stamp_update after update on public.releases
  referencing new table as changed_rows
  for each statement execute function private.stamp_schedule();

-- POLICIES

create policy cohort_dues_delete on public.cohort_dues
  for delete to authenticated
  using (
    (select private.can('releases', 'delete'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'delete'))
  );
comment on policy cohort_dues_delete on public.cohort_dues is 'Callers who may change the schedule. Without a row, the due date of the assignment applies.';

create policy cohort_dues_insert on public.cohort_dues
  for insert to authenticated
  with check (
    (select private.can('releases', 'create'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'create'))
  );
comment on policy cohort_dues_insert on public.cohort_dues is 'Rows of any cohort, or of cohorts that the caller looks after.';

create policy cohort_dues_select on public.cohort_dues
  for select to authenticated
  using (
    (select private.can('releases', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'read'))
  );
comment on policy cohort_dues_select on public.cohort_dues is 'All rows, or those of cohorts that the caller looks after. Members read the due dates of their work through functions.';

create policy cohort_dues_update on public.cohort_dues
  for update to authenticated
  using (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  )
  with check (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  );
comment on policy cohort_dues_update on public.cohort_dues is 'Callers who may change the schedule. Only day and time can be changed.';

create policy releases_delete on public.releases
  for delete to authenticated
  using (
    (select private.can('releases', 'delete'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'delete'))
  );
comment on policy releases_delete on public.releases is 'Callers who may change the schedule. Without a row, a lesson opens with its module, and a module at the beginning of the first day.';

create policy releases_insert on public.releases
  for insert to authenticated
  with check (
    (select private.can('releases', 'create'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'create'))
  );
comment on policy releases_insert on public.releases is 'Rows of any cohort, or of cohorts that the caller looks after.';

create policy releases_select on public.releases
  for select to authenticated
  using (
    (select private.can('releases', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'read'))
  );
comment on policy releases_select on public.releases is 'All rows, or those of cohorts that the caller looks after. Members read the openings of their lessons through functions.';

create policy releases_update on public.releases
  for update to authenticated
  using (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  )
  with check (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  );
comment on policy releases_update on public.releases is 'Callers who may change the schedule. Only day and time can be changed.';
