-- Why: staff find one person among a hundred thousand and put right what they may open. Row security
-- keeps text operators from their index (sql.md, 7), so the list is a definer function; what somebody may
-- open is saved as one difference in one transaction (decisions, section 4); and what is to happen to many
-- people happens in pieces that can be sent again (decisions, section 10, Bulk).

-- Finding people ------------------------------------------------------------------------------------

create function private.person_key(name text, email text, phone text) returns text
language sql immutable set search_path = '' as $$
  select ' ' || lower(extensions.unaccent('extensions.unaccent', normalize(coalesce(name, ''), nfkc))) || ' '
    || lower(email) || ' ' || coalesce(regexp_replace(phone, '[^0-9+]', '', 'g'), '')
$$;
comment on function private.person_key(text, text, text) is
  'What a person is found by: name without accents, address, and the digits of the phone, in small letters, each word behind a space. Called immutable, although a dictionary could be edited, so that an index can hold it.';
-- An index is kept by whoever changes the row: people change their own name.
grant execute on function private.person_key(text, text, text) to authenticated, service_role;

drop index public.profiles_name_trgm_idx, public.profiles_email_trgm_idx, public.profiles_created_at_idx, public.profiles_role_idx;
create index profiles_key_idx on public.profiles using gin (private.person_key(name, email, phone) extensions.gin_trgm_ops);
create index profiles_newest_idx on public.profiles (created_at desc, id desc);
create index profiles_role_idx on public.profiles (role, created_at desc, id desc);
create index profiles_disabled_idx on public.profiles (created_at desc, id desc) where disabled_at is not null;

create function private.person_patterns(query text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    -- One or two letters are in everybody's name somewhere: they stand for the beginning of a word.
    select case when char_length(t.word) < 3 then '% ' else '%' end
      || replace(replace(replace(t.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(extensions.unaccent('extensions.unaccent', normalize(left(person_patterns.query, 100), nfkc))), ' ') t (word)
    where t.word <> '' limit 6);
end
$$;
comment on function private.person_patterns(text) is
  'Takes what somebody typed; gives patterns for person_key(), all of which have to match: its first six words, taken literally.';

create function private.people_where(query text, role public.user_role, state text) returns text
language plpgsql stable set search_path = '' as $$
declare
  patterns text[] := private.person_patterns(coalesce(people_where.query, ''));
begin
  return concat_ws(' and ', 'true',
    (select string_agg(format('private.person_key(p.name, p.email, p.phone) like %L', pattern), ' and ') from unnest(patterns) pattern),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null' end);
end
$$;
comment on function private.people_where(text, public.user_role, text) is
  'Takes a search, a role and active or disabled (null: any); gives the condition on profiles p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index.';

create function public.members(query text default '', role public.user_role default null, state text default null,
  sort text default 'newest', page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
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
  execute format('select count(*) from public.profiles p where %s', condition) into total;
  -- The page's ids first, out of the index alone; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select p.id, p.created_at, p.name from public.profiles p where %1$s order by %2$s limit %3$s offset %4$s
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(distinct e.course_id) from public.entitlements e
          where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g')) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;
comment on function public.members(text, public.user_role, text, text, int, int) is
  'Takes a search over name, address and phone, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For whoever may read every profile; raises 42501 (product, section 2).';

-- What a person may open ----------------------------------------------------------------------------

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
  'Takes a person; every course [{id, title, slug, status, granted, source, expires_at}] with whether it is open to them, how they came to it and until when. For whoever may read all entitlements and list all courses; raises 42501.';

create function private.give_access(people uuid[], course_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  -- What has ended makes way, so that the new grant is a grant of its own in the records.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id)
  select p.id, c.id, private.uid()
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- Open to them already, by whatever grant: nothing to do.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and (e.expires_at is null or e.expires_at > now()))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.give_access(uuid[], uuid[]) is 'Takes people and courses; opens each course to each person to whom it is not open, and counts those grants.';

create function private.take_access(people uuid[], course_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  with gone as (
    delete from public.entitlements e where e.user_id = any (people) and e.course_id = any (course_ids)
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct g.user_id, g.course_id from gone g) pairs;
  return changed;
end
$$;
comment on function private.take_access(uuid[], uuid[]) is
  'Takes people and courses; takes away every grant between them, those of purchases too, and counts the pairs of person and course. Progress stays.';

create function public.save_access(user_id uuid, give uuid[], take uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.give && save_access.take then
    raise exception using errcode = 'PT422', message = 'A course is either given or taken.', hint = 'GIVE_AND_TAKE';
  end if;
  return jsonb_build_object(
    'taken', private.take_access(array[save_access.user_id], save_access.take),
    'given', private.give_access(array[save_access.user_id], save_access.give));
end
$$;
comment on function public.save_access(uuid, uuid[], uuid[]) is
  'Takes a person, courses to open and courses to close to them; does both in one transaction and counts {given, taken}. Sent twice it changes nothing more. Raises 42501, PT404 NO_PERSON, PT422 (decisions, section 4).';

-- Many people at once -------------------------------------------------------------------------------

create table private.bulk_pieces (
  operation_id uuid not null,
  piece int not null,
  result jsonb not null,
  made_at timestamptz not null default now(),
  primary key (operation_id, piece)
);
alter table private.bulk_pieces enable row level security;
create index bulk_pieces_made_at_idx on private.bulk_pieces (made_at);
comment on table private.bulk_pieces is
  'What each piece of a long operation came to, so that a piece whose answer was lost can be sent again. No grants: written by the functions that work in pieces.';

create function public.change_access(operation_id uuid, piece int, course_ids uuid[], give boolean,
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
    execute format('select array(select p.id from public.profiles p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_where(query, role, state)) into batch using after, size;
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
comment on function public.change_access(uuid, int, uuid[], boolean, uuid[], text, public.user_role, text, uuid) is
  'Opens or closes courses to many people, in pieces of at most 20,000 pairs: those named, or those whom members() finds for the search, role and state, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY (decisions, section 10, Bulk).';

grant execute on function public.members(text, public.user_role, text, text, int, int), public.member_access(uuid),
  public.save_access(uuid, uuid[], uuid[]),
  public.change_access(uuid, int, uuid[], boolean, uuid[], text, public.user_role, text, uuid) to authenticated;
