-- Why: who did what can be proved only when the record is written by the change itself. Triggers write
-- it in the same transaction, from the rows before and after; nobody writes, changes or deletes it
-- through the API (decisions, section 7; section 10, Audit).

create table public.audit_logs (
  id bigint generated always as identity primary key,
  user_id uuid references public.profiles (id) on delete set null,
  actor text,
  action text not null,
  target_type text not null,
  target_id text,
  before jsonb,
  after jsonb,
  user_agent text,
  ip_address text,
  created_at timestamptz not null default now()
);
alter table public.audit_logs enable row level security;
create index audit_logs_created_at_idx on public.audit_logs (created_at desc, id desc);
create index audit_logs_user_id_idx on public.audit_logs (user_id, created_at desc);
create index audit_logs_action_idx on public.audit_logs (action, created_at desc);
create index audit_logs_target_idx on public.audit_logs (target_type, target_id);
comment on table public.audit_logs is
  'What was done, by whom, before and after. actor names the database user when no signed-in person did it. user_agent and ip_address are as the caller''s request gave them, unverified.';
create policy audit_logs_select on public.audit_logs for select to authenticated
  using ((select private.can('audit_logs', 'read')));
comment on policy audit_logs_select on public.audit_logs is 'Administrators read.';
grant select on public.audit_logs to authenticated;
revoke insert, update, delete, truncate on public.audit_logs from service_role;

create function private.request_header(name text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return left(nullif(current_setting('request.headers', true), '')::jsonb ->> request_header.name, 500);
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.request_header(text) is 'A header of the caller''s request, cut at 500 characters; null outside a request.';

-- What a row may leave in the record. Secrets and long texts do not; of a person only that a field changed.
create function private.audit_view(tbl text, r jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case tbl
    when 'profiles' then r - array['updated_at', 'name', 'email', 'phone']
    when 'invites' then r - array['token', 'email']
    when 'lessons' then (r - array['updated_at', 'content']) || case
      when r ->> 'content' is null then '{}'::jsonb
      when char_length(r ->> 'content') <= 2000 then jsonb_build_object('content', r -> 'content')
      else jsonb_build_object('content', left(r ->> 'content', 2000), 'content_length', char_length(r ->> 'content')) end
    when 'settings' then r - array['updated_at', 'terms_text', 'privacy_text']
    else r - 'updated_at'
  end
$$;
comment on function private.audit_view(text, jsonb) is
  'Takes a table and a row; gives the row as the audit may keep it, so that a person''s data can be erased and no token leaks (decisions, section 7).';

create function private.audit_update_action(tbl text, b jsonb, a jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when tbl in ('courses', 'modules', 'lessons') and b ->> 'deleted_at' is null and a ->> 'deleted_at' is not null then 'delete'
    when tbl in ('courses', 'modules', 'lessons') and b ->> 'deleted_at' is not null and a ->> 'deleted_at' is null then 'restore'
    when tbl = 'courses' and b ->> 'status' <> a ->> 'status' then case a ->> 'status' when 'PUBLISHED' then 'publish' else 'unpublish' end
    when tbl = 'modules' and b - array['index', 'updated_at'] = a - array['index', 'updated_at'] then 'reorder'
    when tbl = 'lessons' and b - array['index', 'module_id', 'updated_at'] = a - array['index', 'module_id', 'updated_at'] then 'reorder'
    when tbl = 'lesson_attachments' and b - 'sort_order' = a - 'sort_order' then 'reorder'
    when tbl = 'profiles' and b ->> 'role' <> a ->> 'role' then 'role_change'
    when tbl = 'profiles' and b ->> 'disabled_at' is null and a ->> 'disabled_at' is not null then 'disable'
    when tbl = 'profiles' and b ->> 'disabled_at' is not null and a ->> 'disabled_at' is null then 'enable'
    when tbl = 'invites' and b ->> 'redeemed_at' is null and a ->> 'redeemed_at' is not null then 'redeem'
    when tbl = 'invites' and b ->> 'cancelled_at' is null and a ->> 'cancelled_at' is not null then 'cancel'
    when tbl = 'invites' and b ->> 'expires_at' <> a ->> 'expires_at' then 'resend'
    when tbl = 'community_members' and (b ->> 'banned')::boolean <> (a ->> 'banned')::boolean then case when (a ->> 'banned')::boolean then 'ban' else 'unban' end
    when tbl = 'community_members' and b ->> 'role' <> a ->> 'role' then 'member_role'
    else 'update'
  end
$$;
comment on function private.audit_update_action(text, jsonb, jsonb) is
  'Takes a table and a row before and after; gives the last word of the action''s name (product, section 3).';

-- One function for all tables: its arguments are the action's first word, the target type and the key column.
create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  prefix text := tg_argv[0];
  target text := tg_argv[1];
  key text := tg_argv[2];
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
  by_whom text := case when caller is null then session_user end;
  agent text := private.request_header('user-agent');
  address text := private.request_header('x-forwarded-for');
begin
  if tg_op = 'INSERT' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address)
    select caller, by_whom, prefix || '.' || tg_argv[3], target, to_jsonb(n) ->> key,
      private.audit_view(tg_table_name, to_jsonb(n)), agent, address
    from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, user_agent, ip_address)
    select caller, by_whom, prefix || '.' || tg_argv[3], target, to_jsonb(o) ->> key,
      private.audit_view(tg_table_name, to_jsonb(o)), agent, address
    from old_rows o;
  else
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, after, user_agent, ip_address)
    with change as (
      select o.row as b, n.row as a, private.audit_update_action(tg_table_name, o.row, n.row) as verb,
        private.audit_view(tg_table_name, o.row) as seen_b, private.audit_view(tg_table_name, n.row) as seen_a,
        (select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(n.row) f
          where f.key <> 'updated_at' and o.row -> f.key is distinct from f.value) as fields
      from (select to_jsonb(x) as row from old_rows x) o
      join (select to_jsonb(x) as row from new_rows x) n
        on n.row ->> key = o.row ->> key
        and (tg_table_name <> 'community_members' or n.row ->> 'user_id' = o.row ->> 'user_id')
      where o.row - 'updated_at' <> n.row - 'updated_at'
    )
    select caller, by_whom, prefix || '.' || verb, target, a ->> key,
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_b) f where seen_a -> f.key is distinct from f.value),
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_a) f where seen_b -> f.key is distinct from f.value)
        || jsonb_build_object('fields', fields),
      agent, address
    from change where verb <> 'reorder'
    union all
    -- Moving is one act, however many rows it touches: one record for each parent, with the order before and after.
    select caller, by_whom, prefix || '.reorder', parent.type, parent.id,
      jsonb_build_object('order', jsonb_agg(b ->> key order by (b ->> parent.position)::int)),
      jsonb_build_object('order', jsonb_agg(a ->> key order by (a ->> parent.position)::int)),
      agent, address
    from change
    cross join lateral (
      select case tg_table_name when 'modules' then 'course' when 'lessons' then 'module' else 'lesson' end as type,
        a ->> case tg_table_name when 'modules' then 'course_id' when 'lessons' then 'module_id' else 'lesson_id' end as id,
        case tg_table_name when 'lesson_attachments' then 'sort_order' else 'index' end as position
    ) parent
    where verb = 'reorder'
    group by parent.type, parent.id;
  end if;
  return null;
end
$$;
comment on function private.audit() is
  'Statement trigger on every audited table. Arguments: the action''s first word, the target type, the key column and, for inserts and deletes, the action''s last word.';

do $$
declare
  t record;
begin
  for t in
    select * from (values
      ('courses', 'course', 'course', 'id', 'create', 'delete'),
      ('modules', 'module', 'module', 'id', 'create', 'delete'),
      ('lessons', 'lesson', 'lesson', 'id', 'create', 'delete'),
      ('lesson_attachments', 'lesson_attachment', 'lesson_attachment', 'id', 'create', 'delete'),
      ('entitlements', 'entitlement', 'entitlement', 'id', 'grant', 'revoke'),
      ('invites', 'invite', 'invite', 'id', 'create', 'delete'),
      ('communities', 'community', 'community', 'id', 'create', 'delete'),
      ('community_members', 'community', 'community', 'community_id', 'join', 'leave'),
      ('notifications', 'notification', 'notification', 'id', 'create', 'delete'),
      ('purchases', 'purchase', 'purchase', 'id', 'create', 'delete')
    ) as v (tbl, prefix, target, key, on_insert, on_delete)
  loop
    execute format('create trigger %I after insert on public.%I referencing new table as new_rows for each statement execute function private.audit(%L, %L, %L, %L)',
      t.tbl || '_audit_insert', t.tbl, t.prefix, t.target, t.key, t.on_insert);
    execute format('create trigger %I after update on public.%I referencing old table as old_rows new table as new_rows for each statement execute function private.audit(%L, %L, %L)',
      t.tbl || '_audit_update', t.tbl, t.prefix, t.target, t.key);
    execute format('create trigger %I after delete on public.%I referencing old table as old_rows for each statement execute function private.audit(%L, %L, %L, %L)',
      t.tbl || '_audit_delete', t.tbl, t.prefix, t.target, t.key, t.on_delete);
  end loop;
end
$$;
create trigger profiles_audit_update after update on public.profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('user', 'user', 'id');
create trigger settings_audit_update after update on public.settings
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('settings', 'settings', 'id');
