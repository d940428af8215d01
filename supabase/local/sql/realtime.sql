-- The functions with which the embedded realtime service decides who may see which row of the log. A hosted
-- project has its own functions in the schema of this name, so that no migration may rely on these. The
-- superuser runs this file at every start; each statement can run again.
--
-- The service logs in as authenticator, like PostgREST, and takes the subscriber's role and claims before it
-- reads. None of these functions is a security definer, because such a function may not change the role.

create schema if not exists realtime;
revoke all on schema realtime from public;
grant usage on schema realtime to authenticator;

create or replace function realtime.subscribe(
  schema_name text, table_name text, subscriber text, conditions jsonb
)
returns table (entity oid, tests jsonb)
language plpgsql
as $$
declare
  condition jsonb;
  kind regtype;
  operands text[];
begin
  for entity in
    select c.oid
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'
      and schema_name in ('*', p.schemaname)
      and table_name in ('*', p.tablename)
      and has_schema_privilege(subscriber, n.oid, 'usage')
  loop
    tests := '[]';
    for condition in select jsonb_array_elements(conditions) loop
      select a.atttypid into kind
      from pg_catalog.pg_attribute a
      where a.attrelid = entity and a.attname = condition ->> 'column'
        and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(subscriber, entity, a.attnum, 'select');
      if kind is null then
        raise exception 'invalid column for filter %', condition ->> 'column';
      end if;
      if condition ->> 'op' = 'in' then
        execute format(
          'select coalesce(array_agg(format(''%%s'', v)), ''{}'') from unnest(%L::%s[]) v where v is not null',
          condition ->> 'value', kind
        ) into operands;
        if cardinality(operands) > 100 then
          raise exception 'too many values for `in` filter. Maximum 100';
        end if;
      else
        execute format('select array[format(''%%s'', %L::%s)]', condition ->> 'value', kind)
          into operands;
      end if;
      tests := tests || jsonb_build_object(
        'column', condition ->> 'column',
        'op', condition ->> 'op',
        'operands', operands,
        'type', kind::oid,
        'exact', kind = any (array['bool', 'int2', 'int4', 'int8', 'uuid', 'text', 'varchar']::regtype[])
          or exists (select from pg_catalog.pg_type t where t.oid = kind and t.typtype = 'e')
      );
    end loop;
    return next;
  end loop;
end
$$;

comment on function realtime.subscribe is
  'Returns the tables of the publication to which a subscription applies (* for all), and its filters: each value in '
  'the form in which the column''s type writes it, and whether equal values of that type always have the same text. '
  'Raises for a column that the subscriber''s role may not read, and for a value that is invalid for the type.';

create or replace function realtime.passing(kind oid, operator text, value text, operands text[])
returns text[]
language plpgsql stable
as $$
declare
  passed text[];
begin
  if operator not in ('=', '<>', '<', '<=', '>', '>=') then
    raise exception 'unknown operator %', operator;
  end if;
  execute format(
    'select coalesce(array_agg(o), ''{}'') from unnest($1) o where %L::%s %s o::%2$s',
    value, kind::regtype, operator
  ) using operands into passed;
  return passed;
end
$$;

comment on function realtime.passing is
  'Takes a value, an operator and operands of a type; returns the operands for which the comparison is true.';

create or replace function realtime.await_commit(transaction bigint)
returns void
language plpgsql
as $$
declare
  newest bigint;
  epochs constant bigint := 4294967296;
begin
  for turn in 1 .. 2000 loop
    newest := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    -- The log stores transaction ids in 32 bits.
    exit when pg_visible_in_snapshot(
      (newest - (newest - transaction) % epochs)::text::xid8, pg_current_snapshot()
    );
    perform pg_sleep(0.001);
  end loop;
end
$$;

comment on function realtime.await_commit is
  'Waits, for at most two seconds, until the changes of a transaction are visible to everybody. The commit is in the '
  'log a moment before, and a row that is looked up in between would not be found.';

create or replace function realtime.check_changes(changes jsonb, people text[])
returns table (change integer, data text, seen integer[])
language plpgsql
as $$
declare
  one jsonb;
  entity regclass;
  subscriber text;
  described text;
  readable name[];
  columns jsonb;
  key_columns name[];
  guarded boolean;
  asks_gate boolean;
  gate text;
  lookup text;
  query text;
  person integer;
  sees boolean;
  admitted jsonb := '{}';
  new_row jsonb;
  old_row jsonb;
  too_large boolean;
begin
  perform realtime.await_commit(t.transaction)
  from (select distinct (c ->> 'transaction')::bigint from jsonb_array_elements(changes) c) t (transaction);

  -- The access gate, which every policy checks first, if the project has one.
  select format('select %s()', p.oid::regproc) into gate
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'private' and p.proname = 'active' and p.pronargs = 0;

  change := -1;
  for one in select jsonb_array_elements(changes) loop
    change := change + 1;
    entity := (one ->> 'entity')::oid;
    subscriber := one ->> 'role';
    seen := '{}';

    lookup := format('realtime_%s_%s', entity::oid, subscriber);
    -- Changes are sorted by table.
    if described is distinct from lookup then
      select array_agg(a.attname) filter (where r.ok),
        jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum) filter (where r.ok)
        into readable, columns
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid,
      lateral (select has_column_privilege(subscriber, entity, a.attnum, 'select') as ok) r
      where a.attrelid = entity and a.attnum > 0 and not a.attisdropped;

      select coalesce(array_agg(a.attname order by k.position), '{}'),
        format(
          'prepare %I as select exists (select from %s where %s)', lookup, entity,
          string_agg(format('%I = $%s::%s', a.attname, k.position, a.atttypid::regtype), ' and ')
        )
        into key_columns, query
      from pg_catalog.pg_index i, unnest(i.indkey) with ordinality k (attnum, position)
      join pg_catalog.pg_attribute a on true
      where i.indrelid = entity and i.indisprimary
        and a.attrelid = entity and a.attnum = k.attnum;
      if key_columns <> '{}'
        and not exists (select from pg_catalog.pg_prepared_statements p where p.name = lookup)
      then
        execute query;
      end if;

      select c.relrowsecurity, c.relrowsecurity and gate is not null and not r.rolbypassrls
        into guarded, asks_gate
      from pg_catalog.pg_class c, pg_catalog.pg_roles r
      where c.oid = entity and r.rolname = subscriber;
      described := lookup;
    end if;

    -- A hosted project answers "Error 400" or "Error 401" here, with table and time. This service answers
    -- nothing, because even these must stay secret.
    continue when key_columns = '{}' or readable is null or not key_columns <@ readable;
    if one ->> 'type' = 'DELETE' then
      -- The row is deleted, so that no policy can say who was allowed to see it. Every subscriber who passes
      -- the gate gets its key, and nothing else.
      for person in select value::integer from jsonb_array_elements_text(one -> 'people') loop
        if asks_gate and not admitted ? person::text then
          perform set_config('role', subscriber, true),
            set_config('request.jwt.claims', people[person + 1], true);
          execute gate into sees;
          perform set_config('role', 'none', true);
          admitted := admitted || jsonb_build_object(person, sees);
        end if;
        if not asks_gate or (admitted -> person::text)::boolean then
          seen := seen || person;
        end if;
      end loop;
    else
      select format(
        'execute %I (%s)', lookup,
        string_agg(quote_nullable(one -> 'record' ->> k.name::text), ', ' order by k.position)
      ) into query
      from unnest(key_columns) with ordinality k (name, position);

      for person in select value::integer from jsonb_array_elements_text(one -> 'people') loop
        perform set_config('role', subscriber, true),
          set_config('request.jwt.claims', people[person + 1], true);
        execute query into sees;
        perform set_config('role', 'none', true);
        if sees then
          seen := seen || person;
        end if;
      end loop;
    end if;

    continue when cardinality(seen) = 0;

    too_large := octet_length(one::text) > 1048576;
    new_row := realtime.readable(entity, one -> 'record', readable, too_large);
    old_row := realtime.readable(
      entity, one -> 'old_record',
      case when one ->> 'type' = 'DELETE' and guarded then key_columns else readable end, too_large
    );
    data := jsonb_build_object(
      'schema', one -> 'schema', 'table', one -> 'table', 'type', one -> 'type',
      'commit_timestamp', one -> 'commit_timestamp', 'columns', columns,
      'errors', case when too_large then '["Error 413: Payload Too Large"]'::jsonb end
    )
    || case when new_row is null then '{}' else jsonb_build_object('record', new_row) end
    || case when old_row is null then '{}' else jsonb_build_object('old_record', old_row) end;
    return next;
  end loop;
end
$$;

comment on function realtime.check_changes is
  'Takes changes, each with a role and people (as numbers into the given claims); returns, in the given order, the '
  'people whose policies show them the row, and the change without columns that the role may not read. For a deleted '
  'row, returns only the key, to all people who may read keys and whom the gate private.active() lets in, if there is '
  'one. A change that nobody may see has no people. Has the form of Supabase''s realtime.apply_rls.';

create or replace function realtime.readable(
  entity regclass, texts jsonb, columns name[], too_large boolean
)
returns jsonb
language plpgsql stable
as $$
declare
  given jsonb;
  typed jsonb;
begin
  if jsonb_typeof(texts) is distinct from 'object' then
    return null;
  end if;
  select jsonb_object_agg(
    t.key,
    case
      when a.atttypid in ('json'::regtype, 'jsonb'::regtype) and jsonb_typeof(t.value) = 'string'
        then (t.value #>> '{}')::jsonb
      else t.value
    end
  ) into given
  from jsonb_each(texts) t
  join pg_catalog.pg_attribute a on a.attrelid = entity and a.attname = t.key
  where a.attname = any (columns);

  execute format('select to_jsonb(jsonb_populate_record(null::%s, $1))', entity)
    using coalesce(given, '{}') into typed;
  return (
    select coalesce(jsonb_object_agg(t.key, t.value), '{}')
    from jsonb_each(typed) t
    where given ? t.key and (not too_large or octet_length(t.value::text) <= 64)
  );
end
$$;

comment on function realtime.readable is
  'Takes a row of the log with values as text; returns it as the JSON of the API, with the given columns that were '
  'logged, and only short ones if the row is too large. Null without a row.';

revoke execute on all functions in schema realtime from public;
grant execute on all functions in schema realtime to authenticator;
