-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.list_changes (
  id uuid not null default gen_random_uuid(),
  resource text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint list_changes_pkey PRIMARY KEY (id)
);
alter table public.list_changes enable row level security;
CREATE INDEX list_changes_at_idx ON public.list_changes USING btree (at);
create policy list_changes_select on public.list_changes for select to authenticated
  using ((( SELECT private.active() AS active) AND (resource IN ( SELECT private.watched_resources() AS watched_resources))));
comment on policy list_changes_select on public.list_changes is 'Staff, of the resources that they may read.';
grant select on public.list_changes to authenticated;
grant select on public.list_changes to service_role;
comment on table public.list_changes is 'Signals: at `at` a transaction changed rows of `resource`. Kept for five minutes, longer than any request may run, and published.';

CREATE OR REPLACE FUNCTION private.signal_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.signal_change() is 'Statement trigger: leaves one signal for its argument in this transaction, if any row changed, and takes up to 20 old ones away.';

CREATE OR REPLACE FUNCTION private.signal_table(tbl regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.signal_table(regclass) is 'For migrations: changes of this table leave signals, under its name. Not for what learners do all day, or every lesson that is watched would read lists again.';

CREATE OR REPLACE FUNCTION private.watched_resources()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select distinct rp.resource
    from public.role_permissions rp
    where rp.role = (select private.active_role()) and rp.role <> 'MEMBER' and (select private.assured())
      and rp.action in ('list', 'read') and rp.scope in ('any', 'own');
end
$function$;
comment on function private.watched_resources() is 'The resources that the caller''s role may list or read, all rows or their own, beyond what every member may; none for members.';
grant execute on function private.watched_resources() to authenticated, service_role;
