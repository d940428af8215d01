-- What many subjects use: lists that are counted, searched and told of changes; refusals; stamps.
-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database
-- holds. Which file has what is said in scripts/schema/subjects.ts.

-- TABLES

create table private.tallies (
  id bigint not null generated always as identity,
  list text not null,
  part text not null,
  rows bigint not null,
  constraint tallies_pkey primary key (id)
);
alter table private.tallies enable row level security;
create index tallies_part_idx on private.tallies (list, part) include (rows);
comment on table private.tallies is 'How many rows each part of a long list has, as the sum of what came (more) and went (less). No grants: kept by tally(), read by tallied().';

create table public.list_changes (
  id uuid not null default gen_random_uuid(),
  resource text not null,
  at timestamptz not null default clock_timestamp(),
  constraint list_changes_pkey primary key (id)
);
alter table public.list_changes enable row level security;
create index list_changes_at_idx on public.list_changes (at);
grant select on public.list_changes to authenticated;
grant select on public.list_changes to service_role;
alter publication supabase_realtime add table public.list_changes;
comment on table public.list_changes is 'Signals: at `at` a transaction changed rows of `resource`. Kept for five minutes, longer than any request may run, and published.';

-- POLICIES

create policy list_changes_select on public.list_changes
  for select to authenticated
  using (
    (select private.active())
    and resource in (select private.watched_resources())
  );
comment on policy list_changes_select on public.list_changes is 'Staff, of the resources that they may read.';

-- FUNCTIONS

create or replace function private.invites_tallied(state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  active bigint := 0;
begin
  if invites_tallied.state in ('REDEEMED', 'CANCELLED') then
    return private.tallied('invites', array[invites_tallied.state]);
  end if;
  -- Which of the open ones have ended is the clock's to say. Those that have not are of the last days, and few.
  if invites_tallied.state in ('ACTIVE', 'EXPIRED') then
    active := (select count(*) from public.invites i where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at));
  end if;
  return case invites_tallied.state when 'ACTIVE' then active when 'EXPIRED' then private.tallied('invites', '{OPEN}') - active
    else private.tallied('invites') end;
end
$function$;
comment on function private.invites_tallied(text) is 'Takes a derived status (null: any), as invites_where() does; how many invites have it.';

create or replace function private.keep_tally(of regclass, list text, part text)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  name text := (select c.relname from pg_class c where c.oid = keep_tally.of);
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows for each statement execute function private.tally(%L, %L)',
    name || '_tally_insert', of, list, part);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.tally(%L, %L)',
    name || '_tally_update', of, list, part);
  execute format('create trigger %I after delete on %s referencing old table as old_rows for each statement execute function private.tally(%L, %L)',
    name || '_tally_delete', of, list, part);
end
$function$;
comment on function private.keep_tally(regclass,text,text) is 'Takes a table, the name of a list, and as SQL which part of it a row r is of (null: none); from now on its tallies are kept. For migrations, which call rebuild_tallies() for the rows that are there.';

create or replace function private.like_pattern(typed text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select '%' || replace(replace(replace(lower(btrim(left(typed, 100))), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;
comment on function private.like_pattern(text) is 'Takes a search text; gives a pattern in small letters that has it anywhere, taken literally.';

create or replace function private.page_in_order(
  condition text,
  ordered text,
  size integer,
  start bigint
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  set enable_sort to 'off'
  set jit to 'off'
as $function$
declare
  ids uuid[];
begin
  execute format('select array(select p.id from public.profiles p where %s order by %s limit %s offset %s)', condition, ordered, size, start)
  into ids;
  return ids;
end
$function$;
comment on function private.page_in_order(text,text,integer,bigint) is 'Takes a condition on profiles p as people_where() gives it, an order that an index has, a page''s size and what lies before it; gives the page''s ids. The list is walked in its order by that index, and not sorted whole, though the planner may think this shorter.';

create or replace function private.people_tallied(role public.user_role, state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return private.tallied('people', array(
    select r || s
    from unnest(enum_range(null::public.user_role)) r cross join unnest(array[' active', ' disabled']) s
    where (people_tallied.role is null or r = people_tallied.role)
      and case people_tallied.state when 'disabled' then s = ' disabled' when 'active' then s = ' active' else true end));
end
$function$;
comment on function private.people_tallied(public.user_role,text) is 'Takes a role, and active or disabled (null: any); how many people that are.';

create or replace function private.rebuild_tallies()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  one record;
begin
  delete from private.tallies;
  for one in
    select t.tgrelid::regclass as of, a.words[1] as list, a.words[2] as part
    from pg_trigger t
    cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as words) a
    where t.tgfoid = 'private.tally()'::regprocedure and t.tgname like '%\_tally\_insert'
  loop
    execute format('insert into private.tallies (list, part, rows) select %L, p.part, count(*) from (select %s as part from %s r) p where p.part is not null group by p.part',
      one.list, one.part, one.of);
  end loop;
end
$function$;
comment on function private.rebuild_tallies() is 'Counts everything anew, for rows that came past the triggers: when they were added, and when a data set was loaded without them.';

create or replace function private.refuse(message text)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = '42501', message = refuse.message;
end
$function$;
comment on function private.refuse(text) is 'Raises 42501 with the sentence: for rows the caller may not touch and for unknown ones alike.';
grant execute on function private.refuse(text) to authenticated, service_role;

create or replace function private.refuse_field(field text, sentence text)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = refuse_field.field, message = refuse_field.sentence;
end
$function$;
comment on function private.refuse_field(text,text) is 'Raises PT422 with a form''s sentence; the hint names the field, beside which a form shows it.';
grant execute on function private.refuse_field(text,text) to authenticated, service_role;

create or replace function private.signal_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
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

create or replace function private.signal_table(tbl regclass)
  returns void
  language plpgsql
  set search_path to ''
as $function$
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

create or replace function private.tallied(list text, parts text[] default null)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return (
    select coalesce(sum(t.rows), 0) from private.tallies t
    where t.list = tallied.list and (tallied.parts is null or t.part = any (tallied.parts)));
end
$function$;
comment on function private.tallied(text,text[]) is 'Takes a list and some of its parts (null: all); gives how many rows they have.';

create or replace function private.tally()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 50;
  changed text[];
  one text;
begin
  execute format($sql$
    with made as (
      insert into private.tallies (list, part, rows)
      select %L, r.part, sum(r.rows) from (%s) r where r.part is not null group by r.part having sum(r.rows) <> 0
      returning part
    )
    select array_agg(m.part) from made m$sql$,
    tg_argv[0], concat_ws(' union all ',
      case when tg_op <> 'INSERT' then format('select %s as part, -1 as rows from old_rows r', tg_argv[1]) end,
      case when tg_op <> 'DELETE' then format('select %s as part, 1 as rows from new_rows r', tg_argv[1]) end))
  into changed;
  -- Many become one again. What another transaction is doing the same with is left to it.
  for one in
    select t.part from private.tallies t where t.list = tg_argv[0] and t.part = any (changed)
    group by t.part having count(*) > most or sum(t.rows) = 0
  loop
    with gone as (
      delete from private.tallies t
      where t.id in (select s.id from private.tallies s where s.list = tg_argv[0] and s.part = one for update skip locked)
      returning t.rows
    )
    insert into private.tallies (list, part, rows)
    select tg_argv[0], one, sum(g.rows) from gone g having sum(g.rows) <> 0;
  end loop;
  return null;
end
$function$;
comment on function private.tally() is 'Statement trigger: keeps the tallies of the list that its first argument names; the second says as SQL which part a row r is of, null for none.';

create or replace function private.touch_updated_at()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  new.updated_at := now();
  return new;
end
$function$;
comment on function private.touch_updated_at() is 'Row trigger: stamps updated_at.';

create or replace function private.watched_resources()
  returns setof text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
