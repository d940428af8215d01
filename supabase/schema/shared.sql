-- Helpers for many subjects: counts of lists, search patterns, signals of changes, errors, and checks of arguments.
set check_function_bodies = off;

-- TABLES

create table private.row_counts (
  id bigint not null generated always as identity,
  list text not null,
  part text not null,
  rows bigint not null,
  constraint row_counts_pkey primary key (id)
);
alter table private.row_counts enable row level security;
create index row_counts_part_idx on private.row_counts (list, part) include (rows);
comment on table private.row_counts is 'Row counts of each part of a long list. A count is the sum of all rows of the part, because each change of the list adds a row with the difference. No grants: written by update_row_counts(), read by row_count().';

create table public.list_changes (
  id uuid not null default gen_random_uuid(),
  resource text not null,
  at timestamptz not null default clock_timestamp(),
  -- A change that concerns one person is signalled only to that person.
user_id uuid,
  constraint list_changes_pkey primary key (id)
);
alter table public.list_changes enable row level security;
create index list_changes_at_idx on public.list_changes (at);
create index list_changes_user_id_idx on public.list_changes (user_id);
-- Clients may only read. Triggers write the rows.
grant select on public.list_changes to authenticated;
grant select on public.list_changes to service_role;
alter publication supabase_realtime add table public.list_changes;
comment on table public.list_changes is 'Signals to open apps: at the moment `at`, a transaction changed rows of `resource`. Realtime publishes the rows. They are kept for five minutes, which is longer than any request may run.';
comment on column public.list_changes.user_id is 'The only person who receives the signal; null: everybody who may read the resource.';

-- FUNCTIONS

create or replace function private.at_most(argument text, given anyarray, most integer)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if cardinality(given) > most or pg_column_size(given) > (most + 1) * 1000 then
    perform private.refuse_field(argument, 'That is too much at once.');
  end if;
  return true;
end
$function$;
comment on function private.at_most(text,anyarray,integer) is 'Takes the name of an argument, its value and the maximum number of items; returns true, or raises PT422 with the name as hint if it has more items, or more than 1,000 bytes for each allowed item.';
grant execute on function private.at_most(text,anyarray,integer) to authenticated, service_role;

create or replace function private.at_most(argument text, given jsonb, most integer)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- The size in memory is compared, because the text of the value can be a thousand times as long.
  if pg_column_size(given) > most or not private.is_plain_json(given) then
    perform private.refuse_field(argument, 'That is too much at once.');
  end if;
  return true;
end
$function$;
comment on function private.at_most(text,jsonb,integer) is 'Takes the name of an argument, its value and the maximum number of bytes; returns true, or raises PT422 with the name as hint if the JSON is larger or not is_plain_json().';
grant execute on function private.at_most(text,jsonb,integer) to authenticated, service_role;

create or replace function private.at_most(argument text, given text, most integer)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if char_length(given) > most then
    perform private.refuse_field(argument, 'This text is too long.');
  end if;
  return true;
end
$function$;
comment on function private.at_most(text,text,integer) is 'Takes the name of an argument, its value and the maximum number of characters; returns true, or raises PT422 with the name as hint if the text is longer.';
grant execute on function private.at_most(text,text,integer) to authenticated, service_role;

create or replace function private.invites_count(state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  active bigint := 0;
begin
  if invites_count.state in ('REDEEMED', 'CANCELLED') then
    return private.row_count('invites', array[invites_count.state]);
  end if;
  -- The row counts do not distinguish active and expired invites, because no trigger runs when an invite expires.
  -- Active invites are few, so they are counted directly.
  if invites_count.state in ('ACTIVE', 'EXPIRED') then
    active := (select count(*) from public.invites i where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at));
  end if;
  return case invites_count.state when 'ACTIVE' then active when 'EXPIRED' then private.row_count('invites', '{OPEN}') - active
    else private.row_count('invites') end;
end
$function$;
comment on function private.invites_count(text) is 'Takes a status as invite_state() returns it (null: any); returns how many invites have it.';

create or replace function private.is_plain_json(given jsonb)
  returns boolean
  language sql
  immutable parallel safe
  set search_path to ''
as $function$
  select not exists (
    -- All numbers are collected in one array, because returning them one by one takes quadratic time.
    select from jsonb_array_elements(jsonb_path_query_array(given, 'strict $.** ? (@.type() == "number")')) n
    where abs(n::numeric) > 1e15 or scale(n::numeric) > 20)
$function$;
comment on function private.is_plain_json(jsonb) is 'Takes JSON; false if it has a number beyond 1e15 or with more than 20 decimal places. Such a number is short in JSON and can be 100 kB long as text, and reading it can take seconds.';
grant execute on function private.is_plain_json(jsonb) to authenticated, service_role;

create or replace function private.keep_row_counts(of regclass, list text, part text)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  name text := (select c.relname from pg_class c where c.oid = keep_row_counts.of);
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows for each statement execute function private.update_row_counts(%L, %L)',
    name || '_row_counts_insert', of, list, part);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.update_row_counts(%L, %L)',
    name || '_row_counts_update', of, list, part);
  execute format('create trigger %I after delete on %s referencing old table as old_rows for each statement execute function private.update_row_counts(%L, %L)',
    name || '_row_counts_delete', of, list, part);
end
$function$;
comment on function private.keep_row_counts(regclass,text,text) is 'Takes a table, the name of a list, and SQL that returns the part of the list to which a row r belongs (null: none); starts counting its rows. For migrations, which then call rebuild_row_counts() to count the rows that exist already.';

create or replace function private.like_pattern(typed text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select '%' || replace(replace(replace(lower(btrim(left(typed, 100))), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;
comment on function private.like_pattern(text) is 'Takes a search text; returns a pattern in lower case that finds it anywhere, with special characters escaped.';

create or replace function private.matches_schema(given jsonb, schema jsonb)
  returns boolean
  language plpgsql
  immutable parallel safe
  set search_path to ''
as $function$
declare
  kind constant text := jsonb_typeof(given);
  part record;
  number numeric;
begin
  if given is null or schema = 'true' then
    return given is not null or null;
  elsif not (schema -> 'type' ? kind or kind = 'number' and schema -> 'type' ? 'integer') then
    return false;
  end if;
  case kind
    when 'string' then
      return case when schema ? 'enum' then schema -> 'enum' @> given else coalesce(char_length(given #>> '{}') <= (schema ->> 'maxLength')::int, false) end
        and (not schema ? 'pattern' or given #>> '{}' ~ (schema ->> 'pattern'));
    when 'number' then
      -- The range is checked first, because the digits of a number like 1e131071 take long to compute.
      number := given::numeric;
      return coalesce(number between (schema ->> 'minimum')::numeric and (schema ->> 'maximum')::numeric, false)
        and (schema -> 'type' ? 'number' or number = trunc(number)) and scale(number) <= 20;
    when 'array' then
      if (jsonb_array_length(given) between coalesce((schema ->> 'minItems')::int, 0) and (schema ->> 'maxItems')::int) is not true then
        return false;
      end if;
      for part in select e.value from jsonb_array_elements(given) e loop
        if private.matches_schema(part.value, schema -> 'items') is not true then
          return false;
        end if;
      end loop;
    when 'object' then
      if exists (select from jsonb_array_elements_text(schema -> 'required') r (key) where not given ? r.key)
        or not schema ? 'properties' and ((select count(*) from jsonb_object_keys(given)) <= (schema ->> 'maxProperties')::int) is not true then
        return false;
      end if;
      for part in select e.key, e.value, coalesce(schema -> 'properties' -> e.key, schema -> 'additionalProperties') as schema from jsonb_each(given) e loop
        if private.matches_schema(part.value, part.schema) is not true then
          return false;
        end if;
      end loop;
    else
  end case;
  return true;
end
$function$;
comment on function private.matches_schema(jsonb,jsonb) is 'Takes JSON and a JSON Schema; true if the JSON matches. Null for SQL''s null. Knows type, enum, maxLength, pattern, minimum, maximum, minItems, maxItems, items, required, properties, additionalProperties and maxProperties. Stricter than the standard: every string, number and list needs a maximum, and an object with a key that is not in the schema does not match.';
grant execute on function private.matches_schema(jsonb,jsonb) to authenticated, service_role;

-- Reading in the order of an index avoids that thousands of people are read and sorted for one page.
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
comment on function private.page_in_order(text,text,integer,bigint) is 'Takes a condition on profiles p as people_where() gives it, an order for which there is an index, the size of a page and how many rows to skip; returns the ids of the page. Reads the list by that index instead of sorting it, even if the planner estimates that sorting is cheaper.';

create or replace function private.people_count(role public.user_role, state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return private.row_count('people', array(
    select r || s
    from unnest(enum_range(null::public.user_role)) r cross join unnest(array[' active', ' disabled']) s
    where (people_count.role is null or r = people_count.role)
      and case people_count.state when 'disabled' then s = ' disabled' when 'active' then s = ' active'
        when 'staff' then s = ' active' and r = any (private.cohort_staff_roles()) else true end));
end
$function$;
comment on function private.people_count(public.user_role,text) is 'Takes a role, and active, disabled or staff, as people_where() does (null: any); returns how many people these are.';

create or replace function private.plain_like(column_name text, pattern text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return format('lower(%s) like %L', column_name, pattern)
    || case when octet_length(pattern) <> char_length(pattern)
      then format(' and octet_length(%1$s) - char_length(%1$s) > 0', column_name) else '' end;
end
$function$;
comment on function private.plain_like(text,text) is 'Takes a column, as SQL, whose texts are nearly all ASCII, and a pattern in lower case; returns the SQL condition that a text matches the pattern. A pattern with non-ASCII letters is compared only with texts that have such letters, for which each of these columns has an index.';

create or replace function private.rebuild_row_counts()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  one record;
begin
  delete from private.row_counts;
  for one in
    select t.tgrelid::regclass as of, a.words[1] as list, a.words[2] as part
    from pg_trigger t
    cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as words) a
    where t.tgfoid = 'private.update_row_counts()'::regprocedure and t.tgname like '%\_row\_counts\_insert'
  loop
    execute format('insert into private.row_counts (list, part, rows) select %L, p.part, count(*) from (select %s as part from %s r) p where p.part is not null group by p.part',
      one.list, one.part, one.of);
  end loop;
end
$function$;
comment on function private.rebuild_row_counts() is 'Recounts the rows of every list. Call it after rows were added without triggers, for example when a data set was loaded.';

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
comment on function private.refuse(text) is 'Takes a sentence; raises 42501 with it. Callers use it both for rows that the caller may not change and for unknown rows.';
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
comment on function private.refuse_field(text,text) is 'Takes a field and a sentence; raises PT422 with the sentence, and the field as hint, at which the form shows the sentence.';
grant execute on function private.refuse_field(text,text) to authenticated, service_role;

create or replace function private.row_count(list text, parts text[] default null)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return (
    select coalesce(sum(t.rows), 0) from private.row_counts t
    where t.list = row_count.list and (row_count.parts is null or t.part = any (row_count.parts)));
end
$function$;
comment on function private.row_count(text,text[]) is 'Takes a list and some of its parts (null: all); returns how many rows they have.';

create or replace function private.signal_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- The setting ends with the transaction. A rollback to a savepoint resets it, as it also removes the signal.
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
comment on function private.signal_change() is 'Statement trigger: if any row changed, adds one signal for its argument in this transaction, and deletes up to 20 old signals.';

create or replace function private.signal_people(resource text, people uuid[])
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into public.list_changes (resource, user_id)
  select signal_people.resource, p.id from public.profiles p where p.id = any (people)
$function$;
comment on function private.signal_people(text,uuid[]) is 'Takes a resource and people; tells the apps of only these people that the resource changed.';

create or replace function private.signal_staff(resource text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into public.list_changes (resource) values (signal_staff.resource);
end
$function$;
comment on function private.signal_staff(text) is 'Takes a resource; tells the apps of staff that it changed. For tables whose trigger would signal too often.';

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
comment on function private.signal_table(regclass) is 'For migrations: adds triggers to a table, so that each change adds a signal with the name of the table. Not for tables that learners change all day, because lists would be read again for each watched lesson.';

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
comment on function private.touch_updated_at() is 'Row trigger: sets updated_at.';

create or replace function private.update_row_counts()
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
      insert into private.row_counts (list, part, rows)
      select %L, r.part, sum(r.rows) from (%s) r where r.part is not null group by r.part having sum(r.rows) <> 0
      returning part
    )
    select array_agg(m.part) from made m$sql$,
    tg_argv[0], concat_ws(' union all ',
      case when tg_op <> 'INSERT' then format('select %s as part, -1 as rows from old_rows r', tg_argv[1]) end,
      case when tg_op <> 'DELETE' then format('select %s as part, 1 as rows from new_rows r', tg_argv[1]) end))
  into changed;
  -- When a part has many rows, they are merged into one. Rows that another transaction is merging are skipped.
  for one in
    select t.part from private.row_counts t where t.list = tg_argv[0] and t.part = any (changed)
    group by t.part having count(*) > most or sum(t.rows) = 0
  loop
    with gone as (
      delete from private.row_counts t
      where t.id in (select s.id from private.row_counts s where s.list = tg_argv[0] and s.part = one for update skip locked)
      returning t.rows
    )
    insert into private.row_counts (list, part, rows)
    select tg_argv[0], one, sum(g.rows) from gone g having sum(g.rows) <> 0;
  end loop;
  return null;
end
$function$;
comment on function private.update_row_counts() is 'Statement trigger: updates the row counts of the list that its first argument names; its second argument is SQL that returns the part to which a row r belongs, null for none.';

create or replace function private.watched_resources()
  returns setof text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select distinct rp.resource
    from private.rights_of((select private.active_role())) rp
    where rp.role <> 'MEMBER' and (select private.meets_required_aal())
      and (rp.action in ('list', 'read') or rp.resource = 'inbox')
      -- Rights of creators on what is assigned to them are left out, because no list shows that to creators.
      and (rp.scope <> 'assigned' or rp.role = 'MODERATOR');
end
$function$;
comment on function private.watched_resources() is 'Returns the resources of which the caller may list or read more than a member may: all rows, their own, or for a moderator the rows of people in their cohorts; and the inbox for callers who have one. None for members.';
grant execute on function private.watched_resources() to authenticated, service_role;

-- POLICIES

create policy list_changes_select on public.list_changes
  for select to authenticated
  using (
    (select private.active())
    and (
      (user_id is null and resource in (select private.watched_resources()))
      or (user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own')))
    )
  );
comment on policy list_changes_select on public.list_changes is 'Staff, for resources that they may read; and each person, for signals only to them.';
