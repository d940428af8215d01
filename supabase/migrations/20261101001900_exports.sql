-- Why: what a list's filter finds leaves as a file, and that has to be on record (rules/records#exports). An
-- export begins with one call that checks the right, counts and writes the record; its rows are read under the
-- number that this call gives, by the recorded filter alone. A list adds its line to private.export_lists
-- and its function private.export_<list>(filter).

create table private.export_lists (
  list text primary key,
  resource text not null,
  personal text[] not null default '{}',
  action text not null default 'read'
);
alter table private.export_lists enable row level security;
comment on table private.export_lists is
  'What can be exported: the list''s name, the resource that has to be readable in any scope, and the keys of its filter under which somebody''s name or address may stand, which the record keeps only as true. Written by migrations.';
comment on column private.export_lists.action is 'What somebody must be able to do with all of the resource to take the list along.';

insert into private.export_lists (list, resource, personal, action) values
  ('members', 'profiles', '{search}', 'list'),
  ('analytics', 'analytics', '{search}', 'read'),
  ('invites', 'invites', '{search}', 'read'),
  ('purchases', 'purchases', '{search}', 'read'),
  ('notifications', 'notifications', '{search}', 'read'),
  ('audit_logs', 'audit_logs', '{person}', 'read');

create table private.exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  list text not null references private.export_lists (list) on delete cascade,
  filter jsonb not null,
  begun_at timestamptz not null default now()
);
alter table private.exports enable row level security;
comment on table private.exports is 'Exports under way, for an hour: whose, of which list, by which filter. No grants: begin_export() writes, export_rows() reads.';
create index exports_user_id_idx on private.exports (user_id);
create index exports_list_idx on private.exports (list);
create index exports_begun_at_idx on private.exports (begun_at);

create function private.export_source(list text, filter jsonb, out columns text[], out source text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from private.export_lists l where l.list = export_source.list and private.can(l.resource, l.action)
  ) then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  execute format('select * from private.%I($1)', 'export_' || list) into columns, source using coalesce(filter, '{}');
end
$$;
comment on function private.export_source(text, jsonb) is
  'Takes a list and a filter; gives the columns that the caller may have, in order, and a query of (at, key, row): what rows are ordered by, newest first, and the row as an object. Raises 42501 for unknown lists and for those who may not read alike.';

create function public.begin_export(list text, filter jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  what record;
  personal text[] := (select l.personal from private.export_lists l where l.list = begin_export.list);
  export uuid;
  total bigint;
begin
  select * into what from private.export_source(list, filter);
  execute format('select count(*) from (%s) s', what.source) into total;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address)
  values (private.uid(), 'data.export', 'list', list,
    jsonb_build_object('rows', total, 'columns', to_jsonb(what.columns), 'filter', (
      select coalesce(jsonb_object_agg(f.key, case when f.key = any (personal) then 'true'::jsonb else to_jsonb(left(f.value, 100)) end), '{}')
      from jsonb_each_text(coalesce(filter, '{}')) f where f.value <> '')),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  delete from private.exports e where e.begun_at < now() - interval '1 hour';
  insert into private.exports (user_id, list, filter) values (private.uid(), list, coalesce(filter, '{}')) returning id into export;
  return jsonb_build_object('id', export, 'total', total, 'columns', to_jsonb(what.columns));
end
$$;
comment on function public.begin_export(text, jsonb) is
  'Takes a list and its filter; records data.export with list, filter and count, and gives {id, total, columns}: id is what export_rows() is asked by, columns are those that the caller may have. Raises 42501 (rules/records#exports).';
grant execute on function public.begin_export(text, jsonb) to authenticated;

create function public.export_rows(export_id uuid, after jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  export private.exports;
  what record;
  answer jsonb;
begin
  select * into export from private.exports e
  where e.id = export_id and e.user_id = private.uid() and e.begun_at > now() - interval '1 hour';
  if export.id is null then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  select * into what from private.export_source(export.list, export.filter);
  execute format($sql$
    with page as (
      select s.at, s.key, s.row from (%s) s where %s order by s.at desc, s.key desc limit 1000
    )
    select jsonb_build_object(
      'rows', coalesce((select jsonb_agg(p.row order by p.at desc, p.key desc) from page p), '[]'),
      'next', case when (select count(*) from page) = 1000 then (
        select jsonb_build_array(p.at, p.key) from page p order by p.at, p.key limit 1) end)$sql$,
    what.source,
    case when jsonb_typeof(after) = 'array' then format('(s.at, s.key) < (%L, %L)', after ->> 0, after ->> 1) else 'true' end) into answer;
  return answer;
end
$$;
comment on function public.export_rows(uuid, jsonb) is
  'Takes an export of the caller''s own, begun within the hour, and behind which row to go on; gives {rows, next}: a thousand rows as objects, newest first, and the next `after`, null at the end. What may be read is asked again at each call. Raises 42501.';
grant execute on function public.export_rows(uuid, jsonb) to authenticated;

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
  'Takes {search, role, state} as members() has them; gives columns and query of the members'' export. The phone is for whoever may read it.';

create function private.export_invites(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
begin
  -- No token: whoever holds it holds the invite.
  columns := array['id', 'email', 'role', 'status', 'courses', 'inviter', 'created', 'expires', 'redeemed', 'cancelled'];
  source := format($sql$
    select i.created_at as at, i.id as key, jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role,
      'status', initcap(private.invite_state(i)), 'inviter', coalesce(nullif(btrim(s.name), ''), s.email),
      'courses', (select string_agg(c.slug, ' ' order by c.slug)
        from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null where ic.invite_id = i.id),
      'created', i.created_at, 'expires', i.expires_at, 'redeemed', i.redeemed_at, 'cancelled', i.cancelled_at) as row
    from public.invites i left join public.profiles s on s.id = i.invited_by_id where %s$sql$,
    private.invites_where(filter ->> 'search', nullif(filter ->> 'status', ''), false));
end
$$;
comment on function private.export_invites(jsonb) is
  'Takes {search, status} as invite_list() has them; gives columns and query of the invites'' export. Without the tokens, which are the right to accept.';
