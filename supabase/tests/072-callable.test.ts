import { expect, test } from 'vitest'
import { useDatabase } from './database'

// A function that a constraint or an invoker's function calls must be callable by each role that writes the
// row or calls the function: otherwise that role cannot use the table at all. The tests follow the calls in
// the catalogue for every role, up to functions that run with their owner's rights.
const db = useDatabase()

const WAYS = `
  with recursive role (name) as (
    values ('anon'), ('authenticated'), ('service_role'), ('supabase_auth_admin')
  ), ours as (
    select oid, proname as name, pronamespace as schema, prosecdef as definer, prosrc as body
    from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  ), calls as (
    select distinct c.oid as caller, o.oid as callee
    from ours c cross join lateral regexp_matches(c.body, '\\m(public|private)\\.(\\w+) ?\\(', 'g') m
    join ours o on o.schema::regnamespace::text = m[1] and o.name = m[2]
  ), written as (
    select r.name as role, t.oid from role r cross join pg_class t
    where t.relkind in ('r', 'p') and t.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
      and (has_table_privilege(r.name, t.oid, 'insert, update') or has_any_column_privilege(r.name, t.oid, 'insert, update'))
  ), asked (role, place, oid) as (
    select w.role, format('%s of %s', c.conname, w.oid::regclass), d.refobjid
    from written w join pg_constraint c on c.conrelid = w.oid
    join pg_depend d on d.classid = 'pg_constraint'::regclass and d.objid = c.oid and d.refclassid = 'pg_proc'::regclass
    union
    select w.role, format('default of %s, column %s', w.oid::regclass, a.adnum), d.refobjid
    from written w join pg_attrdef a on a.adrelid = w.oid
    join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = a.oid and d.refclassid = 'pg_proc'::regclass
    union
    select w.role, format('index %s', i.indexrelid::regclass), d.refobjid
    from written w join pg_index i on i.indrelid = w.oid
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refclassid = 'pg_proc'::regclass
    union
    select r.name, format('%s of %s', p.polname, p.polrelid::regclass), d.refobjid
    from role r join pg_policy p on p.polroles && array[0::oid, r.name::regrole::oid]
    join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
    union
    -- Running a trigger requires no right on its function, but the functions that it calls are checked.
    select w.role, format('%s of %s', t.tgname, w.oid::regclass), c.callee
    from written w join pg_trigger t on t.tgrelid = w.oid
    join ours o on o.oid = t.tgfoid and not o.definer join calls c on c.caller = o.oid
    union
    select r.name, o.oid::regprocedure::text, c.callee
    from role r join ours o on not o.definer and has_function_privilege(r.name, o.oid, 'execute') join calls c on c.caller = o.oid
  ), reached (role, place, oid) as (
    select * from asked
    union
    select r.role, r.place, c.callee from reached r join ours o on o.oid = r.oid and not o.definer join calls c on c.caller = o.oid
  )`

const lines = async (sql: string) =>
  (await db.owner(`${WAYS} ${sql}`)).map((row) => Object.values(row).join(' '))

test('a role that writes a table may call its constraints, defaults, indexes, triggers and policies', async () => {
  expect(
    await lines(
      `select r.role, r.place, 'calls', o.oid::regprocedure from reached r join ours o on o.oid = r.oid
       where not (has_function_privilege(r.role, o.oid, 'execute') and has_schema_privilege(r.role, o.schema, 'usage'))
       order by 1, 2, 4`,
    ),
  ).toEqual([])
})

test('a role that calls an invoker’s function may use the tables in it', async () => {
  expect(
    await lines(
      `, bodies as (
         select role, place, oid from reached
         union select w.role, t.tgname, t.tgfoid from written w join pg_trigger t on t.tgrelid = w.oid
         union select r.name, o.oid::regprocedure::text, o.oid from role r join ours o on has_function_privilege(r.name, o.oid, 'execute')
       ), touched as (
         select b.role, b.place, case when m[1] in ('from', 'join') then 'select' else split_part(m[1], ' ', 1) end as verb,
           to_regclass(m[2]) as oid
         from bodies b join ours o on o.oid = b.oid and not o.definer
         cross join lateral regexp_matches(o.body, '\\m(from|join|insert into|update|delete from)\\s+((?:public|private)\\.\\w+)\\M(?!\\s*\\()', 'g') m
       )
       select distinct t.role, t.place, t.verb, t.oid::regclass from touched t
       where t.oid is not null and not case t.verb when 'delete' then has_table_privilege(t.role, t.oid, 'delete')
         else has_any_column_privilege(t.role, t.oid, t.verb) end
       order by 1, 2, 4`,
    ),
  ).toEqual([])
})
