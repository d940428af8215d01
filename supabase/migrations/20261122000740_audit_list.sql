-- Why: administrators look for one act among a million, by its kind, its target, its time and its person.
-- Indexes for each combination of filters would cost every write; but kind, action and target type are few
-- (some dozens of pairs), so any choice among them is a few pairs, each read from one index that is in the
-- order of time, and merged.

drop index public.audit_logs_action_idx, public.audit_logs_user_id_idx, public.audit_logs_created_at_idx;
create index audit_logs_newest_idx on public.audit_logs (created_at desc, id desc);
create index audit_logs_pair_idx on public.audit_logs (target_type, action, created_at desc, id desc);
create index audit_logs_person_idx on public.audit_logs (user_id, target_type, action, created_at desc, id desc);

create function private.audit_kind(action text) returns text
language sql immutable set search_path = '' as $$
  select case split_part(action, '.', 2)
    when 'create' then 'CREATE' when 'grant' then 'CREATE' when 'join' then 'CREATE'
    when 'delete' then 'DELETE' when 'revoke' then 'DELETE' when 'leave' then 'DELETE' when 'cancel' then 'DELETE'
    when 'login' then 'LOGIN' when 'logout' then 'LOGOUT' when 'export' then 'EXPORT'
    else 'UPDATE' end
$$;
comment on function private.audit_kind(text) is
  'Takes an action; gives its kind: what comes into being is a CREATE (a grant, a joining), what ends is a DELETE (a revoked grant, a cancelled invite), everything else that changes something is an UPDATE; LOGIN, LOGOUT and EXPORT are their own (decisions, section 7).';

create function private.audit_pairs(out target_type text, out action text) returns setof record
language sql stable security definer set search_path = '' as $$
  -- From one pair to the next by the index, instead of over all rows.
  with recursive pair as (
    (select a.target_type, a.action from public.audit_logs a order by a.target_type, a.action limit 1)
    union all
    select n.target_type, n.action
    from pair p cross join lateral (
      select a.target_type, a.action from public.audit_logs a
      where (a.target_type, a.action) > (p.target_type, p.action) order by a.target_type, a.action limit 1) n
  )
  select p.target_type, p.action from pair p
$$;
comment on function private.audit_pairs() is 'Every target type and action that the record holds, once.';

create function private.audit_people(person text) returns uuid[]
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
    execute format('select array(select p.id from public.profiles p where %s limit 11)', private.people_where(person, null, null)) into found;
  end if;
  return found;
end
$$;
comment on function private.audit_people(text) is
  'Takes an id, its first eight characters or more, or words of a name or address; gives the people whom it may mean, at most eleven.';

create function public.audit_list(kind text default null, action text default null, target text default null, person text default null,
  since timestamptz default null, until timestamptz default null, after text default null, before text default null,
  page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  bound constant int := 10000;
  place constant text := '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),(\d{1,18})$';
  people uuid[];
  targets text[];
  actions text[];
  source text := 'public.audit_logs l where true';
  here text[];
  going text := 'desc';
  ids bigint[];
  counted bigint;
  answer jsonb;
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  if btrim(audit_list.person) <> '' then
    people := private.audit_people(audit_list.person);
    if cardinality(people) > 10 then
      return jsonb_build_object('count', 0, 'more', false, 'records', '[]'::jsonb, 'newer', false, 'older', false, 'many_people', true);
    end if;
  end if;
  if people is not null or coalesce(audit_list.kind, audit_list.action, audit_list.target) is not null then
    select coalesce(array_agg(p.target_type), '{}'), coalesce(array_agg(p.action), '{}') into targets, actions
    from private.audit_pairs() p
    where (audit_list.kind is null or private.audit_kind(p.action) = audit_list.kind)
      and (audit_list.action is null or p.action = audit_list.action)
      and (audit_list.target is null or p.target_type = audit_list.target);
    source := 'public.audit_logs l where l.target_type = p.target_type and l.action = p.action';
    if people is not null then
      source := source || ' and l.user_id = u.id';
    end if;
  end if;
  source := concat_ws(' and ', source, 'l.created_at >= ' || quote_literal(since), 'l.created_at < ' || quote_literal(until));

  -- Read from one index in the order of time, once for each pair and person, and merged.
  counted := (private.audit_scan(source, null, bound + 1, people, targets, actions))[1];
  here := regexp_match(coalesce(before, after), place);
  if before is not null and here is not null then
    going := 'asc';
  end if;
  ids := private.audit_scan(source || case when here is null then '' else
      format(' and (l.created_at, l.id) %s (%L, %L)', case going when 'asc' then '>' else '<' end, here[1], here[2]) end,
    going, size + 1, people, targets, actions);
  if going = 'asc' and cardinality(ids) <= size then
    -- The beginning: a whole page of it.
    going := 'desc';
    here := null;
    ids := private.audit_scan(source, going, size + 1, people, targets, actions);
  end if;

  select jsonb_build_object('count', least(counted, bound), 'more', counted > bound, 'many_people', false,
    'newer', case going when 'asc' then cardinality(ids) > size else here is not null end,
    'older', case going when 'asc' then true else cardinality(ids) > size end,
    'records', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
        'created_at', l.created_at, 'user_id', l.user_id, 'who', coalesce(nullif(p.name, ''), p.email), 'actor', l.actor,
        'ip_address', l.ip_address, 'detailed', l.before is not null or l.after is not null)
      order by l.created_at desc, l.id desc), '[]')) into answer
  from public.audit_logs l left join public.profiles p on p.id = l.user_id
  where l.id = any (ids[1:size]);
  return answer;
end
$$;
comment on function public.audit_list(text, text, text, text, timestamptz, timestamptz, text, text, int) is
  'Takes a kind (CREATE, UPDATE, DELETE, LOGIN, LOGOUT, EXPORT), an action, a target type, a person (id, the beginning of one, or words of name or address), from when and until before when, a place (`created_at,id`) behind which (`after`: older ones) or ahead of which (`before`: newer ones) to read, and a page''s size (at most 100). Gives {count: exact up to 10,000, more: beyond that, newer, older: whether there are any, many_people: the person may mean more than ten, records: [{id, action, target_type, target_id, created_at, user_id, who, actor, ip_address, detailed}]}, newest first. Raises 42501 (product, section 2).';

create function private.audit_scan(source text, going text, size int, people uuid[], targets text[], actions text[]) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  result bigint[];
  -- In order also to count: or a plan could look for rows of one day from the wrong end of a table.
  ordered text := format('order by created_at %1$s, id %1$s', coalesce(going, 'desc'));
  one text := format('select l.id, l.created_at from %s %s limit %s', source, ordered, size);
begin
  if targets is not null then
    one := format('select l.id, l.created_at from %s unnest($2, $3) p (target_type, action) cross join lateral (%s) l %s limit %s',
      case when people is not null then 'unnest($1) u (id) cross join' else '' end, one,
      -- To count, any of them will do, as long as it ends when there are enough.
      case when going is not null then ordered else '' end, size);
  end if;
  execute format(case when going is null then 'select array[count(*)] from (%s) s' else 'select array(select s.id from (%s) s)' end, one)
    into result using people, targets, actions;
  return result;
end
$$;
comment on function private.audit_scan(text, text, int, uuid[], text[], text[]) is
  'Takes a condition on audit_logs l, a direction, how many at most, and the people and pairs over which it is read; gives their ids in that direction, or without a direction their count alone.';

create function public.audit_choices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    select jsonb_build_object('actions', coalesce(jsonb_agg(distinct p.action order by p.action), '[]'),
      'target_types', coalesce(jsonb_agg(distinct p.target_type order by p.target_type), '[]'))
    from private.audit_pairs() p);
end
$$;
comment on function public.audit_choices() is
  'Gives {actions, target_types}: all that the record holds, to choose from. For whoever may read the audit; raises 42501.';
grant execute on function public.audit_choices(),
  public.audit_list(text, text, text, text, timestamptz, timestamptz, text, text, int) to authenticated;

create function private.export_audit_logs(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  people uuid[] := case when btrim(filter ->> 'person') <> '' then private.audit_people(filter ->> 'person') end;
begin
  if cardinality(people) > 10 then
    raise exception using errcode = 'PT422', hint = 'MANY_PEOPLE', message = 'Many people are meant by this. Type more of the name, or an ID.';
  end if;
  columns := array['id', 'time', 'action', 'target_type', 'target_id', 'user_id', 'user', 'actor', 'ip_address', 'user_agent', 'before', 'after'];
  source := format($sql$
    select l.created_at as at, l.id as key, jsonb_build_object('id', l.id, 'time', l.created_at, 'action', l.action,
      'target_type', l.target_type, 'target_id', l.target_id, 'user_id', l.user_id, 'user', coalesce(nullif(p.name, ''), p.email),
      'actor', l.actor, 'ip_address', l.ip_address, 'user_agent', l.user_agent, 'before', l.before, 'after', l.after) as row
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where %s$sql$, concat_ws(' and ', 'true',
      'private.audit_kind(l.action) = ' || quote_literal(nullif(filter ->> 'kind', '')),
      'l.action = ' || quote_literal(nullif(filter ->> 'action', '')),
      'l.target_type = ' || quote_literal(nullif(filter ->> 'target', '')),
      'l.user_id = any (' || quote_literal(people) || ')',
      'l.created_at >= ' || quote_literal((filter ->> 'since')::timestamptz),
      'l.created_at < ' || quote_literal((filter ->> 'until')::timestamptz)));
end
$$;
comment on function private.export_audit_logs(jsonb) is
  'Takes {kind, action, target, person, since, until} as audit_list() has them; gives columns and query of the record''s export, before and after included. Raises PT422 MANY_PEOPLE.';
insert into private.export_lists (list, resource, personal) values ('audit_logs', 'audit_logs', '{person}');
