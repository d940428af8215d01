-- Why: a learner subscribes to the openings of their cohorts in the calendar that they already use. Calendars send no session, so
-- the address is the secret. It is shown once, stored as a hash, and can be renewed (rules/cohorts#calendar).

create table private.calendar_addresses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  hash bytea not null constraint calendar_addresses_hash_key unique constraint calendar_addresses_hash_length check (octet_length(hash) = 32),
  made_at timestamptz not null default now()
);
alter table private.calendar_addresses enable row level security;
comment on table private.calendar_addresses is
  'The secret address of each person''s calendar, as a SHA-256 hash. No grants: written by make_calendar_address(), read by calendar_of().';

create function public.my_calendar() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  return (select jsonb_build_object('made_at', a.made_at) from private.calendar_addresses a where a.user_id = private.uid());
end
$$;
comment on function public.my_calendar() is
  'When the address of the caller''s calendar was made, {made_at}; null if there is none. Raises 42501.';
revoke all on function public.my_calendar() from public;
grant execute on function public.my_calendar() to authenticated, service_role;

create function public.make_calendar_address() returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.make_calendar_address() is
  'Makes a secret for the caller''s calendar, which replaces the earlier one, and gives {token, made_at}. Nobody can read the token again. Raises 42501.';
revoke all on function public.make_calendar_address() from public;
grant execute on function public.make_calendar_address() to authenticated, service_role;

create function public.end_calendar() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  delete from private.calendar_addresses a where a.user_id = private.uid();
end
$$;
comment on function public.end_calendar() is 'Deletes the address of the caller''s calendar. Raises 42501.';
revoke all on function public.end_calendar() from public;
grant execute on function public.end_calendar() to authenticated, service_role;

create function public.calendar_of(token text) returns jsonb
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
      select c.*, m.shift_days, m.open_all, m.paused_at
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = person and m.state <> 'LEFT' and not c.draft and c.archived_at is null
    ), opening as (
      -- Lessons of one module that open at one moment are one event.
      select mine.id as cohort_id, p.module_id, t.opens_at, min(o.title) as course, min(o.slug) as slug, min(md.title) as module,
        count(*) as lessons, (array_agg(l.title order by p.lesson_place))[1:20] as titles, min(p.course_place) as course_place, min(p.module_place) as module_place
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      join public.modules md on md.id = p.module_id
      join public.lessons l on l.id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) t
      -- While a person pauses, it is not known when the next lessons open.
      where not mine.open_all and t.opens_at <= coalesce(mine.paused_at, 'infinity')
      group by mine.id, p.module_id, t.opens_at
    )
    select jsonb_build_object('cohorts', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on + c.shift_days,
        'ends_on', c.ends_on + c.shift_days, 'changed_at', c.updated_at,
        'openings', coalesce((
          select jsonb_agg(jsonb_build_object('module_id', e.module_id, 'module', e.module, 'course', e.course, 'slug', e.slug, 'opens_at', e.opens_at,
            'lessons', e.lessons, 'titles', to_jsonb(e.titles)) order by e.opens_at, e.course_place, e.module_place)
          from opening e where e.cohort_id = c.id), '[]'))
        order by c.starts_on, c.id)
      from mine c), '[]')));
end
$$;
comment on function public.calendar_of(text) is
  'Takes the secret of a calendar; the openings of its person''s cohorts, {cohorts: [{id, title, time_zone, starts_on, ends_on: less their shift, changed_at, openings: [{module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most}]}]}. Null for an unknown secret and for an account that may not be used. Only for the edge function `calendar` (rules/cohorts#calendar).';
revoke all on function public.calendar_of(text) from public;
grant execute on function public.calendar_of(text) to service_role;
