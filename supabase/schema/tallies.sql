-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.tallies (
  id bigint not null generated always as identity,
  list text not null,
  part text not null,
  rows bigint not null,
  constraint tallies_pkey PRIMARY KEY (id)
);
alter table private.tallies enable row level security;
CREATE INDEX tallies_part_idx ON private.tallies USING btree (list, part) INCLUDE (rows);
comment on table private.tallies is 'How many rows each part of a long list has, as the sum of what came (more) and went (less). No grants: kept by tally(), read by tallied().';

CREATE OR REPLACE FUNCTION private.invites_tallied(state text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  active bigint := 0;
begin
  if invites_tallied.state in ('REDEEMED', 'CANCELLED') then
    return private.tallied('invites', array[invites_tallied.state]);
  end if;
  -- Which of the open ones have ended is the clock's to say. Those that have not are of the last days, and few.
  if invites_tallied.state in ('ACTIVE', 'EXPIRED') then
    active := (select count(*) from public.invites i where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now());
  end if;
  return case invites_tallied.state when 'ACTIVE' then active when 'EXPIRED' then private.tallied('invites', '{OPEN}') - active
    else private.tallied('invites') end;
end
$function$;
comment on function private.invites_tallied(text) is 'Takes a derived status (null: any), as invites_where() does; how many invites have it.';

CREATE OR REPLACE FUNCTION private.keep_tally(of regclass, list text, part text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION private.people_tallied(role public.user_role, state text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.tallied('people', array(
    select r || s
    from unnest(enum_range(null::public.user_role)) r cross join unnest(array[' active', ' disabled']) s
    where (people_tallied.role is null or r = people_tallied.role)
      and case people_tallied.state when 'disabled' then s = ' disabled' when 'active' then s = ' active' else true end));
end
$function$;
comment on function private.people_tallied(public.user_role,text) is 'Takes a role, and active or disabled (null: any); how many people that are.';

CREATE OR REPLACE FUNCTION private.rebuild_tallies()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION private.tallied(list text, parts text[] DEFAULT NULL::text[])
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(t.rows), 0) from private.tallies t
    where t.list = tallied.list and (tallied.parts is null or t.part = any (tallied.parts)));
end
$function$;
comment on function private.tallied(text,text[]) is 'Takes a list and some of its parts (null: all); gives how many rows they have.';

CREATE OR REPLACE FUNCTION private.tally()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
