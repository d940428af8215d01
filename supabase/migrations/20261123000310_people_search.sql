-- Why: what a person is found by was put together anew for every row that an index had found, which is nine
-- thousand times for a common name: 70 to 105 ms of a page of members. Now it is kept. Not as a column of
-- public.profiles, where whoever reads a row would read it, a `select *` would carry it and the audit would
-- name it as changed; but beside it, in a table that nothing but these functions reads, with what a list of
-- people is narrowed and sorted by, so that a search needs no second table to count.

create table private.people (
  id uuid primary key references public.profiles (id) on delete cascade,
  search_key text not null,
  name text,
  role public.user_role not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
alter table private.people enable row level security;
comment on table private.people is
  'What every person is found by (person_key()), with what lists of them are narrowed and sorted by. Kept by a trigger on profiles, and gone with them. No grants: read by functions, never shown.';

create function private.follow_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people as k (id, search_key, name, role, created_at, disabled_at)
  values (new.id, private.person_key(new.name, new.email, new.phone), new.name, new.role, new.created_at, new.disabled_at)
  on conflict (id) do update set search_key = excluded.search_key, name = excluded.name, role = excluded.role,
    created_at = excluded.created_at, disabled_at = excluded.disabled_at;
  return null;
end
$$;
comment on function private.follow_person() is 'Trigger on profiles: keeps private.people as the profile is.';
create trigger profiles_follow_person after insert or update of name, email, phone, role, created_at, disabled_at on public.profiles
  for each row execute function private.follow_person();

create function private.rebuild_people() returns void
language sql security definer set search_path = '' as $$
  delete from private.people;
  insert into private.people (id, search_key, name, role, created_at, disabled_at)
  select p.id, private.person_key(p.name, p.email, p.phone), p.name, p.role, p.created_at, p.disabled_at from public.profiles p;
$$;
comment on function private.rebuild_people() is
  'Puts private.people together anew, for what came past the trigger: when it was added, and when a data set was loaded without it.';
select private.rebuild_people();

drop index public.profiles_key_idx;
-- Few people change; and what waits in a list of its own would be read through by every search.
create index people_search_idx on private.people using gin (search_key extensions.gin_trgm_ops) with (fastupdate = off);
create index people_newest_idx on private.people (created_at desc, id desc);
create index people_name_idx on private.people (name, id);
-- The few of a role by name, without walking through everybody's.
create index profiles_role_name_idx on public.profiles (role, name, id);

create function private.found_by(query text, alias text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select string_agg(format('%I.search_key like %L', alias, pattern), ' and ')
    from unnest(private.person_patterns(coalesce(query, ''))) pattern);
end
$$;
comment on function private.found_by(text, text) is
  'Takes what somebody typed, and how private.people is called in a query; gives the condition as SQL, every value quoted, or null when nothing was typed.';

-- Who reads it ----------------------------------------------------------------------------------------

create function private.people_from(query text) returns text
language sql stable set search_path = '' as $$
  select case when private.found_by(query, 'p') is null then 'public.profiles' else 'private.people' end
$$;
comment on function private.people_from(text) is 'Takes a search; the table p that people_where() is about: with a search the one that has what people are found by.';

create or replace function private.people_where(query text, role public.user_role, state text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true', private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null' end);
end
$$;
comment on function private.people_where(text, public.user_role, text) is
  'Takes a search, a role and active or disabled (null: any); gives the condition on people_from() p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index.';

create or replace function public.members(query text default '', role public.user_role default null, state text default null,
  sort text default 'newest', page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  people text := private.people_from(members.query);
  condition text := private.people_where(members.query, members.role, members.state);
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('profiles', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  execute format('select count(*) from %s p where %s', people, condition) into total;
  -- The page's ids first, out of the index alone; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select p.id, p.created_at, p.name from %6$s p where %1$s order by %2$s limit %3$s offset %4$s
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(distinct e.course_id) from public.entitlements e
          where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g'), people) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;

create or replace function public.change_access(operation_id uuid, piece int, course_ids uuid[], give boolean,
  people uuid[] default null, query text default null, role public.user_role default null, state text default null,
  after uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  -- At most 20,000 pairs a call.
  size int := 20000 / greatest(coalesce(cardinality(course_ids), 0), 1);
  batch uuid[];
  result jsonb;
begin
  perform private.check_access_rights();
  if coalesce(cardinality(course_ids), 0) not between 1 and 200 or coalesce(cardinality(people), 0) > size then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  -- The caller is part of the name: nobody reads what somebody else's operation came to.
  perform pg_advisory_xact_lock(hashtextextended(operation_id::text || private.uid()::text, piece));
  select b.result into result from private.bulk_pieces b
  where b.operation_id = md5(change_access.operation_id::text || private.uid()::text)::uuid and b.piece = change_access.piece;
  if result is not null then
    return result;
  end if;
  if people is not null then
    batch := people;
  else
    execute format('select array(select p.id from %s p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_from(query), private.people_where(query, role, state)) into batch using after, size;
  end if;
  result := jsonb_build_object(
    'people', coalesce(cardinality(batch), 0),
    'changed', case when give then private.give_access(batch, course_ids) else private.take_access(batch, course_ids) end,
    'last', case when people is null and cardinality(batch) = size then batch[size] end);
  delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
  insert into private.bulk_pieces (operation_id, piece, result)
  values (md5(change_access.operation_id::text || private.uid()::text)::uuid, piece, result);
  return result;
end
$$;

create or replace function private.export_members(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  -- Whoever may put a phone number right may take it along; a moderator may not.
  phone boolean := private.can('profiles', 'correct');
begin
  columns := array['id', 'name', 'email'] || case when phone then array['phone'] else '{}' end
    || array['role', 'status', 'joined', 'courses'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email %s,
      'role', p.role, 'status', case when p.disabled_at is null then 'Active' else 'Disabled' end, 'joined', p.created_at,
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now()))) as row
    from public.profiles p where p.id in (select p.id from %s p where %s)$sql$,
    case when phone then ', ''phone'', p.phone' else '' end,
    private.people_from(filter ->> 'search'), private.people_where(filter ->> 'search', nullif(filter ->> 'role', '')::public.user_role, filter ->> 'state'));
end
$$;

create or replace function private.audit_people(person text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  digits text := replace(lower(btrim(person)), '-', '');
  found uuid[];
begin
  -- The beginning of an id, as the list shows it, or all of it.
  if digits ~ '^[0-9a-f]{8,32}$' then
    found := array(select p.id from public.profiles p
      where p.id between rpad(digits, 32, '0')::uuid and rpad(digits, 32, 'f')::uuid order by p.id limit 11);
  end if;
  -- A whole address is one look-up; words are a search.
  if digits ~ '@' then
    found := array(select p.id from public.profiles p where lower(p.email) = lower(btrim(person)) limit 11);
  end if;
  if coalesce(cardinality(found), 0) = 0 then
    execute format('select array(select p.id from %s p where %s limit 11)', private.people_from(person), private.people_where(person, null, null)) into found;
  end if;
  return found;
end
$$;

create or replace function private.learners_where(query text, course_id uuid, quiet text, out people text, out condition text)
language plpgsql stable set search_path = '' as $$
declare
  in_course boolean := learners_where.course_id is not null;
begin
  people := case when in_course then 'private.learner_courses k' else 'private.learners k' end;
  condition := concat_ws(' and ', 'true',
    case when in_course then format('k.course_id = %L and k.open_until is not null', learners_where.course_id) end,
    case when learners_where.quiet in ('7', '14', '30', 'never') then concat_ws(' and ', 'k.open_until is not null and k.open_until > now()',
      case when in_course then
        'not k.finished and not exists (select 1 from public.profiles a where a.id = k.user_id and a.disabled_at is not null)' end,
      case when learners_where.quiet = 'never' then 'k.last_at = ''-infinity'''
        else format('k.idle_since < now() - interval ''%s days''', learners_where.quiet) end) end,
    private.found_by(learners_where.query, 'p'));
end
$$;
comment on function private.learners_where(text, uuid, text) is
  'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on private.people p, as SQL with every value quoted.';

create or replace function public.analytics(query text default '', course_id uuid default null, quiet text default null,
  sort text default 'active', page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(analytics.query, ''))) > 0;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  ordered text := case analytics.sort
    when 'inactive' then 'k.last_at, k.user_id'
    when 'completed' then 'k.completed desc, k.user_id desc' when '-completed' then 'k.completed, k.user_id'
    when 'name' then 'p.name, p.id' when '-name' then 'p.name desc, p.id desc'
    else 'k.last_at desc, k.user_id desc' end;
  wanted record;
  whom text;
  total bigint;
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  whom := case when searched then 'join private.people p on p.id = k.user_id'
    when analytics.sort in ('name', '-name') then 'join public.profiles p on p.id = k.user_id' end;
  if searched and analytics.course_id is null and analytics.quiet is null then
    -- Everybody has a row among the learners: those who are found are counted alone.
    execute format('select count(*) from private.people p where %s', wanted.condition) into total;
  else
    execute format('select count(*) from %s %s where %s', wanted.people, case when searched then whom end, wanted.condition) into total;
  end if;
  if total = 0 then
    return '{"total": 0, "members": []}';
  end if;
  -- The page's people first, out of an index; then what fifty of them have done.
  execute format($sql$
    with page as materialized (
      select k.user_id, k.last_at, row_number() over () as place
      from (select k.user_id, k.last_at from %1$s %2$s where %3$s order by %4$s limit %5$s offset %6$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
        'last_at', nullif(date_trunc('second', page.last_at), '-infinity')) || private.learner_totals(p.id, %7$L) order by page.place), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    wanted.people, whom, wanted.condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, analytics.course_id) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;

create or replace function private.export_analytics(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  course uuid := nullif(filter ->> 'course', '')::uuid;
  wanted record;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(filter ->> 'search', course, filter ->> 'quiet');
  columns := array['id', 'name', 'email', 'courses', 'ended', 'completed', 'total', 'percent', 'last_activity'];
  source := format($sql$
    select k.last_at as at, k.user_id as key, (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'last_activity', nullif(k.last_at, '-infinity'),
          'percent', coalesce(round(100.0 * (t.sums ->> 'completed')::int / nullif((t.sums ->> 'total')::int, 0)), 0)) || t.sums
      from (select private.learner_totals(p.id, %L) as sums) t) as row
    from (select k.* from %s %s where %s) k join public.profiles p on p.id = k.user_id$sql$, course, wanted.people,
    case when private.found_by(filter ->> 'search', 'p') is not null then 'join private.people p on p.id = k.user_id' end, wanted.condition);
end
$$;

create or replace function public.managed_members(community_id uuid, query text default '', state text default null,
  page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  found text := private.found_by(managed_members.query, 'p');
  people text := 'public.community_members m' ||
    case when found is not null then ' join private.people p on p.id = m.user_id' else '' end;
  condition text := concat_ws(' and ', format('m.community_id = %L', managed_members.community_id),
    -- Whoever was banned stays on the list after leaving: the ban does too.
    case managed_members.state when 'banned' then 'm.banned'
      when 'moderators' then 'm.left_at is null and m.role = ''MODERATOR'''
      else '(m.left_at is null or m.banned)' end, found);
  total bigint;
  rows jsonb;
begin
  perform private.check_community_rights('read');
  execute format('select count(*) from %s where %s', people, condition) into total;
  execute format($sql$
    with page as materialized (
      select m.user_id, m.role, m.banned, m.joined_at from %s where %s
      order by m.joined_at desc, m.user_id desc limit %s offset %s
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', page.role,
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at)) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    people, condition, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;

create or replace function public.community_candidates(community_id uuid, query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found text := private.found_by(community_candidates.query, 'p');
  rows jsonb;
begin
  perform private.check_community_rights('create');
  if found is null then
    return '[]';
  end if;
  execute format($sql$
    with few as materialized (
      select p.id from private.people p
      where p.disabled_at is null and %s order by p.name, p.id limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email,
      'standing', case when m.banned then 'BANNED' when m.user_id is not null and m.left_at is null then 'MEMBER' else 'OUTSIDE' end)
      order by f.name, f.id), '[]')
    from few join public.profiles f on f.id = few.id left join public.community_members m on m.community_id = %L and m.user_id = f.id$sql$,
    found,
    community_candidates.community_id) into rows;
  return rows;
end
$$;

create or replace function private.purchases_where(query text, status public.purchase_status, since timestamptz, until timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    'p.status = ' || quote_literal(purchases_where.status),
    'p.created_at >= ' || quote_literal(since),
    'p.created_at < ' || quote_literal(until),
    -- Each half by its own index.
    case when btrim(query) <> '' then format($sql$p.id in (
      select r.id from public.purchases r where lower(r.provider_ref) like %L
      union all
      select b.id from private.people u join public.purchases b on b.user_id = u.id where %s)$sql$,
      private.like_text(query),
      coalesce(private.found_by(query, 'u'), 'true')) end);
end
$$;

-- Invites by what became of them, counted by an index alone.
create index invites_redeemed_idx on public.invites (created_at desc, id desc) where redeemed_at is not null;
create index invites_cancelled_idx on public.invites (created_at desc, id desc) where redeemed_at is null and cancelled_at is not null;

create or replace function public.invite_list(query text default '', state text default null, sort text default 'newest',
  mine boolean default false, page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false));
  ordered text := case invite_list.sort
    when 'oldest' then 'i.created_at, i.id' when 'email' then 'lower(i.email), i.id' when '-email' then 'lower(i.email) desc, i.id desc'
    when 'ending' then 'i.expires_at, i.id' else 'i.created_at desc, i.id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not read invites.';
  end if;
  execute format('select count(*) from public.invites i where %s', condition) into total;
  -- The page's ids first; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id,
        'inviter', (select coalesce(nullif(btrim(s.name), ''), s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$$;
