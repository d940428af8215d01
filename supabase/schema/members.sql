-- The list of members, how people are found in it, and the page of one person.
set check_function_bodies = off;

-- TABLES

create table private.people (
  id uuid not null,
  search_key text not null,
  name text,
  role public.user_role not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  name_key text not null,
  constraint people_pkey primary key (id),
  constraint people_id_fkey foreign key (id) references public.profiles(id) on delete cascade
);
alter table private.people enable row level security;
create index people_name_idx on private.people (name, id);
create index people_name_search_idx on private.people using gin (name_key extensions.gin_trgm_ops) with (fastupdate=off);
create index people_newest_idx on private.people (created_at desc, id desc);
-- fastupdate is off, because every search would have to read the list of pending entries, and people rarely change.
create index people_search_idx on private.people using gin (search_key extensions.gin_trgm_ops) with (fastupdate=off);
comment on table private.people is 'The texts by which people are found: search_key with the phone, name_key without it (see person_key()), and the columns that filter and sort lists of people. A trigger on profiles keeps the rows up to date; they are deleted with the profiles. No grants: only functions read them.';

-- FUNCTIONS

create or replace function private.check_person(user_id uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = check_person.user_id) or not private.reaches(check_person.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;
comment on function private.check_person(uuid) is 'Takes a person; raises 42501 unless the caller may list people, and PT404 NO_PERSON unless the person exists and the caller reaches them.';

create or replace function private.export_members(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  phone boolean := private.can('profiles', 'read');
begin
  columns := array['id', 'name', 'email'] || case when phone then array['phone'] else '{}' end
    || array['role', 'status', 'joined', 'courses'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email %s,
      'role', p.role, 'status', case when p.disabled_at is null then 'Active' else 'Disabled' end, 'joined', p.created_at,
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at))) as row
    from public.profiles p where p.id in (select p.id from %s p where %s)$sql$,
    case when phone then ', ''phone'', p.phone' else '' end,
    private.people_from(filter ->> 'search'), private.people_where(filter ->> 'search', nullif(filter ->> 'role', '')::public.user_role,
      filter ->> 'state', filter ->> 'course', filter ->> 'quiet'));
end
$function$;
comment on function private.export_members(jsonb) is 'Takes {search, role, state, course, quiet} as members() has them; gives columns and query of the members'' export. The phone is for those who may read it.';

-- Returns before any right is checked if the search is empty, because such a search finds everybody.
create or replace function private.found_by(query text, alias text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  patterns text[] := private.person_patterns(coalesce(query, ''));
  key text;
begin
  if cardinality(patterns) = 0 then
    return null;
  end if;
  -- A caller who may not read phone numbers must not be able to search for one.
  key := case when private.can('profiles', 'read') then 'search_key' else 'name_key' end;
  return (select string_agg(format('%I.%I like %L', alias, key, pattern), ' and ') from unnest(patterns) pattern);
end
$function$;
comment on function private.found_by(text,text) is 'Takes a search text and the alias of private.people in a query; gives the condition as SQL, every value quoted, or null for an empty text. Searches the phone only for callers who may read it.';

create or replace function private.learning_where(
  course text,
  quiet text,
  out source text,
  out condition text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  only_course uuid := nullif(nullif(course, ''), 'none')::uuid;
  still text := nullif(quiet, '');
begin
  if coalesce(course, '') = '' and still is null then
    return;
  end if;
  if coalesce(course, '') <> '' and not private.can('entitlements', 'read', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  if still is not null then
    perform private.check_analytics_rights();
    -- An unknown value is refused, so that a bulk act never applies to more people than the caller sees.
    if still not in ('7', '14', '30', 'never') then
      raise exception using errcode = 'PT422', hint = 'BAD_FILTER', message = 'This filter is not known. Please open the list again.';
    end if;
  end if;
  source := case when only_course is null then 'private.learners k' else 'private.learner_courses k' end;
  condition := concat_ws(' and ',
    case when only_course is not null then format('k.course_id = %L and k.open_until > %L', only_course, now()) end,
    case when course = 'none' then format('k.held_until <= %L', now()) end,
    case when still is not null then (select w.condition from private.learners_where('', only_course, still) w) end);
end
$function$;
comment on function private.learning_where(text,text) is 'Takes a course''s id, `none` or nothing, and 7, 14, 30 (days), `never` or nothing; returns a table k and a condition, as SQL with every value quoted. The matching rows have, as k.user_id, the people to whom this course is open now, to whom no course is open, or who have been inactive for so long, as in analytics(). Nulls if neither is given. Raises 42501 for callers who may not read what is asked for, PT422 BAD_FILTER, and 22P02 for a malformed id.';

create or replace function private.people_from(query text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select case when private.found_by(query, 'p') is null then 'public.profiles' else 'private.people' end
$function$;
comment on function private.people_from(text) is 'Takes a search; returns the table p to which the condition of people_where() applies: private.people for a search, else public.profiles.';

create or replace function private.people_total(
  role public.user_role,
  state text,
  course text,
  quiet text,
  out total bigint,
  out few boolean,
  out walked boolean
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  learning record := private.learning_where(people_total.course, people_total.quiet);
  -- Most people are active members, so it is faster to count the others and subtract them.
  others text := concat_ws(' or ', case when people_total.role = 'MEMBER' then 'p.role in (''ADMIN'', ''CREATOR'', ''MODERATOR'')' end,
    case when people_total.state = 'active' then 'p.disabled_at is not null' end);
  without bigint := 0;
begin
  few := false;
  walked := false;
  if coalesce(people_total.role, 'MEMBER') <> 'MEMBER' or people_total.state in ('disabled', 'staff') then
    execute format('select count(*) from public.profiles p where %s',
      private.people_where(null, role, state, course, quiet)) into total;
    return;
  end if;
  -- Each row is one person, so the count needs no join.
  execute format('select count(*) from %s where %s', learning.source, learning.condition) into total;
  few := total <= 2000;
  walked := not few and total <= 50000;
  if others <> '' then
    execute format('select count(*) from public.profiles p where (%s) and exists (select from %s where k.user_id = p.id and %s)',
      others, learning.source, learning.condition) into without;
    total := total - without;
  end if;
end
$function$;
comment on function private.people_total(public.user_role,text,text,text) is 'Takes what people_where() takes, without a search and with a course or a time of inactivity; returns how many people match, and how the list should be read: `few` if people found by learning_where() should be looked up one by one, or `walked` if the list should be read in its order until the page is full. If neither, each row of the list is checked while it is read.';

create or replace function private.people_where(
  query text,
  role public.user_role,
  state text,
  course text default null,
  quiet text default null,
  few boolean default false
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  learning record := private.learning_where(people_where.course, people_where.quiet);
begin
  return concat_ws(' and ', 'true', case when private.reach_is_narrowed() then 'p.id in (select private.assigned_person_ids())' end,
    private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null'
      when 'staff' then format('p.disabled_at is null and p.role = any (%L::public.user_role[])', private.cohort_staff_roles()) end,
    case when learning.source is not null then format(case when few then 'p.id = any (array(select k.user_id from %s where %s))'
      else 'p.id in (select k.user_id from %s where %s)' end, learning.source, learning.condition) end);
end
$function$;
comment on function private.people_where(text,public.user_role,text,text,text,boolean) is 'Takes a search, a role, active, disabled or staff (null: any; staff: active people whose role can look after a cohort), what learning_where() takes, and whether this finds so few people that they are looked up one by one; returns the condition on people_from() p as SQL with every value quoted, so that the planner chooses the index for each combination of filters. The condition leaves out people whom the caller does not reach. Lists, exports and bulk acts all use it.';

create or replace function private.person_key(name text, email text, phone text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select ' ' || k.name || ' ' || lower(email) || ' ' || coalesce(regexp_replace(phone, '[^0-9+]', '', 'g'), '')
    || coalesce(' ' || nullif(array_to_string(private.pairs(k.name), ' '), ''), '')
  from lower(extensions.unaccent('extensions.unaccent', normalize(coalesce(person_key.name, ''), nfkc))) k (name)
$function$;
comment on function private.person_key(text,text,text) is 'Returns the text by which a person is found: name without accents, email, and the digits of the phone, in small letters, with a space before each word and before each pair of letters of unspaced text (see is_unspaced()). Declared immutable, although its dictionary could be edited, so that an index can use it.';
grant execute on function private.person_key(text,text,text) to authenticated, service_role;

create or replace function private.person_patterns(query text)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return array(
    -- Terms of one or two letters occur in almost every name, so they match only the beginning of a word.
    select case when char_length(t.word) < 3 then '% ' else '%' end
      || replace(replace(replace(t.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(extensions.unaccent('extensions.unaccent', normalize(left(person_patterns.query, 100), nfkc))), ' ') t (word)
    where t.word <> '' limit 6);
end
$function$;
comment on function private.person_patterns(text) is 'Takes a search text; returns patterns for person_key(), all of which have to match: the first six words, with special characters escaped.';
grant execute on function private.person_patterns(text) to authenticated, service_role;

create or replace function private.reach_is_narrowed()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return not private.can('profiles', 'list');
end
$function$;
comment on function private.reach_is_narrowed() is 'True if the caller may list only people who are assigned to them. For such a caller, other people do not exist.';

create or replace function private.reaches(person uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return not private.reach_is_narrowed() or exists (
    select from public.cohort_members m join public.cohort_staff s on s.cohort_id = m.cohort_id and s.user_id = private.uid()
    where m.user_id = person and m.state <> 'LEFT');
end
$function$;
comment on function private.reaches(uuid) is 'Takes a person; true if a caller who may list people reaches this person: the caller reaches everybody, or the person is among assigned_person_ids().';

create or replace function private.rebuild_people()
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  delete from private.people;
  insert into private.people (id, search_key, name_key, name, role, created_at, disabled_at)
  select p.id, private.person_key(p.name, p.email, p.phone), private.person_key(p.name, p.email, null),
    p.name, p.role, p.created_at, p.disabled_at from public.profiles p;
$function$;
comment on function private.rebuild_people() is 'Rebuilds private.people. Call it after rows were added without the trigger, for example when a data set was loaded.';

create or replace function private.shown_name(name text, email text)
  returns text
  language sql
  stable
as $function$
  -- Every account has an email, so without one the name is null.
  select case when email is not null then coalesce(nullif(name, ''), case when private.can('profiles', 'read') then email end, 'Unnamed User') end
$function$;
comment on function private.shown_name(text,text) is 'Takes the name and the email of a person; returns the name. If the name is missing, returns the email to administrators and a neutral name to others. Null without a person.';

create or replace function private.sync_people()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into private.people as k (id, search_key, name_key, name, role, created_at, disabled_at)
  values (new.id, private.person_key(new.name, new.email, new.phone), private.person_key(new.name, new.email, null),
    new.name, new.role, new.created_at, new.disabled_at)
  on conflict (id) do update set search_key = excluded.search_key, name_key = excluded.name_key, name = excluded.name,
    role = excluded.role, created_at = excluded.created_at, disabled_at = excluded.disabled_at;
  return null;
end
$function$;
comment on function private.sync_people() is 'Trigger on profiles: updates private.people.';

create or replace function private.takes_course(person uuid, course uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select from private.learner_courses k where k.user_id = person and k.course_id = course)
    or exists (
      select from public.cohort_members m join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = takes_course.course
      where m.user_id = person and m.state <> 'LEFT');
end
$function$;
comment on function private.takes_course(uuid,uuid) is 'Takes a person and a course; true if the person takes or took it: they have or had a grant of it, have learned in it, or are in a cohort with it (rules/access#acts-on-people).';

create or replace function public.member_by_address(address text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('address', address, 1000);
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)))
    from public.profiles p where lower(p.email) = lower(btrim(address)) and private.reaches(p.id) order by p.created_at limit 1);
end
$function$;
comment on function public.member_by_address(text) is 'Takes an email; returns the member who has it, as members() shows them, or null. Only for callers who may list people, and about those whom they reach, because the answer reveals who has an account. Raises 42501.';
grant execute on function public.member_by_address(text) to authenticated, service_role;

create or replace function public.members(
  query text default '',
  role public.user_role default null,
  state text default null,
  sort text default 'newest',
  page integer default 1,
  page_size integer default 50,
  course text default null,
  quiet text default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000)
    and private.at_most('course', course, 1000)
    and private.at_most('quiet', quiet, 1000);
  searched boolean := cardinality(private.person_patterns(coalesce(members.query, ''))) > 0;
  learning boolean := coalesce(members.course, '') || coalesce(members.quiet, '') <> '';
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  -- The stored counts include everybody, so they cannot be used for callers who reach only some people.
  narrowed boolean := private.reach_is_narrowed();
  few boolean := false;
  walked boolean := false;
  total bigint;
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  condition text;
  rows jsonb;
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if narrowed then
    null;
  elsif learning and not searched then
    select t.total, t.few, t.walked into total, few, walked
    from private.people_total(members.role, members.state, members.course, members.quiet) t;
  elsif not searched then
    total := private.people_count(members.role, members.state);
  end if;
  condition := private.people_where(members.query, members.role, members.state, members.course, members.quiet, few or walked);
  if walked then
    condition := format('p.id = any (%L::uuid[])', private.page_in_order(condition, ordered, size, start));
    start := 0;
  end if;
  -- The ids of the page are read first, from an index, so that only the rows of this page are put together. A search
  -- runs once, for both the count and the page, and its result is sorted, because reading the whole list in its order
  -- could take long.
  execute format($sql$
    with found as %7$s (
      select p.id, p.created_at, p.name from %6$s p where %1$s
    ), page as materialized (
      select p.id, p.created_at, p.name from found p order by %2$s limit %3$s offset %4$s
    )
    select coalesce(%8$L::bigint, (select count(*) from found)), coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(*) from private.learner_courses k where k.user_id = p.id and k.open_until > now()))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, start,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g'), case when searched then 'private.people' else 'public.profiles' end,
    case when narrowed or searched then 'materialized' else 'not materialized' end, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.members(text,public.user_role,text,text,integer,integer,text,text) is 'Takes a search over name and email, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100), a course''s id (it is open to them now) or `none`, and for how long they have been quiet (7, 14, 30, never); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people; lists only people whom they reach; raises 42501, and what learning_where() raises.';
grant execute on function public.members(text,public.user_role,text,text,integer,integer,text,text) to authenticated, service_role;

create or replace function public.members_by_address(addresses text[])
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('addresses', addresses, 5000);
  narrowed boolean := private.reach_is_narrowed();
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if coalesce(cardinality(addresses), 0) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Up to 2,000 emails can be looked up.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', typed.address, 'id', found.id) order by typed.address), '[]')
    from (select distinct lower(btrim(a)) as address from unnest(addresses) a) typed
    cross join lateral (
      select p.id from public.profiles p where lower(p.email) = typed.address and (not narrowed or p.id in (select private.assigned_person_ids())) order by p.created_at limit 1) found);
end
$function$;
comment on function public.members_by_address(text[]) is 'Takes at most 2,000 emails; returns [{address, id}] for those that belong to members, in small letters, each once. Only for callers who may list people, and about those whom they reach, because the answer reveals who has an account. Raises 42501 and PT422 TOO_MANY.';
grant execute on function public.members_by_address(text[]) to authenticated, service_role;

-- `verified` is false for an email that was never confirmed by mail.
create or replace function public.person(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_person(person.user_id);
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'verified', coalesce(u.email_confirmed_at > 'epoch', false),
      'mail_ended', private.mail_ended(p.email),
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)),
      'phone', case when private.can('profiles', 'read') then p.phone end,
      'factors', case when private.can('profiles', 'reset_factors') then private.verified_factors(p.id) end,
      'last_at', (select nullif(date_trunc('second', max(k.last_at), 'UTC'), '-infinity') from private.learner_courses k
        where k.user_id = p.id and private.can('analytics', 'read', 'assigned')),
      'counts', jsonb_build_object(
        'purchases', case when private.can('purchases', 'read') then (select count(*) from public.purchases b where b.user_id = p.id) end,
        'invites', (select count(*) from private.invites_of(p.id)),
        'communities', case when private.can('community_members', 'read') then
          (select count(*) from public.community_members m where m.user_id = p.id and m.left_at is null) end,
        'sessions', case when private.can('sessions', 'read') then
          (select count(*) from auth.sessions s where s.user_id = p.id and private.session_is_open(s.not_after)) end))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = person.user_id);
end
$function$;
comment on function public.person(uuid) is 'Takes a person; {id, name, email, role, created_at, disabled_at, verified, mail_ended: as private.mail_ended(), courses: how many are open, phone, factors: verified second factors, last_at: when they last learned, counts: {purchases, invites, communities, sessions}}. Fields that the caller may not read are null. Raises 42501 and PT404 NO_PERSON (rules/members#person-page).';
grant execute on function public.person(uuid) to authenticated, service_role;

create or replace function public.person_access(user_id uuid, at timestamptz default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  all_cohorts constant boolean := private.can('cohorts', 'read');
  them uuid := person_access.user_id;
  moment timestamptz := greatest(coalesce(person_access.at, now()), now());
  -- The answer if it is the same for every course: if the account is not active, or its role may read all courses.
  for_all jsonb;
begin
  perform private.check_access_reading(them);
  select case when st.state <> 'ACTIVE' then jsonb_build_object('open', false, 'reason', st.state)
      when private.person_may(them, 'courses', 'read') then jsonb_build_object('open', true, 'reason', 'ROLE', 'role', st.role) end
  into for_all from private.account_state(them) st;
  return (
    with shut as materialized (
      -- Leaves out free previews and courses of cohorts that the person looks after, because they are open regardless
      -- of the schedule.
      select u.course_id, u.opens_at, u.day, u.cohort_id, count(*) over (partition by u.course_id) as lessons,
        row_number() over (partition by u.course_id order by u.opens_at nulls last, u.day, u.lesson_id) as place
      from private.unreleased_lessons(them, moment) u
      join public.lessons l on l.id = u.lesson_id and not l.free_preview
      where u.course_id not in (select s.id from private.staffed_course_ids(them) s (id))
    ), met as materialized (
      -- Courses that were ever granted to the person, that they made, or whose cohorts they look after. All other
      -- courses get the reason NEVER_GRANTED.
      select e.course_id as id from public.entitlements e where e.user_id = them
      union select c.id from private.made_course_ids(them) c (id)
      union select s.id from private.staffed_course_ids(them) s (id)
      union select (l.before ->> 'course_id')::uuid from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them::text and l.action = 'entitlement.revoke'
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) || coalesce(for_all,
        case when met.id is not null then (
            select case when all_cohorts then a.answer else private.without_other_cohorts(a.answer) end
            from (select private.access_of(them, c.id, null, moment) || case when shut.course_id is not null then jsonb_build_object('schedule',
              jsonb_build_object('lessons', z.lessons, 'shut', shut.lessons, 'opens_at', shut.opens_at, 'day', shut.day,
                'cohort', private.cohort_facts(shut.cohort_id))) else '{}' end as answer) a)
          when c.status <> 'PUBLISHED' then '{"open": false, "reason": "DRAFT"}'
          else '{"open": false, "reason": "NEVER_GRANTED"}' end)
      order by met.id is null, c.title, c.id), '[]')
    from public.courses c left join met on met.id = c.id
    left join shut on shut.course_id = c.id and shut.place = 1
    left join private.course_sizes z on z.course_id = c.id
    where c.deleted_at is null);
end
$function$;
comment on function public.person_access(uuid,timestamp with time zone) is 'Takes a person and a future moment (null or a past one: now); returns every course [{id, title, slug, open, reason, schedule?, ...}] with the answer of private.access_of(); courses that were granted to the person or made by them come first. `schedule` is given if a cohort has not opened all lessons of the course: {lessons, shut: how many of them are not open, opens_at: when the next opens (null while the person pauses), day, cohort: null if the caller may not read it}. For callers who may list people and courses and read grants; raises 42501 and PT404 NO_PERSON (rules/members#why).';
grant execute on function public.person_access(uuid,timestamp with time zone) to authenticated, service_role;

create or replace function public.person_invites(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_person(person_invites.user_id);
  return (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at desc, i.id desc), '[]')
    from (
      select i.id, i.email, i.role, i.created_at, i.expires_at, i.redeemed_at, i.cancelled_at, i.invited_by_id, i.redeemed_by_id,
        (select private.shown_name(p.name, p.email) from public.profiles p where p.id = i.invited_by_id) as inviter,
        private.invite_state(i) as state, private.invite_withheld(i) as withheld,
        (select coalesce(jsonb_agg(c.title order by c.title), '[]') from public.invite_courses ic
          join public.courses c on c.id = ic.course_id where ic.invite_id = i.id) as courses
      from private.invites_of(person_invites.user_id) i
      order by i.created_at desc, i.id desc limit 50) i);
end
$function$;
comment on function public.person_invites(uuid) is 'Takes a person; returns the newest 50 invites to their email or accepted by them: [{id, email, role, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, inviter, state, withheld: as invite_withheld(), courses: titles}], never a token. Callers who may read only their own invites get only these. Raises 42501 and PT404 NO_PERSON.';
grant execute on function public.person_invites(uuid) to authenticated, service_role;

create or replace function public.person_lessons(
  user_id uuid,
  course_id uuid,
  at timestamptz default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  all_cohorts constant boolean := private.can('cohorts', 'read');
  moment timestamptz := greatest(coalesce(person_lessons.at, now()), now());
begin
  perform private.check_access_reading(person_lessons.user_id);
  return (
    with seen as materialized (
      select m.title as module, m.index as module_index, l.id, l.title, l.index, l.free_preview,
        u.lesson_id is not null as shut, u.day, u.opens_at, u.cohort_id
      from public.courses c
      join public.modules m on m.course_id = c.id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      left join private.unreleased_lessons(person_lessons.user_id, moment) u on u.lesson_id = l.id
      where c.id = person_lessons.course_id and c.deleted_at is null
        -- The titles of lessons in a draft are returned only to callers who may read them.
        and (c.status = 'PUBLISHED' or (select private.can('lessons', 'read')))
    ), answers as materialized (
      -- The answer depends on the course, on whether the lesson is a free preview, and on whether the schedule has opened it,
      -- so it is computed once for each combination of these. The moment of the opening is added for each lesson.
      select k.free_preview, k.shut, case when all_cohorts then a.answer else private.without_other_cohorts(a.answer) end as answer
      from (select distinct on (s.free_preview, s.shut) s.free_preview, s.shut, s.id from seen s order by s.free_preview, s.shut, s.id) k
      cross join lateral (select private.access_of(person_lessons.user_id, person_lessons.course_id, k.id, moment) as answer) a
    ), cohort as materialized (
      select k.cohort_id, case when private.can_on_cohort('cohorts', 'read', k.cohort_id) then private.cohort_facts(k.cohort_id) end as facts
      from (select distinct s.cohort_id from seen s where s.cohort_id is not null) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'module', s.module)
      || a.answer || case when a.answer ->> 'reason' = 'UNRELEASED'
        then jsonb_build_object('opens_at', s.opens_at, 'day', s.day, 'cohort', h.facts) else '{}' end
      order by s.module_index, s.index), '[]')
    from seen s join answers a on (a.free_preview, a.shut) = (s.free_preview, s.shut)
    left join cohort h on h.cohort_id = s.cohort_id);
end
$function$;
comment on function public.person_lessons(uuid,uuid,timestamp with time zone) is 'Like person_access(), for the lessons of one course: [{id, title, module, open, reason, ...}] in their order. None for a draft whose lessons the caller may not read. Raises 42501 and PT404 NO_PERSON (rules/members#why).';
grant execute on function public.person_lessons(uuid,uuid,timestamp with time zone) to authenticated, service_role;

create or replace function public.person_sessions(user_id uuid)
  returns table(
    id uuid,
    created_at timestamptz,
    active_at timestamptz,
    user_agent text,
    ip_address text
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('sessions', 'read') then
    raise exception using errcode = '42501', message = 'You may not read sessions.';
  end if;
  perform private.check_person(person_sessions.user_id);
  return query
    select s.id, s.created_at, greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at), left(s.user_agent, 500), host(s.ip)
    from auth.sessions s
    where s.user_id = person_sessions.user_id and private.session_is_open(s.not_after)
    order by 3 desc, 1
    limit 50;
end
$function$;
comment on function public.person_sessions(uuid) is 'Takes a person; returns their open sessions, the last active first, at most 50, without tokens. For callers who may read sessions; raises 42501 and PT404 NO_PERSON.';
grant execute on function public.person_sessions(uuid) to authenticated, service_role;

-- TRIGGERS

create trigger profiles_follow_person after insert or update of name, email, phone, role, created_at, disabled_at on public.profiles
  for each row execute function private.sync_people();
