-- Why: staff find one person among a hundred thousand and change what they may open
-- (rules/members#member-list). Row security keeps text operators from their index, so the list is a definer
-- function that checks its caller first. One person's access is saved as one difference in one transaction
-- (rules/members#grant); that of many people in pieces that can be sent again (rules/members#bulk).

create function public.members(query text default '', role public.user_role default null, state text default null,
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
  if not private.can('profiles', 'list') then
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
comment on function public.members(text, public.user_role, text, text, int, int) is
  'Takes a search over name and address, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people; raises 42501.';
grant execute on function public.members(text, public.user_role, text, text, int, int) to authenticated;

create function private.check_access_rights() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('entitlements', 'create') or not private.can('entitlements', 'delete') then
    raise exception using errcode = '42501', message = 'You may not change access.';
  end if;
end
$$;
comment on function private.check_access_rights() is 'Raises 42501 unless the caller may grant and revoke.';

create function public.member_access(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('entitlements', 'read') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'status', c.status,
        'granted', e.open is not null and e.open, 'source', e.source, 'expires_at', e.expires_at) order by c.title, c.id), '[]')
    from public.courses c
    left join lateral (
      select bool_or(g.expires_at is null or g.expires_at > now()) as open,
        (array_agg(g.source order by g.expires_at desc nulls first))[1] as source,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
      from public.entitlements g where g.user_id = member_access.user_id and g.course_id = c.id
    ) e on true
    where c.deleted_at is null);
end
$$;
comment on function public.member_access(uuid) is
  'Takes a person; every course [{id, title, slug, status, granted, source, expires_at}] with whether it is open to them, how they came to it and until when. For callers who may read all entitlements and list all courses; raises 42501.';
grant execute on function public.member_access(uuid) to authenticated;

create function private.grant_access(people uuid[], course_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  -- An ended grant is deleted, so that the new one has a record of its own.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id)
  select p.id, c.id, private.uid()
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- Open to them already, by any grant: nothing to do.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and (e.expires_at is null or e.expires_at > now()))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.grant_access(uuid[], uuid[]) is 'Takes people and courses; opens each course to each person to whom it is not open, and counts those grants.';

create function private.revoke_access(people uuid[], course_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  with gone as (
    delete from public.entitlements e where e.user_id = any (people) and e.course_id = any (course_ids)
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct g.user_id, g.course_id from gone g) pairs;
  return changed;
end
$$;
comment on function private.revoke_access(uuid[], uuid[]) is
  'Takes people and courses; takes away every grant between them, those of purchases too, and counts the pairs of person and course. Progress stays.';

create function public.save_access(user_id uuid, to_grant uuid[], to_revoke uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.to_grant && save_access.to_revoke then
    raise exception using errcode = 'PT422', message = 'A course is either granted or revoked.', hint = 'GRANT_AND_REVOKE';
  end if;
  -- All courses are held before the first is counted.
  perform private.hold_courses(save_access.to_grant || save_access.to_revoke, false);
  perform private.check_courses(save_access.to_grant, true);
  perform private.check_courses(save_access.to_revoke, false);
  return jsonb_build_object(
    'revoked', private.revoke_access(array[save_access.user_id], save_access.to_revoke),
    'granted', private.grant_access(array[save_access.user_id], save_access.to_grant));
end
$$;
comment on function public.save_access(uuid, uuid[], uuid[]) is
  'Takes a person, courses to open and courses to close to them; does both in one transaction, all or nothing, and counts {granted, revoked}. Sent twice it changes nothing more. Raises 42501, PT404 NO_PERSON, PT422 GRANT_AND_REVOKE and NO_COURSE.';
grant execute on function public.save_access(uuid, uuid[], uuid[]) to authenticated;

create table private.bulk_pieces (
  operation_id uuid not null,
  piece int not null,
  result jsonb not null,
  made_at timestamptz not null default now(),
  primary key (operation_id, piece)
);
alter table private.bulk_pieces enable row level security;
comment on table private.bulk_pieces is
  'What each piece of a long operation came to, so that a piece whose answer was lost can be sent again. No grants: written by the functions that work in pieces.';
create index bulk_pieces_made_at_idx on private.bulk_pieces (made_at);

create function public.change_access(operation_id uuid, piece int, course_ids uuid[], granting boolean,
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
  -- The caller is part of the name, so that no other caller reads the operation's result.
  perform pg_advisory_xact_lock(hashtextextended(operation_id::text || private.uid()::text, piece));
  select b.result into result from private.bulk_pieces b
  where b.operation_id = md5(change_access.operation_id::text || private.uid()::text)::uuid and b.piece = change_access.piece;
  if result is not null then
    return result;
  end if;
  perform private.check_courses(course_ids, granting);
  if people is not null then
    batch := people;
  else
    execute format('select array(select p.id from %s p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_from(query), private.people_where(query, role, state)) into batch using after, size;
  end if;
  result := jsonb_build_object(
    'people', coalesce(cardinality(batch), 0),
    'changed', case when granting then private.grant_access(batch, course_ids) else private.revoke_access(batch, course_ids) end,
    'last', case when people is null and cardinality(batch) = size then batch[size] end);
  delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
  insert into private.bulk_pieces (operation_id, piece, result)
  values (md5(change_access.operation_id::text || private.uid()::text)::uuid, piece, result);
  return result;
end
$$;
comment on function public.change_access(uuid, int, uuid[], boolean, uuid[], text, public.user_role, text, uuid) is
  'Opens or closes courses to many people, in pieces of at most 20,000 pairs: those named, or those whom members() finds for the search, role and state, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY and NO_COURSE; a refused piece has changed nothing.';
grant execute on function public.change_access(uuid, int, uuid[], boolean, uuid[], text, public.user_role, text, uuid) to authenticated;

create function private.check_courses(course_ids uuid[], to_give boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A course in the bin can be revoked but not granted.
  if exists (
    select from unnest(check_courses.course_ids) wanted (id)
    where not exists (select from public.courses c where c.id = wanted.id and (c.deleted_at is null or not to_give))) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE',
      message = 'One of these courses no longer exists. Nothing was changed. Please open the list again.';
  end if;
end
$$;
comment on function private.check_courses(uuid[], boolean) is
  'Takes courses and whether they are to be given; raises PT422 NO_COURSE when one of them is not there.';

create function public.member_by_address(address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
    from public.profiles p where lower(p.email) = lower(btrim(address)) order by p.created_at limit 1);
end
$$;
comment on function public.member_by_address(text) is
  'Takes an address; the member who has it, as members() shows them, or null. For callers who may list people alone: an address could be probed by it. Raises 42501.';
grant execute on function public.member_by_address(text) to authenticated;

create function private.export_members(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  phone boolean := private.can('profiles', 'read');
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
comment on function private.export_members(jsonb) is
  'Takes {search, role, state} as members() has them; gives columns and query of the members'' export. The phone is for those who may read it.';
