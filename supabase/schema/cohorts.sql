-- Cohorts: their dates, courses, and staff, and the grants of their people.
set check_function_bodies = off;

-- TYPES

create type public.cohort_duty as enum ('LEAD', 'COACH');

-- TABLES

create table public.cohorts (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  title text not null,
  time_zone text not null,
  starts_on date not null,
  ends_on date not null,
  access_ends_on date,
  seats integer,
  draft boolean not null default false,
  archived_at timestamptz,
  community_id uuid,
  created_by_id uuid default private.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cohorts_pkey primary key (id),
  constraint cohorts_access_after_start check (access_ends_on >= starts_on),
  constraint cohorts_access_ends_on_range check (access_ends_on <= '2300-12-31'::date),
  constraint cohorts_archived_at_range check (
    archived_at >= '1970-01-01 00:00:00+00'::timestamptz
    and archived_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint cohorts_ends_after_start check (ends_on >= starts_on),
  constraint cohorts_ends_on_range check (ends_on <= '2200-12-31'::date),
  constraint cohorts_seats_range check (seats >= 0 and seats <= 100000),
  constraint cohorts_slug_form check (private.is_slug(slug)),
  constraint cohorts_starts_on_range check (
    starts_on >= '1970-01-01'::date
    and starts_on <= '2200-12-31'::date
  ),
  constraint cohorts_time_zone_length check (char_length(time_zone) <= 100),
  constraint cohorts_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint cohorts_created_by_id_fkey foreign key (created_by_id) references public.profiles(id) on delete set null,
  constraint cohorts_slug_key unique (slug)
);
alter table public.cohorts enable row level security;
create index cohorts_community_id_idx on public.cohorts (community_id);
create index cohorts_created_by_id_idx on public.cohorts (created_by_id);
create index cohorts_starts_on_idx on public.cohorts (starts_on desc, id desc);
grant delete, select on public.cohorts to authenticated;
grant insert (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft, community_id) on public.cohorts to authenticated;
grant update (slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft, archived_at, community_id) on public.cohorts to authenticated;
grant delete, insert, select, update on public.cohorts to service_role;
comment on table public.cohorts is 'A group of people who take courses together, from a first to a last day in a time zone (rules/cohorts#state).';
comment on column public.cohorts.time_zone is 'An IANA name. All days and times of the cohort are on the clocks of this zone.';
comment on column public.cohorts.access_ends_on is 'The last day on which its people can open its courses; null: without end.';
comment on column public.cohorts.seats is 'How many people may be in it at a time, without those who left; null: any number.';
comment on column public.cohorts.draft is 'Whether it is a draft, which gives its people no access and which they do not see.';

create table public.cohort_courses (
  cohort_id uuid not null,
  course_id uuid not null,
  "position" integer not null default 0,
  constraint cohort_courses_pkey primary key (cohort_id, course_id),
  constraint cohort_courses_position_range check ("position" >= 0 and "position" <= 1000),
  constraint cohort_courses_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_courses_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade
);
alter table public.cohort_courses enable row level security;
create index cohort_courses_course_id_idx on public.cohort_courses (course_id);
grant delete, select on public.cohort_courses to authenticated;
grant insert (cohort_id, course_id, "position") on public.cohort_courses to authenticated;
grant update ("position") on public.cohort_courses to authenticated;
grant delete, insert, select, update on public.cohort_courses to service_role;
comment on table public.cohort_courses is 'The courses of a cohort, and their order.';

create table public.cohort_staff (
  cohort_id uuid not null,
  user_id uuid not null,
  duty public.cohort_duty not null default 'COACH',
  added_at timestamptz not null default now(),
  constraint cohort_staff_pkey primary key (cohort_id, user_id),
  constraint cohort_staff_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_staff_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.cohort_staff enable row level security;
create index cohort_staff_user_id_idx on public.cohort_staff (user_id);
grant delete, select on public.cohort_staff to authenticated;
grant insert (cohort_id, user_id, duty) on public.cohort_staff to authenticated;
grant update (duty) on public.cohort_staff to authenticated;
grant delete, insert, select, update on public.cohort_staff to service_role;
comment on table public.cohort_staff is 'Administrators and moderators who look after a cohort (rules/cohorts#staff).';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.entitlements add constraint entitlements_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade;
alter table public.submissions add constraint submissions_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete set null;

-- FUNCTIONS

create or replace function private.can_on_cohort(resource text, action text, cohort uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can(resource, action)
    or cohort in (select private.staffed_cohort_ids(can_on_cohort.resource, can_on_cohort.action));
end
$function$;
comment on function private.can_on_cohort(text,text,uuid) is 'Takes a resource, an action and a cohort; true if the caller has this right for this cohort, either for all cohorts or as its staff.';
grant execute on function private.can_on_cohort(text,text,uuid) to authenticated, service_role;

create or replace function private.check_cohort()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  new.slug := btrim(new.slug);
  new.title := btrim(new.title);
  if (tg_op = 'INSERT' or new.time_zone <> old.time_zone) and not private.is_time_zone(new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$function$;
comment on function private.check_cohort() is 'Row trigger: refuses a time zone that the database does not know (PT422, hint time_zone), and sets updated_at.';

create or replace function private.check_cohort_right(resource text, action text, cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_cohort(check_cohort_right.resource, check_cohort_right.action, check_cohort_right.cohort) then
    perform private.refuse('You may not do this in this cohort.');
  end if;
  -- Reads lock nothing, because they may run in a read-only transaction, where no row can be locked.
  if check_cohort_right.action <> 'read' and current_setting('transaction_read_only') = 'off'
    and not private.can(check_cohort_right.resource, check_cohort_right.action) then
    perform 1 from public.cohort_staff s
    where s.cohort_id = check_cohort_right.cohort and s.user_id = private.uid() for key share;
    if not found then
      perform private.refuse('You may not do this in this cohort.');
    end if;
  end if;
  if not exists (select from public.cohorts c where c.id = check_cohort_right.cohort) then
    raise exception using errcode = 'PT404', hint = 'NO_COHORT', message = 'This cohort no longer exists.';
  end if;
end
$function$;
comment on function private.check_cohort_right(text,text,uuid) is 'Takes a resource, an action and a cohort; raises 42501 unless the caller has this right for this cohort, either for all cohorts or as its staff, and PT404 NO_COHORT if it does not exist. For other actions than read, locks the row of cohort_staff that gives the right until the transaction ends.';
grant execute on function private.check_cohort_right(text,text,uuid) to authenticated, service_role;

create or replace function private.check_cohort_staff()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This is an after trigger, so that the policy has already refused callers who may not change the staff: they must
  -- not learn the role of a person here. The lock on the profile keeps the role from changing meanwhile.
  perform 1 from public.profiles p where p.id = new.user_id and p.role = any (private.cohort_staff_roles()) for share;
  if not found then
    raise exception using errcode = 'PT422', hint = 'NOT_STAFF', message = 'Only administrators and moderators can look after a cohort.';
  end if;
  return null;
end
$function$;
comment on function private.check_cohort_staff() is 'Row trigger: raises PT422 NOT_STAFF for a person whose role cannot read cohorts as staff (rules/cohorts#staff).';

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'removed_by_staff', m.removed_by_staff, 'shift_days', m.shift_days,
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
  select 'cohort_messages_received', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'title', m.title, 'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from (select * from public.cohort_messages m where m.user_id = person order by m.created_at desc limit 1000) m
    join public.cohorts c on c.id = m.cohort_id)
  union all
  -- The author of the note is left out, because the name belongs to another person.
  select 'cohort_remarks', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'reason', x.reason, 'note', x.note, 'cleared_at', x.cleared_at) order by x.cleared_at)
    from private.cohort_clearings x join public.cohorts c on c.id = x.cohort_id where x.user_id = person)
  union all
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'review_mails', w.review_mails,
      'morning_mails', w.morning_mails, 'due_mails', w.due_mails, 'opening_mails', w.opening_mails, 'start_mails', w.start_mails,
      'quiet_from', w.quiet_from, 'quiet_to', w.quiet_to, 'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;
comment on function private.cohort_data(uuid) is 'Takes a person; returns lists by name (null: empty): the cohorts to which they belong or belonged, the notes of staff about them there, the cohorts that they look after, the newest 1,000 messages that they sent to cohorts and that were sent only to them, and their preferences.';

create or replace function private.cohort_facts(cohort uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone) from public.cohorts c where c.id = cohort
$function$;
comment on function private.cohort_facts(uuid) is 'Takes a cohort; {id, slug, title, time_zone}, null for none.';

create or replace function private.cohort_row(c public.cohorts)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
    'ends_on', c.ends_on, 'access_ends_on', c.access_ends_on, 'seats', c.seats, 'state', private.cohort_state(c), 'draft', c.draft,
    'archived_at', c.archived_at, 'updated_at', c.updated_at,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT'),
    'courses', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug) order by k.position, o.title)
      from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null where k.cohort_id = c.id), '[]'),
    'staff', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email), 'duty', s.duty) order by s.duty, p.name, p.id)
      from public.cohort_staff s join public.profiles p on p.id = s.user_id where s.cohort_id = c.id), '[]'))
$function$;
comment on function private.cohort_row(public.cohorts) is 'Takes a cohort; returns what lists show of it: {id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, state, draft, archived_at, updated_at, people: how many did not leave, courses: [{id, title, slug}], staff: [{id, name, duty}]}.';

create or replace function private.cohort_staff_roles()
  returns public.user_role[]
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return array(select p.role from public.role_permissions p where p.resource = 'cohorts' and p.action = 'read' and p.role <> 'MEMBER');
end
$function$;
comment on function private.cohort_staff_roles() is 'Returns the roles of those who can look after a cohort (rules/cohorts#staff).';

create or replace function private.cohort_state(
  cohort public.cohorts,
  moment timestamptz default now()
)
  returns text
  language sql
  stable parallel safe
as $function$
  select case
    when cohort.archived_at is not null then 'ARCHIVED'
    when cohort.draft then 'DRAFT'
    when private.local_day(moment, cohort.time_zone) < cohort.starts_on then 'UPCOMING'
    when private.local_day(moment, cohort.time_zone) <= cohort.ends_on then 'RUNNING'
    else 'ENDED' end
$function$;
comment on function private.cohort_state(public.cohorts,timestamp with time zone) is 'Takes a cohort and a moment; ARCHIVED, DRAFT, or by its days in its zone UPCOMING, RUNNING or ENDED (rules/cohorts#state).';
grant execute on function private.cohort_state(public.cohorts,timestamp with time zone) to authenticated, service_role;

create or replace function private.cohorts_where(query text, state text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select concat_ws(' and ',
    case when private.can('cohorts', 'read') then 'true' else 'c.id in (select private.staffed_cohort_ids(''cohorts'', ''read''))' end,
    case when btrim(coalesce(query, '')) <> '' then
      format('lower(c.title || '' '' || c.slug) like %L', private.like_pattern(query)) end,
    -- Archived cohorts are listed only if the state ARCHIVED is asked for.
    case when state is null then 'c.archived_at is null' else format('private.cohort_state(c) = %L', state) end)
$function$;
comment on function private.cohorts_where(text,text) is 'Takes a search over title and slug, and a state (null: all but archived ones); returns the SQL condition on `public.cohorts c` that finds the cohorts that the caller may read.';

create or replace function private.end_duties()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from public.cohort_staff s
  where s.user_id = new.id and not exists (
    select from public.role_permissions rp where rp.role = new.role and rp.role <> 'MEMBER' and rp.resource = 'cohorts' and rp.action = 'read');
  return null;
end
$function$;
comment on function private.end_duties() is 'Row trigger on profiles: deletes a person from the staff of all cohorts when their new role cannot look after cohorts (rules/cohorts#staff).';

create or replace function private.export_cohorts(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  columns := array['id', 'title', 'slug', 'state', 'time_zone', 'starts_on', 'ends_on', 'access_ends_on', 'seats', 'people', 'paused',
    'graduated', 'left', 'courses', 'staff'];
  source := format($sql$
    select c.starts_on as at, c.id as key, jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug,
      'state', initcap(private.cohort_state(c)), 'time_zone', c.time_zone, 'starts_on', c.starts_on, 'ends_on', c.ends_on,
      'access_ends_on', c.access_ends_on, 'seats', c.seats,
      'courses', (select string_agg(o.slug, ' ' order by k.position, o.slug)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null where k.cohort_id = c.id),
      'staff', (select string_agg(private.shown_name(p.name, p.email), ', ' order by s.duty, p.name, p.id)
        from public.cohort_staff s join public.profiles p on p.id = s.user_id where s.cohort_id = c.id))
      || (select jsonb_build_object('people', count(*) filter (where m.state <> 'LEFT'), 'paused', count(*) filter (where m.state = 'PAUSED'),
          'graduated', count(*) filter (where m.state = 'GRADUATED'), 'left', count(*) filter (where m.state = 'LEFT'))
        from public.cohort_members m where m.cohort_id = c.id) as row
    from public.cohorts c where %s$sql$,
    private.cohorts_where(filter ->> 'search', nullif(filter ->> 'state', '')));
end
$function$;
comment on function private.export_cohorts(jsonb) is 'Takes {search, state} as cohort_list() has them; gives columns and query of the export of cohorts, those with the latest first day first.';

create or replace function private.follow_cohort_courses()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.follow_cohort_courses() is 'Statement trigger on the courses of cohorts: grants an added course to the people of the cohort, and takes a removed one from them (rules/cohorts#grants).';

create or replace function private.follow_cohorts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
  perform private.tell_added(n.id, array(select m.user_id from public.cohort_members m where m.cohort_id = n.id and m.state <> 'LEFT'))
  from new_rows n join old_rows o on o.id = n.id where o.draft and not n.draft;
  return null;
end
$function$;
comment on function private.follow_cohorts() is 'Statement trigger on cohorts: refuses fewer seats than people, updates the grants when access_ends_on, time_zone or draft changes, and notifies the people of a draft that is published.';

create or replace function private.keep_cohort_people()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if exists (select from public.cohort_members m where m.cohort_id = old.id) then
    raise exception using errcode = 'PT409', hint = 'COHORT_HAS_PEOPLE',
      message = 'People belong to this cohort, or did. Archive it instead: their access and its record stay.';
  end if;
  return old;
end
$function$;
comment on function private.keep_cohort_people() is 'Row trigger: refuses to delete a cohort in which people are or were, with PT409 COHORT_HAS_PEOPLE (rules/cohorts#archive).';

create or replace function private.last_second(day date, zone text)
  returns timestamptz
  language sql
  stable parallel safe
as $function$
  select private.local_moment(day + 1, '00:00', zone) - interval '1 second'
$function$;
comment on function private.last_second(date,text) is 'Takes a day (null: none) and an IANA time zone; the last second of that day there.';
grant execute on function private.last_second(date,text) to authenticated, service_role;

create or replace function private.local_day(moment timestamptz, zone text)
  returns date
  language sql
  immutable parallel safe
as $function$
  select (moment at time zone zone)::date
$function$;
comment on function private.local_day(timestamp with time zone,text) is 'Takes a moment and an IANA time zone; the date there at that moment (rules/cohorts#moments).';
grant execute on function private.local_day(timestamp with time zone,text) to authenticated, service_role;

create or replace function private.local_moment(day date, at_time time without time zone, zone text)
  returns timestamptz
  language sql
  immutable parallel safe
as $function$
  select (day + at_time) at time zone zone
$function$;
comment on function private.local_moment(date,time without time zone,text) is 'Takes a day, a time of day and an IANA time zone; returns the moment at which clocks there show this day and time. If a clock change repeats the time, this is the later moment. If it skips the time, this is the moment at which clocks show the time plus the skipped period (rules/cohorts#moments).';
grant execute on function private.local_moment(date,time without time zone,text) to authenticated, service_role;

create or replace function private.make_cohort_community(cohort uuid)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  named public.cohorts;
  free text;
begin
  select c.* into named from public.cohorts c where c.id = make_cohort_community.cohort;
  select s into free
  from (select named.slug as s, 0 as n union all select left(named.slug, 46) || '-' || n, n from generate_series(2, 99) n) t
  where not exists (select from public.communities o where o.slug = t.s) order by n limit 1;
  insert into public.communities (id, name, slug, access_type) values (named.id, named.title, free, 'INVITE');
  update public.cohorts c set community_id = named.id where c.id = named.id;
end
$function$;
comment on function private.make_cohort_community(uuid) is 'Creates a community for a cohort, with the title of the cohort, which only people of the cohort can enter (rules/cohorts#community).';
grant execute on function private.make_cohort_community(uuid) to authenticated, service_role;

create or replace function private.my_cohort_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.cohort_id from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = private.uid() and m.state <> 'LEFT' and not c.draft and (select private.can('cohorts', 'read', 'own'));
end
$function$;
comment on function private.my_cohort_ids() is 'Cohorts to which the caller belongs, without drafts.';
grant execute on function private.my_cohort_ids() to authenticated, service_role;

create or replace function private.my_cohorts_where_allowed(resource text, action text, course uuid)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can(my_cohorts_where_allowed.resource, my_cohorts_where_allowed.action, 'assigned') then
    return null;
  end if;
  return array(
    select k.cohort_id from public.cohort_courses k
    join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.course_id = course and k.cohort_id in (select s from private.staffed_cohort_ids(my_cohorts_where_allowed.resource, my_cohorts_where_allowed.action) s));
end
$function$;
comment on function private.my_cohorts_where_allowed(text,text,uuid) is 'Takes a resource, an action and a course; returns the cohorts that the caller looks after and that take the course; none unless the course is published. Null if the role table does not allow the action on what is assigned to the caller.';

create or replace function private.staffed_cohort_ids(resource text, action text)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select s.cohort_id from public.cohort_staff s
    where s.user_id = private.uid() and (select private.can(staffed_cohort_ids.resource, staffed_cohort_ids.action, 'assigned'));
end
$function$;
comment on function private.staffed_cohort_ids(text,text) is 'Takes a resource and an action; returns the cohorts that the caller looks after, if the role table allows the action on what is assigned to the caller. Otherwise none.';
grant execute on function private.staffed_cohort_ids(text,text) to authenticated, service_role;

create or replace function private.staffed_course_ids(person uuid)
  returns setof uuid
  language sql
  stable
as $function$
  select k.course_id
  from public.cohort_staff s
  join public.cohort_courses k on k.cohort_id = s.cohort_id
  join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
  where s.user_id = person
$function$;
comment on function private.staffed_course_ids(uuid) is 'Takes a person; the published courses of cohorts that they look after.';

create or replace function private.sync_cohort_community(
  cohort_ids uuid[],
  people uuid[] default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
    -- People stay in the community if they are in another cohort with the same community.
    and not exists (select from public.cohorts o join public.cohort_members om on om.cohort_id = o.id
      where o.community_id = c.community_id and om.user_id = m.user_id and om.state <> 'LEFT');
end
$function$;
comment on function private.sync_cohort_community(uuid[],uuid[]) is 'Takes cohorts and people of theirs (null: all); adds the people of a cohort to its community, and ends the community membership of those who left the cohort. Bans stay (rules/cohorts#community).';

create or replace function private.sync_cohort_grants(cohort_ids uuid[], people uuid[] default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The lock makes joining, moving the cohort, and adding a course wait for each other, so that the later transaction
  -- sees the rows of the earlier one.
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
$function$;
comment on function private.sync_cohort_grants(uuid[],uuid[]) is 'Takes cohorts and people of theirs (null: all); updates the grants of the cohorts'' courses: one grant for each course and each person who has not left, until the last second of the day on which access ends, plus the shift of the person. A draft has no grants (rules/cohorts#grants).';

create or replace function private.write_cohort(cohort public.cohorts)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  broken text;
begin
  insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft)
  values (cohort.id, cohort.slug, cohort.title, cohort.time_zone, cohort.starts_on, cohort.ends_on, cohort.access_ends_on, cohort.seats, cohort.draft);
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken = 'cohorts_slug_key' then
    perform private.refuse_field('slug', 'This slug is already in use');
  end if;
  raise;
end
$function$;
comment on function private.write_cohort(public.cohorts) is 'Takes a cohort; inserts it with the caller''s rights. Raises PT422, hint slug, if another cohort has the slug.';
grant execute on function private.write_cohort(public.cohorts) to authenticated, service_role;

create or replace function public.cohort(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohorts', 'read', cohort.cohort_id);
  return (
    select private.cohort_row(c) || jsonb_build_object(
      'members', (select jsonb_object_agg(n.state, n.people) from (
        select m.state, count(*) as people from public.cohort_members m where m.cohort_id = c.id group by m.state) n),
      'invited', private.invited_to(c.id),
      'lessons', (select count(*) from private.cohort_plan(c.id)),
      'openings', (select count(*) from public.releases r where r.cohort_id = c.id),
      'community', (select jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) from public.communities o where o.id = c.community_id),
      'last_move', (select jsonb_build_object('days', v.days, 'at', v.moved_at) from private.cohort_moves v where v.cohort_id = c.id),
      'my_duty', (select s.duty from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()))
    from public.cohorts c where c.id = cohort.cohort_id);
end
$function$;
comment on function public.cohort(uuid) is 'Takes a cohort; returns the fields of cohort_list(), and {members: how many by state, invited: how many open invites, lessons and openings: how many, community: {id, name, slug}, last_move: {days, at} or null, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort(uuid) to authenticated, service_role;

create or replace function public.cohort_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000);
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition constant text := private.cohorts_where(cohort_list.query, cohort_list.state);
  ordered text := case cohort_list.sort when 'oldest' then 'c.starts_on, c.id' when 'title' then 'lower(c.title), c.id'
    when '-title' then 'lower(c.title) desc, c.id desc' else 'c.starts_on desc, c.id desc' end;
  total bigint;
  rows jsonb;
begin
  if not private.can('cohorts', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  execute format('select count(*) from public.cohorts c where %s', condition) into total;
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select c.id from public.cohorts c where %s order by %s limit %s offset %s) k
    )
    select coalesce(jsonb_agg(private.cohort_row(c) order by page.place), '[]') from page join public.cohorts c on c.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'cohorts', rows);
end
$function$;
comment on function public.cohort_list(text,text,text,integer,integer) is 'Takes a search over title and slug, a state (DRAFT, UPCOMING, RUNNING, ENDED, ARCHIVED; null: all but archived ones), a sort by first day (newest, oldest) or title (title, -title), a page from 1 and its size (at most 100); gives {total, cohorts: as cohort_row()}. All cohorts, or those that the caller looks after; raises 42501.';
grant execute on function public.cohort_list(text,text,text,integer,integer) to authenticated, service_role;

create or replace function public.create_cohort(
  title text,
  slug text,
  time_zone text,
  starts_on date,
  ends_on date,
  access_ends_on date default null,
  seats integer default null,
  draft boolean default false,
  course_ids uuid[] default '{}'::uuid[],
  with_community boolean default false,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('slug', slug, 1000)
    and private.at_most('time_zone', time_zone, 1000)
    and private.at_most('course_ids', course_ids, 1000);
  own uuid := private.operation_row_id(create_cohort.operation_id, 'cohort');
  wanted public.cohorts;
begin
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    wanted.id := own;
    wanted.slug := create_cohort.slug;
    wanted.title := create_cohort.title;
    wanted.time_zone := create_cohort.time_zone;
    wanted.starts_on := create_cohort.starts_on;
    wanted.ends_on := create_cohort.ends_on;
    wanted.access_ends_on := create_cohort.access_ends_on;
    wanted.seats := create_cohort.seats;
    wanted.draft := coalesce(create_cohort.draft, false);
    perform private.write_cohort(wanted);
    perform public.set_cohort_courses(own, create_cohort.course_ids);
    if with_community then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$function$;
comment on function public.create_cohort(text,text,text,date,date,date,integer,boolean,uuid[],boolean,uuid) is 'Takes the fields of a cohort, its courses in order, whether it gets a community, and an operation id; creates the cohort and returns {id, slug}. The same operation id again returns the same cohort. Raises 42501, PT422 with the field as hint (slug, time_zone), 23514.';
grant execute on function public.create_cohort(text,text,text,date,date,date,integer,boolean,uuid[],boolean,uuid) to authenticated, service_role;

create or replace function public.set_cohort_courses(cohort_id uuid, course_ids uuid[])
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('course_ids', course_ids, 1000);
  perform private.check_cohort_right('cohorts', 'update', set_cohort_courses.cohort_id);
  if cardinality(course_ids) > 100 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'A cohort has at most 100 courses.';
  end if;
  delete from public.cohort_courses k where k.cohort_id = set_cohort_courses.cohort_id and k.course_id <> all (course_ids);
  insert into public.cohort_courses as k (cohort_id, course_id, position)
  select set_cohort_courses.cohort_id, w.id, min(w.place) - 1
  from unnest(course_ids) with ordinality w (id, place) group by w.id
  on conflict on constraint cohort_courses_pkey do update set position = excluded.position where k.position <> excluded.position;
end
$function$;
comment on function public.set_cohort_courses(uuid,uuid[]) is 'Takes a cohort and its courses in order; people of the cohort get access to added courses and lose it to those that are left out. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY.';
grant execute on function public.set_cohort_courses(uuid,uuid[]) to authenticated, service_role;

create or replace function public.start_cohort_again(
  cohort_id uuid,
  starts_on date,
  title text,
  slug text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('slug', slug, 1000);
  -- Without an operation id, one is computed from the arguments, so that the same request creates only one cohort.
  own uuid := private.operation_row_id(
    coalesce(start_cohort_again.operation_id, md5(concat_ws(' ', start_cohort_again.cohort_id, start_cohort_again.starts_on, btrim(start_cohort_again.slug)))::uuid),
    'cohort again');
  was public.cohorts;
begin
  perform private.check_cohort_right('cohorts', 'read', start_cohort_again.cohort_id);
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    select c.* into was from public.cohorts c where c.id = start_cohort_again.cohort_id;
    was.id := own;
    was.slug := start_cohort_again.slug;
    was.title := start_cohort_again.title;
    was.ends_on := start_cohort_again.starts_on + (was.ends_on - was.starts_on);
    was.access_ends_on := start_cohort_again.starts_on + (was.access_ends_on - was.starts_on);
    was.starts_on := start_cohort_again.starts_on;
    was.draft := false;
    perform private.write_cohort(was);
    insert into public.cohort_courses (cohort_id, course_id, position)
    select own, k.course_id, k.position from public.cohort_courses k where k.cohort_id = start_cohort_again.cohort_id;
    insert into public.releases (cohort_id, module_id, lesson_id, day, at_time)
    select own, r.module_id, r.lesson_id, r.day, r.at_time from public.releases r where r.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_dues (cohort_id, lesson_id, day, at_time)
    select own, d.lesson_id, d.day, d.at_time from public.cohort_dues d where d.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_staff (cohort_id, user_id, duty)
    select own, s.user_id, s.duty from public.cohort_staff s where s.cohort_id = start_cohort_again.cohort_id;
    if exists (select from public.cohorts c where c.id = start_cohort_again.cohort_id and c.community_id is not null) then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$function$;
comment on function public.start_cohort_again(uuid,date,text,text,uuid) is 'Takes a cohort, and first day, title and slug of a new one; creates it with the same courses, schedule, due dates, staff, seats and lengths, with its own community if the other has one, and without people. Returns {id, slug}. The same call again returns the same cohort. Raises 42501, PT404 NO_COHORT, PT422 with the field as hint (rules/cohorts#again).';
grant execute on function public.start_cohort_again(uuid,date,text,text,uuid) to authenticated, service_role;

-- TRIGGERS

create trigger cohort_courses_audit_delete after delete on public.cohort_courses
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_course', '{"key": "cohort_id", "omit": ["updated_at"], "place": {"in": "course_id", "of": "course"}, "verbs": [], "delete": "delete", "insert": "create", "update": null, "identity": ["cohort_id", "course_id"]}');

create trigger cohort_courses_audit_insert after insert on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_course', '{"key": "cohort_id", "omit": ["updated_at"], "place": {"in": "course_id", "of": "course"}, "verbs": [], "delete": "delete", "insert": "create", "update": null, "identity": ["cohort_id", "course_id"]}');

create trigger cohort_courses_audit_update after update on public.cohort_courses
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_course', '{"key": "cohort_id", "omit": ["updated_at"], "place": {"in": "course_id", "of": "course"}, "verbs": [], "delete": "delete", "insert": "create", "update": null, "identity": ["cohort_id", "course_id"]}');

create trigger cohort_courses_follow_delete after delete on public.cohort_courses
  referencing old table as old_rows
  for each statement execute function private.follow_cohort_courses();

create trigger cohort_courses_follow_insert after insert on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.follow_cohort_courses();

create trigger cohort_courses_signal_delete after delete on public.cohort_courses
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohorts');

-- The audit record of a new cohort lists its first courses already.
create trigger cohort_courses_signal_insert after insert on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohort_courses_signal_update after update on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohort_staff_audit_delete after delete on public.cohort_staff
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_staff_audit_insert after insert on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_staff_audit_update after update on public.cohort_staff
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_staff_check after insert or update on public.cohort_staff
  for each row execute function private.check_cohort_staff();

create trigger cohort_staff_signal_delete after delete on public.cohort_staff
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohort_staff');

create trigger cohort_staff_signal_insert after insert on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_staff');

create trigger cohort_staff_signal_update after update on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_staff');

create trigger cohorts_audit_delete after delete on public.cohorts
  referencing old table as old_rows
  for each statement execute function private.audit('cohort', '{"key": "id", "omit": ["updated_at"], "place": {"title": "title"}, "verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger cohorts_audit_insert after insert on public.cohorts
  referencing new table as new_rows
  for each statement execute function private.audit('cohort', '{"key": "id", "omit": ["updated_at"], "place": {"title": "title"}, "verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger cohorts_audit_update after update on public.cohorts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort', '{"key": "id", "omit": ["updated_at"], "place": {"title": "title"}, "verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger cohorts_check before insert or update on public.cohorts
  for each row execute function private.check_cohort();

create trigger cohorts_follow after update on public.cohorts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_cohorts();

create trigger cohorts_keep_people before delete on public.cohorts
  for each row execute function private.keep_cohort_people();

create trigger cohorts_signal_delete after delete on public.cohorts
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohorts_signal_insert after insert on public.cohorts
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohorts_signal_update after update on public.cohorts
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger profiles_end_duties after update of role on public.profiles
  for each row
  when (new.role is distinct from old.role)
  execute function private.end_duties();

-- POLICIES

create policy cohort_courses_delete on public.cohort_courses
  for delete to authenticated
  using ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_delete on public.cohort_courses is 'Callers who may change cohorts.';

create policy cohort_courses_insert on public.cohort_courses
  for insert to authenticated
  with check ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_insert on public.cohort_courses is 'Callers who may change cohorts.';

create policy cohort_courses_select on public.cohort_courses
  for select to authenticated
  using (
    (select private.can('cohorts', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohorts', 'read'))
    or cohort_id in (select private.my_cohort_ids())
  );
comment on policy cohort_courses_select on public.cohort_courses is 'Callers who may read the cohort.';

create policy cohort_courses_update on public.cohort_courses
  for update to authenticated
  using ((select private.can('cohorts', 'update')))
  with check ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_update on public.cohort_courses is 'Callers who may change cohorts. Only the order can be changed.';

create policy cohort_staff_delete on public.cohort_staff
  for delete to authenticated
  using ((select private.can('cohort_staff', 'delete')));
comment on policy cohort_staff_delete on public.cohort_staff is 'Callers who may change the staff of cohorts.';

create policy cohort_staff_insert on public.cohort_staff
  for insert to authenticated
  with check ((select private.can('cohort_staff', 'create')));
comment on policy cohort_staff_insert on public.cohort_staff is 'Callers who may change the staff of cohorts.';

create policy cohort_staff_select on public.cohort_staff
  for select to authenticated
  using (
    (select private.can('cohort_staff', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_staff', 'read'))
  );
comment on policy cohort_staff_select on public.cohort_staff is 'All staff, or staff of cohorts that the caller looks after. Members read the names through a function.';

create policy cohort_staff_update on public.cohort_staff
  for update to authenticated
  using ((select private.can('cohort_staff', 'update')))
  with check ((select private.can('cohort_staff', 'update')));
comment on policy cohort_staff_update on public.cohort_staff is 'Callers who may change the staff of cohorts. Only the duty can be changed.';

create policy cohorts_delete on public.cohorts
  for delete to authenticated
  using ((select private.can('cohorts', 'delete')));
comment on policy cohorts_delete on public.cohorts is 'Callers who may delete cohorts. A trigger refuses to delete a cohort that has or had people.';

create policy cohorts_insert on public.cohorts
  for insert to authenticated
  with check ((select private.can('cohorts', 'create')));
comment on policy cohorts_insert on public.cohorts is 'Callers who may create cohorts.';

create policy cohorts_select on public.cohorts
  for select to authenticated
  using (
    (select private.can('cohorts', 'read'))
    or id in (select private.staffed_cohort_ids('cohorts', 'read'))
    or id in (select private.my_cohort_ids())
  );
comment on policy cohorts_select on public.cohorts is 'All cohorts, those that the caller looks after, and those to which the caller belongs.';

create policy cohorts_update on public.cohorts
  for update to authenticated
  using ((select private.can('cohorts', 'update')))
  with check ((select private.can('cohorts', 'update')));
comment on policy cohorts_update on public.cohorts is 'Callers who may change cohorts.';
