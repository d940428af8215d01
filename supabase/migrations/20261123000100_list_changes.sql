-- Why: a list that stands open shows what other people change (rules/interface#live-lists). A channel on each
-- table would carry rows, and its cost would grow with them. So a transaction leaves one signal for each resource
-- that it changed, a name and a time, and an open list is read again.
--
-- Nothing waits: a signal is a row of its own, and old ones are taken away by the next ones, a few at a time,
-- past those that another transaction is taking away.

create table public.list_changes (
  id uuid primary key default gen_random_uuid(),
  resource text not null,
  at timestamptz not null default clock_timestamp()
);
alter table public.list_changes enable row level security;
comment on table public.list_changes is
  'Signals: at `at` a transaction changed rows of `resource`. Kept for five minutes, longer than any request may run, and published.';
create index list_changes_at_idx on public.list_changes (at);

create function private.watched_resources() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select distinct rp.resource
    from public.role_permissions rp
    where rp.role = (select private.active_role()) and rp.role <> 'MEMBER' and (select private.assured())
      and rp.action in ('list', 'read') and rp.scope in ('any', 'own');
end
$$;
comment on function private.watched_resources() is
  'The resources that the caller''s role may list or read, all rows or their own, beyond what every member may; none for members.';
grant execute on function private.watched_resources() to authenticated;

create policy list_changes_select on public.list_changes for select to authenticated
  using ((select private.active()) and resource in (select private.watched_resources()));
comment on policy list_changes_select on public.list_changes is 'Staff, of the resources that they may read.';
grant select on public.list_changes to authenticated;

-- Not granted on purpose: insert, update, delete. A trigger writes.
revoke insert, update, delete, truncate on public.list_changes from service_role;

create function private.signal_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Goes with the transaction, and back with a savepoint, as the row does.
  signalled text := coalesce(current_setting('rookies.signalled', true), '');
  changed boolean;
begin
  if tg_argv[0] = any (string_to_array(signalled, ' ')) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    changed := exists (select from old_rows);
  else
    changed := exists (select from new_rows);
  end if;
  if not changed then
    return null;
  end if;
  perform set_config('rookies.signalled', signalled || ' ' || tg_argv[0], true);
  insert into public.list_changes (resource) values (tg_argv[0]);
  delete from public.list_changes c
  where c.id = any (array(
    select o.id from public.list_changes o where o.at < now() - interval '5 minutes'
    order by o.at limit 20 for update skip locked));
  return null;
end
$$;
comment on function private.signal_change() is
  'Statement trigger: leaves one signal for its argument in this transaction, if any row changed, and takes up to 20 old ones away.';

create function private.signal_table(tbl regclass) returns void
language plpgsql set search_path = '' as $$
declare
  name text := (select c.relname from pg_catalog.pg_class c where c.oid = tbl);
  event record;
begin
  for event in
    select * from (values ('insert', 'new table as new_rows'), ('update', 'new table as new_rows'),
      ('delete', 'old table as old_rows')) e (name, rows)
  loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function private.signal_change(%L)',
      name || '_signal_' || event.name, event.name, tbl, event.rows, name);
  end loop;
end
$$;
comment on function private.signal_table(regclass) is
  'For migrations: changes of this table leave signals, under its name. Not for what learners do all day, or every lesson that is watched would read lists again.';

select private.signal_table('public.courses');
select private.signal_table('public.modules');
select private.signal_table('public.lessons');
select private.signal_table('public.lesson_attachments');
select private.signal_table('public.profiles');
select private.signal_table('public.entitlements');
select private.signal_table('public.invites');
select private.signal_table('public.purchases');
select private.signal_table('public.communities');
select private.signal_table('public.community_members');
select private.signal_table('public.community_posts');
select private.signal_table('public.notifications');
select private.signal_table('public.settings');

alter publication supabase_realtime add table public.list_changes;
