-- Why: a bootcamp teaches groups of people who begin on one day and go on at one pace. A cohort has courses, people, staff
-- and dates. Its people hold its courses, however they joined (rules/cohorts#grants). No job opens or ends anything: state
-- and access are worked out when they are read (rules/cohorts#state).

create type public.cohort_member_state as enum ('ACTIVE', 'PAUSED', 'LEFT', 'GRADUATED');
create type public.cohort_duty as enum ('LEAD', 'COACH');

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'cohorts', 'create', 'any'),
  ('ADMIN', 'cohorts', 'read', 'any'),
  ('ADMIN', 'cohorts', 'update', 'any'),
  ('ADMIN', 'cohorts', 'delete', 'any'),
  ('MODERATOR', 'cohorts', 'read', 'assigned'),
  ('MEMBER', 'cohorts', 'read', 'own'),
  ('ADMIN', 'cohort_members', 'create', 'any'),
  ('ADMIN', 'cohort_members', 'read', 'any'),
  ('ADMIN', 'cohort_members', 'update', 'any'),
  ('ADMIN', 'cohort_members', 'delete', 'any'),
  ('MODERATOR', 'cohort_members', 'create', 'assigned'),
  ('MODERATOR', 'cohort_members', 'read', 'assigned'),
  ('MODERATOR', 'cohort_members', 'update', 'assigned'),
  ('MEMBER', 'cohort_members', 'read', 'own'),
  ('ADMIN', 'cohort_staff', 'create', 'any'),
  ('ADMIN', 'cohort_staff', 'read', 'any'),
  ('ADMIN', 'cohort_staff', 'update', 'any'),
  ('ADMIN', 'cohort_staff', 'delete', 'any'),
  ('MODERATOR', 'cohort_staff', 'read', 'assigned');

-- Moments ---------------------------------------------------------------------------------------------------------

create function private.local_moment(day date, at_time time, zone text) returns timestamptz
language sql immutable parallel safe as $$
  select (day + at_time) at time zone zone
$$;
comment on function private.local_moment(date, time, text) is
  'Takes a day, a time of day and an IANA time zone; the moment at which clocks there show both. If a clock change shows the time twice, it is the later moment; if it skips the time, the moment at which clocks show the time plus what was skipped (rules/cohorts#moments).';
revoke all on function private.local_moment(date, time, text) from public;
grant execute on function private.local_moment(date, time, text) to authenticated, service_role;

create function private.local_day(moment timestamptz, zone text) returns date
language sql immutable parallel safe as $$
  select (moment at time zone zone)::date
$$;
comment on function private.local_day(timestamptz, text) is 'Takes a moment and an IANA time zone; the date there at that moment (rules/cohorts#moments).';
revoke all on function private.local_day(timestamptz, text) from public;
grant execute on function private.local_day(timestamptz, text) to authenticated, service_role;

create function private.last_second(day date, zone text) returns timestamptz
language sql stable parallel safe as $$
  select private.local_moment(day + 1, '00:00', zone) - interval '1 second'
$$;
comment on function private.last_second(date, text) is 'Takes a day (null: none) and an IANA time zone; the last second of that day there.';
revoke all on function private.last_second(date, text) from public;
grant execute on function private.last_second(date, text) to authenticated, service_role;

-- Tables ----------------------------------------------------------------------------------------------------------

create table public.cohorts (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint cohorts_slug_key unique constraint cohorts_slug_form check (private.is_slug(slug)),
  title text not null constraint cohorts_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  time_zone text not null constraint cohorts_time_zone_length check (char_length(time_zone) <= 100),
  starts_on date not null constraint cohorts_starts_on_range check (starts_on between '1970-01-01' and '2200-12-31'),
  ends_on date not null constraint cohorts_ends_on_range check (ends_on <= '2200-12-31'),
  access_ends_on date constraint cohorts_access_ends_on_range check (access_ends_on <= '2300-12-31'),
  seats integer constraint cohorts_seats_range check (seats between 0 and 100000),
  draft boolean not null default false,
  archived_at timestamptz constraint cohorts_archived_at_range check (archived_at between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00'),
  community_id uuid references public.communities (id) on delete set null,
  created_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cohorts_ends_after_start check (ends_on >= starts_on),
  constraint cohorts_access_after_start check (access_ends_on >= starts_on)
);
alter table public.cohorts enable row level security;
create index cohorts_starts_on_idx on public.cohorts (starts_on desc, id desc);
create index cohorts_community_id_idx on public.cohorts (community_id);
create index cohorts_created_by_id_idx on public.cohorts (created_by_id);
comment on table public.cohorts is
  'A group of people who take courses together, from a first to a last day in a time zone (rules/cohorts#state).';
comment on column public.cohorts.time_zone is 'An IANA name. All days and times of the cohort are on the clocks of this zone.';
comment on column public.cohorts.access_ends_on is 'The last day on which its people can open its courses; null: without end.';
comment on column public.cohorts.seats is 'How many people may be in it at a time, without those who left; null: any number.';
comment on column public.cohorts.draft is 'A draft grants nothing, and its people do not see it.';

create table public.cohort_courses (
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  course_id uuid not null references public.courses (id) on delete cascade,
  position integer not null default 0 constraint cohort_courses_position_range check (position between 0 and 1000),
  primary key (cohort_id, course_id)
);
alter table public.cohort_courses enable row level security;
create index cohort_courses_course_id_idx on public.cohort_courses (course_id);
comment on table public.cohort_courses is 'The courses of a cohort, and their order.';

create table public.cohort_members (
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  state public.cohort_member_state not null default 'ACTIVE',
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  shift_days integer not null default 0 constraint cohort_members_shift_days_range check (shift_days between -3650 and 3650),
  open_all boolean not null default false,
  paused_on date,
  paused_at timestamptz,
  reached interval,
  primary key (cohort_id, user_id),
  constraint cohort_members_pause check ((state = 'PAUSED') = (paused_on is not null) and (paused_on is null) = (paused_at is null)),
  constraint cohort_members_left check ((state = 'LEFT') = (left_at is not null))
);
alter table public.cohort_members enable row level security;
create index cohort_members_user_id_idx on public.cohort_members (user_id);
create index cohort_members_present_idx on public.cohort_members (cohort_id) where state <> 'LEFT';
comment on table public.cohort_members is 'The people of a cohort. Leaving keeps the row (rules/cohorts#people).';
comment on column public.cohort_members.shift_days is 'By how many days openings and the end of access come later for this person; negative: earlier (rules/cohorts#shift).';
comment on column public.cohort_members.open_all is 'Whether all lessons are open to this person, regardless of the schedule.';
comment on column public.cohort_members.paused_on is 'The day, in the cohort''s zone, on which the pause began. When the pause ends, the days since then are added to the shift (rules/cohorts#pause).';
comment on column public.cohort_members.paused_at is 'The moment at which the pause began. Until it ends, nothing more opens to the person.';
comment on column public.cohort_members.reached is 'How far into the schedule, in days and time of day, the person was when a pause that has ended began; what had opened by then stays open.';

create table public.cohort_staff (
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  duty public.cohort_duty not null default 'COACH',
  added_at timestamptz not null default now(),
  primary key (cohort_id, user_id)
);
alter table public.cohort_staff enable row level security;
create index cohort_staff_user_id_idx on public.cohort_staff (user_id);
comment on table public.cohort_staff is 'Administrators and moderators who look after a cohort (rules/cohorts#staff).';

alter table public.entitlements
  add column cohort_id uuid references public.cohorts (id) on delete cascade,
  drop constraint entitlements_grant_key,
  add constraint entitlements_grant_key unique nulls not distinct (user_id, course_id, purchase_id, cohort_id),
  add constraint entitlements_of_cohort check ((source = 'COHORT') = (cohort_id is not null));
create index entitlements_cohort_id_idx on public.entitlements (cohort_id);
comment on column public.entitlements.cohort_id is 'The cohort whose membership grants the course. Only sync_cohort_grants() writes such rows (rules/cohorts#grants).';

-- Who may see and change them -------------------------------------------------------------------------------------

create function private.cohort_state(cohort public.cohorts, moment timestamptz default now()) returns text
language sql stable parallel safe as $$
  select case
    when cohort.archived_at is not null then 'ARCHIVED'
    when cohort.draft then 'DRAFT'
    when private.local_day(moment, cohort.time_zone) < cohort.starts_on then 'UPCOMING'
    when private.local_day(moment, cohort.time_zone) <= cohort.ends_on then 'RUNNING'
    else 'ENDED' end
$$;
comment on function private.cohort_state(public.cohorts, timestamptz) is
  'Takes a cohort and a moment; ARCHIVED, DRAFT, or by its days in its zone UPCOMING, RUNNING or ENDED (rules/cohorts#state).';
revoke all on function private.cohort_state(public.cohorts, timestamptz) from public;
grant execute on function private.cohort_state(public.cohorts, timestamptz) to authenticated, service_role;

create function private.staffed_cohort_ids(resource text, action text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select s.cohort_id from public.cohort_staff s
    where s.user_id = private.uid() and (select private.can(staffed_cohort_ids.resource, staffed_cohort_ids.action, 'assigned'));
end
$$;
comment on function private.staffed_cohort_ids(text, text) is
  'Takes a resource and an action; the cohorts that the caller looks after, if the role table gives them that right on what is assigned to them.';
revoke all on function private.staffed_cohort_ids(text, text) from public;
grant execute on function private.staffed_cohort_ids(text, text) to authenticated, service_role;

create function private.my_cohort_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.cohort_id from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = private.uid() and m.state <> 'LEFT' and not c.draft and (select private.can('cohorts', 'read', 'own'));
end
$$;
comment on function private.my_cohort_ids() is 'Cohorts to which the caller belongs, without drafts.';
revoke all on function private.my_cohort_ids() from public;
grant execute on function private.my_cohort_ids() to authenticated, service_role;

create function private.can_on_cohort(resource text, action text, cohort uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can(resource, action)
    or cohort in (select private.staffed_cohort_ids(can_on_cohort.resource, can_on_cohort.action));
end
$$;
comment on function private.can_on_cohort(text, text, uuid) is
  'Takes a resource, an action and a cohort; whether the caller has that right there, on all cohorts or as its staff.';
revoke all on function private.can_on_cohort(text, text, uuid) from public;
grant execute on function private.can_on_cohort(text, text, uuid) to authenticated, service_role;

create policy cohorts_select on public.cohorts for select to authenticated
  using ((select private.can('cohorts', 'read'))
    or id in (select private.staffed_cohort_ids('cohorts', 'read'))
    or id in (select private.my_cohort_ids()));
comment on policy cohorts_select on public.cohorts is 'All, those that the caller looks after, and those to which the caller belongs.';
create policy cohorts_insert on public.cohorts for insert to authenticated
  with check ((select private.can('cohorts', 'create')));
comment on policy cohorts_insert on public.cohorts is 'Those who may create cohorts.';
create policy cohorts_update on public.cohorts for update to authenticated
  using ((select private.can('cohorts', 'update'))) with check ((select private.can('cohorts', 'update')));
comment on policy cohorts_update on public.cohorts is 'Those who may change cohorts.';
create policy cohorts_delete on public.cohorts for delete to authenticated
  using ((select private.can('cohorts', 'delete')));
comment on policy cohorts_delete on public.cohorts is 'Those who may delete cohorts. A trigger refuses to delete one that has or had people.';
grant select, delete on public.cohorts to authenticated;
grant insert (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft, community_id) on public.cohorts to authenticated;
grant update (slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft, archived_at, community_id) on public.cohorts to authenticated;

create policy cohort_courses_select on public.cohort_courses for select to authenticated
  using ((select private.can('cohorts', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohorts', 'read'))
    or cohort_id in (select private.my_cohort_ids()));
comment on policy cohort_courses_select on public.cohort_courses is 'Those who see the cohort.';
create policy cohort_courses_insert on public.cohort_courses for insert to authenticated
  with check ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_insert on public.cohort_courses is 'Those who may change cohorts.';
create policy cohort_courses_update on public.cohort_courses for update to authenticated
  using ((select private.can('cohorts', 'update'))) with check ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_update on public.cohort_courses is 'Those who may change cohorts. Only the order can be changed.';
create policy cohort_courses_delete on public.cohort_courses for delete to authenticated
  using ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_delete on public.cohort_courses is 'Those who may change cohorts.';
grant select, delete on public.cohort_courses to authenticated;
grant insert (cohort_id, course_id, position) on public.cohort_courses to authenticated;
grant update (position) on public.cohort_courses to authenticated;

create policy cohort_members_select on public.cohort_members for select to authenticated
  using ((user_id = (select private.uid()) and (select private.can('cohort_members', 'read', 'own')) and cohort_id in (select private.my_cohort_ids()))
    or (select private.can('cohort_members', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'read')));
comment on policy cohort_members_select on public.cohort_members is 'One''s own, all, or those of cohorts that the caller looks after.';
create policy cohort_members_insert on public.cohort_members for insert to authenticated
  with check ((select private.can('cohort_members', 'create'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'create')));
comment on policy cohort_members_insert on public.cohort_members is 'Into every cohort, or into those that the caller looks after.';
create policy cohort_members_update on public.cohort_members for update to authenticated
  using ((select private.can('cohort_members', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'update')))
  with check ((select private.can('cohort_members', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'update')));
comment on policy cohort_members_update on public.cohort_members is 'Those who may change people of the cohort. The column grants leave cohort and person as they are.';
create policy cohort_members_delete on public.cohort_members for delete to authenticated
  using ((select private.can('cohort_members', 'delete')));
comment on policy cohort_members_delete on public.cohort_members is 'Those who may delete memberships. A person who leaves keeps theirs.';
grant select, delete on public.cohort_members to authenticated;
grant insert (cohort_id, user_id, shift_days, open_all) on public.cohort_members to authenticated;
grant update (state, shift_days, open_all) on public.cohort_members to authenticated;

create policy cohort_staff_select on public.cohort_staff for select to authenticated
  using ((select private.can('cohort_staff', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_staff', 'read')));
comment on policy cohort_staff_select on public.cohort_staff is 'All, or those of cohorts that the caller looks after. Members read the names through a function.';
create policy cohort_staff_insert on public.cohort_staff for insert to authenticated
  with check ((select private.can('cohort_staff', 'create')));
comment on policy cohort_staff_insert on public.cohort_staff is 'Those who may change the staff of cohorts.';
create policy cohort_staff_update on public.cohort_staff for update to authenticated
  using ((select private.can('cohort_staff', 'update'))) with check ((select private.can('cohort_staff', 'update')));
comment on policy cohort_staff_update on public.cohort_staff is 'Those who may change the staff of cohorts. Only the duty can be changed.';
create policy cohort_staff_delete on public.cohort_staff for delete to authenticated
  using ((select private.can('cohort_staff', 'delete')));
comment on policy cohort_staff_delete on public.cohort_staff is 'Those who may change the staff of cohorts.';
grant select, delete on public.cohort_staff to authenticated;
grant insert (cohort_id, user_id, duty) on public.cohort_staff to authenticated;
grant update (duty) on public.cohort_staff to authenticated;

grant select, insert, update, delete on public.cohorts, public.cohort_courses, public.cohort_members, public.cohort_staff to service_role;

-- What a row brings about -----------------------------------------------------------------------------------------

create function private.check_cohort() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.slug := btrim(new.slug);
  new.title := btrim(new.title);
  if (tg_op = 'INSERT' or new.time_zone <> old.time_zone)
    and not exists (select from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.check_cohort() is 'Row trigger: refuses a time zone that the database does not know (PT422, hint time_zone), and sets updated_at.';
create trigger cohorts_check before insert or update on public.cohorts for each row execute function private.check_cohort();

create function private.keep_cohort_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.cohort_members m where m.cohort_id = old.id) then
    raise exception using errcode = 'PT409', hint = 'COHORT_HAS_PEOPLE',
      message = 'People belong to this cohort, or did. Archive it instead: their access and its record stay.';
  end if;
  return old;
end
$$;
comment on function private.keep_cohort_people() is 'Row trigger: refuses to delete a cohort in which people are or were, with PT409 COHORT_HAS_PEOPLE (rules/cohorts#archive).';
create trigger cohorts_keep_people before delete on public.cohorts for each row execute function private.keep_cohort_people();

create function private.change_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
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
      new.reached := greatest(old.reached, (old.paused_at at time zone zone) - (first_day + old.shift_days)::timestamp);
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
$$;
comment on function private.change_membership() is
  'Row trigger: records when a person left or joined again and when a pause began, and adds the days of a pause to the person''s shift when it ends (rules/cohorts#pause).';
create trigger cohort_members_change before insert or update on public.cohort_members
  for each row execute function private.change_membership();

create function private.check_seats(cohort_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  -- The lock is taken after the new rows are written, so that of two people who join at once, the later one counts the
  -- earlier one's row.
  perform 1 from public.cohorts c where c.id = any (cohort_ids) order by c.id for no key update;
  for one in
    select c.title from public.cohorts c
    where c.id = any (cohort_ids) and c.seats < (
      select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')
  loop
    raise exception using errcode = 'PT409', hint = 'COHORT_FULL',
      message = format('%s has no seats left. Nothing was changed.', one.title);
  end loop;
end
$$;
comment on function private.check_seats(uuid[]) is 'Takes cohorts; raises PT409 COHORT_FULL when one has more people than seats (rules/cohorts#seats).';

create function private.sync_cohort_grants(cohort_ids uuid[], people uuid[] default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Joining, moving the cohort, and adding a course wait for each other here, so that the later one sees the rows of the
  -- earlier one.
  perform 1 from public.cohorts c where c.id = any (cohort_ids) order by c.id for no key update;
  perform private.lock_course_counts(array(
    select k.course_id from public.cohort_courses k where k.cohort_id = any (cohort_ids)
    union select e.course_id from public.entitlements e
    where e.cohort_id = any (cohort_ids) and (people is null or e.user_id = any (people))), false);
  with wanted as materialized (
    select m.user_id, k.course_id, c.id as cohort_id, private.last_second(c.access_ends_on + m.shift_days, c.time_zone) as expires_at
    from public.cohorts c
    join public.cohort_members m on m.cohort_id = c.id and m.state <> 'LEFT' and (people is null or m.user_id = any (people))
    join public.cohort_courses k on k.cohort_id = c.id
    where c.id = any (cohort_ids) and not c.draft
  ), gone as (
    delete from public.entitlements e
    where e.cohort_id = any (cohort_ids) and (people is null or e.user_id = any (people))
      and not exists (select from wanted w where (w.user_id, w.course_id, w.cohort_id) = (e.user_id, e.course_id, e.cohort_id))
  ), moved as (
    update public.entitlements e set expires_at = w.expires_at
    from wanted w
    where (w.user_id, w.course_id, w.cohort_id) = (e.user_id, e.course_id, e.cohort_id) and e.expires_at is distinct from w.expires_at
  )
  insert into public.entitlements (user_id, course_id, cohort_id, source, granted_by_id, expires_at)
  select w.user_id, w.course_id, w.cohort_id, 'COHORT', (select p.id from public.profiles p where p.id = private.uid()), w.expires_at
  from wanted w
  on conflict on constraint entitlements_grant_key do nothing;
end
$$;
comment on function private.sync_cohort_grants(uuid[], uuid[]) is
  'Takes cohorts and people of theirs (null: all); brings the grants of the cohorts'' courses up to date with the memberships: one grant for each course and each person who has not left, until the last second of the day on which access ends, later by the person''s shift; none for a draft (rules/cohorts#grants).';

create function private.sync_cohort_community(cohort_ids uuid[], people uuid[] default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.community_members as b (community_id, user_id)
  select c.community_id, m.user_id
  from public.cohorts c join public.cohort_members m on m.cohort_id = c.id
  where c.id = any (cohort_ids) and (people is null or m.user_id = any (people)) and m.state <> 'LEFT' and not c.draft
    and c.community_id is not null
  on conflict (community_id, user_id) do update set left_at = null, joined_at = now() where b.left_at is not null;
  update public.community_members b set left_at = now()
  from public.cohorts c join public.cohort_members m on m.cohort_id = c.id
  where c.id = any (cohort_ids) and (people is null or m.user_id = any (people)) and m.state = 'LEFT'
    and b.community_id = c.community_id and b.user_id = m.user_id and b.left_at is null
    -- Another cohort may share the community.
    and not exists (select from public.cohorts o join public.cohort_members om on om.cohort_id = o.id
      where o.community_id = c.community_id and om.user_id = m.user_id and om.state <> 'LEFT');
end
$$;
comment on function private.sync_cohort_community(uuid[], uuid[]) is
  'Takes cohorts and people of theirs (null: all); makes the people of a cohort members of its community, and those who left the cohort leave the community. Bans stay (rules/cohorts#community).';

create function private.follow_cohort_members() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  cohorts uuid[];
  people uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.cohort_id), array_agg(distinct o.user_id) into cohorts, people from old_rows o;
    if cohorts is not null then
      perform private.sync_cohort_grants(cohorts, people);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(distinct n.cohort_id), array_agg(distinct n.user_id) into cohorts, people from new_rows n;
  else
    select array_agg(distinct n.cohort_id), array_agg(distinct n.user_id) into cohorts, people
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where (o.state, o.shift_days) is distinct from (n.state, n.shift_days);
  end if;
  if cohorts is not null then
    perform private.check_seats(cohorts);
    perform private.sync_cohort_grants(cohorts, people);
    perform private.sync_cohort_community(cohorts, people);
  end if;
  return null;
end
$$;
comment on function private.follow_cohort_members() is 'Statement trigger on memberships: checks the seats, and updates the grants and the members of the community.';
create trigger cohort_members_follow_insert after insert on public.cohort_members
  referencing new table as new_rows for each statement execute function private.follow_cohort_members();
create trigger cohort_members_follow_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_cohort_members();
create trigger cohort_members_follow_delete after delete on public.cohort_members
  referencing old table as old_rows for each statement execute function private.follow_cohort_members();

create function private.follow_cohort_courses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  cohorts uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.cohort_id) into cohorts from new_rows n;
  else
    select array_agg(distinct o.cohort_id) into cohorts from old_rows o;
  end if;
  if cohorts is not null then
    perform private.sync_cohort_grants(cohorts);
  end if;
  return null;
end
$$;
comment on function private.follow_cohort_courses() is 'Statement trigger on the courses of cohorts: grants an added course to the people of the cohort, and takes a removed one from them (rules/cohorts#grants).';
create trigger cohort_courses_follow_insert after insert on public.cohort_courses
  referencing new table as new_rows for each statement execute function private.follow_cohort_courses();
create trigger cohort_courses_follow_delete after delete on public.cohort_courses
  referencing old table as old_rows for each statement execute function private.follow_cohort_courses();

create function private.follow_cohorts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved uuid[];
  filled uuid[];
begin
  select array_agg(n.id) filter (where (o.draft, o.access_ends_on, o.time_zone, o.community_id)
      is distinct from (n.draft, n.access_ends_on, n.time_zone, n.community_id)),
    array_agg(n.id) filter (where n.seats is distinct from o.seats)
  into moved, filled
  from new_rows n join old_rows o on o.id = n.id;
  if filled is not null then
    perform private.check_seats(filled);
  end if;
  if moved is not null then
    perform private.sync_cohort_grants(moved);
    perform private.sync_cohort_community(moved);
  end if;
  return null;
end
$$;
comment on function private.follow_cohorts() is 'Statement trigger on cohorts: refuses fewer seats than people, and updates the grants after a change of their end, of the zone, or of the draft.';
create trigger cohorts_follow after update on public.cohorts
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_cohorts();

create function private.check_cohort_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An after trigger, so that the policy has refused all callers who may not change the staff before the answer tells
  -- them a person's role. The lock on the profile makes a change of the role wait, so that no duty is given meanwhile.
  perform 1 from public.profiles p where p.id = new.user_id and p.role in (
    select rp.role from public.role_permissions rp where rp.resource = 'cohorts' and rp.action = 'read' and rp.role <> 'MEMBER')
  for share;
  if not found then
    raise exception using errcode = 'PT422', hint = 'NOT_STAFF', message = 'Only administrators and moderators can look after a cohort.';
  end if;
  return null;
end
$$;
comment on function private.check_cohort_staff() is 'Row trigger: raises PT422 NOT_STAFF for a person whose role cannot read cohorts as staff (rules/cohorts#staff).';
create trigger cohort_staff_check after insert or update on public.cohort_staff
  for each row execute function private.check_cohort_staff();

create function private.end_duties() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.cohort_staff s
  where s.user_id = new.id and not exists (
    select from public.role_permissions rp where rp.role = new.role and rp.role <> 'MEMBER' and rp.resource = 'cohorts' and rp.action = 'read');
  return null;
end
$$;
comment on function private.end_duties() is 'Row trigger on profiles: a person whose new role cannot look after cohorts loses their duties (rules/cohorts#staff).';
create trigger profiles_end_duties after update of role on public.profiles
  for each row when (new.role is distinct from old.role) execute function private.end_duties();

-- Records and signals ---------------------------------------------------------------------------------------------

select private.audit_table('public.cohorts', 'cohort', '{"verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]]}');
select private.audit_title('public.cohorts', '{"title": "title"}');
select private.audit_table('public.cohort_courses', 'cohort_course', '{"key": "cohort_id", "update": null}');
select private.audit_options('public.cohort_courses', '{"identity": ["cohort_id", "course_id"]}');
select private.audit_title('public.cohort_courses', '{"of": "course", "in": "course_id"}');
select private.audit_table('public.cohort_members', 'cohort_member',
  '{"key": "cohort_id", "insert": "join", "omit": ["paused_at", "reached"], "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]]}');
select private.audit_options('public.cohort_members', '{"identity": ["cohort_id", "user_id"], "about": ["user_id", "cohort_id"]}');
select private.audit_table('public.cohort_staff', 'cohort_staff', '{"key": "cohort_id"}');
select private.audit_options('public.cohort_staff', '{"identity": ["cohort_id", "user_id"], "about": ["user_id", "cohort_id"]}');
select private.signal_table('public.cohorts');
select private.signal_table('public.cohort_members');
-- A record of a cohort shows these courses already.
create trigger cohort_courses_signal_insert after insert on public.cohort_courses
  referencing new table as new_rows for each statement execute function private.signal_change('cohorts');
create trigger cohort_courses_signal_update after update on public.cohort_courses
  referencing new table as new_rows for each statement execute function private.signal_change('cohorts');
create trigger cohort_courses_signal_delete after delete on public.cohort_courses
  referencing old table as old_rows for each statement execute function private.signal_change('cohorts');
select private.signal_table('public.cohort_staff');

-- Grants by hand leave those of cohorts alone ---------------------------------------------------------------------

drop trigger entitlements_check_end on public.entitlements;
create trigger entitlements_check_end before insert on public.entitlements
  for each row
  when (new.cohort_id is null and (new.expires_at <= now() or new.expires_at > '9999-12-31 00:00:00+00'::timestamptz))
  execute function private.check_new_end();

alter policy entitlements_delete on public.entitlements
  using (cohort_id is null and (select private.can('entitlements', 'delete')));
comment on policy entitlements_delete on public.entitlements is 'Those who may revoke access; a cohort''s grants end with the membership.';
