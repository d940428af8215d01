-- Why: calendars recognize an event by its id, and a change by its time stamp. An opening that is moved must keep its id and get a
-- later stamp. Otherwise calendars show it twice, or at its old time (rules/cohorts#calendar).

alter table public.cohort_members add column updated_at timestamptz not null default now();
create trigger cohort_members_touch before update on public.cohort_members for each row execute function private.touch_updated_at();

create table private.schedule_changes (
  cohort_id uuid primary key references public.cohorts (id) on delete cascade,
  changed_at timestamptz not null default now()
);
alter table private.schedule_changes enable row level security;
comment on table private.schedule_changes is
  'When the schedule of a cohort was last changed, also by a deleted opening. No grants: written by a trigger, read by calendar_of().';

create function private.stamp_schedule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A cohort that is being deleted has no row any more, and gets no stamp.
  insert into private.schedule_changes as s (cohort_id)
  select c.id from public.cohorts c where c.id in (select r.cohort_id from changed_rows r) order by c.id
  on conflict on constraint schedule_changes_pkey do update set changed_at = greatest(s.changed_at, excluded.changed_at);
  return null;
end
$$;
comment on function private.stamp_schedule() is 'Statement trigger: records when the schedules of the cohorts changed.';
revoke all on function private.stamp_schedule() from public;
create trigger releases_stamp_insert after insert on public.releases
  referencing new table as changed_rows for each statement execute function private.stamp_schedule();
create trigger releases_stamp_update after update on public.releases
  referencing new table as changed_rows for each statement execute function private.stamp_schedule();
create trigger releases_stamp_delete after delete on public.releases
  referencing old table as changed_rows for each statement execute function private.stamp_schedule();

create or replace function public.calendar_of(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    )
    select jsonb_build_object('cohorts', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on + c.shift_days,
        'ends_on', c.ends_on + c.shift_days, 'changed_at', c.plan_changed_at,
        'openings', coalesce((
          select jsonb_agg(jsonb_build_object('event_id', e.event_id, 'module_id', e.module_id, 'module', e.module, 'course', e.course,
            'slug', e.slug, 'opens_at', e.opens_at, 'lessons', e.lessons, 'titles', to_jsonb(e.titles), 'changed_at', e.changed_at)
            order by e.opens_at, e.course_place, e.module_place, e.event_id)
          from opening e where e.cohort_id = c.id), '[]'))
        order by c.starts_on, c.id)
      from mine c), '[]')));
end
$$;
comment on function public.calendar_of(text) is
  'Takes the secret of a calendar; the openings of its person''s cohorts, {cohorts: [{id, title, time_zone, starts_on, ends_on: less their shift, changed_at, openings: [{event_id: the same wherever the opening moves, module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most, changed_at}]}]}. Null for an unknown secret and for an account that may not be used. Only for the edge function `calendar` (rules/cohorts#calendar).';
revoke all on function public.calendar_of(text) from public;
grant execute on function public.calendar_of(text) to service_role;
