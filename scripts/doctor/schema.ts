import type pg from 'pg'
import { compareLists, type Finding } from './finding'

/** What the API's roles may do and what guards it, as lists of words that can be compared. */
export type SchemaLists = Record<string, string[]>

/** Functions that an extension brought are the extension's. */
const OWN = `not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

const QUERIES: Record<string, string> = {
  tables: `
    select relname || case when relrowsecurity then '' else ' without row security' end
    from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')`,
  policies: `
    select format('%s on %s: %s to %s using %s check %s', policyname, tablename, cmd, roles, md5(coalesce(qual, '')), md5(coalesce(with_check, '')))
    from pg_policies where schemaname in ('public', 'private')`,
  'grants on tables': `
    select format('%s on %s.%s to %s', privilege_type, table_schema, table_name, grantee)
    from information_schema.role_table_grants
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`,
  'grants on columns': `
    select format('%s of %s.%s.%s to %s', privilege_type, table_schema, table_name, column_name, grantee)
    from information_schema.role_column_grants
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')`,
  'grants on functions': `
    select format('%s to %s', p.oid::regprocedure, case a.grantee when 0 then 'PUBLIC' else pg_get_userbyid(a.grantee) end)
    from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and ${OWN}
      and (a.grantee = 0 or pg_get_userbyid(a.grantee) in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin'))`,
  functions: `
    select format('%s %s %s %s', p.oid::regprocedure, case when p.prosecdef then 'definer' else 'invoker' end,
      coalesce(array_to_string(p.proconfig, ' '), ''), md5(p.prosrc))
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and ${OWN}`,
  triggers: `
    select format('%s on %s calls %s%s', t.tgname, t.tgrelid::regclass, t.tgfoid::regproc,
      case t.tgenabled when 'O' then '' else ' (switched off)' end)
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  constraints: `
    select format('%s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'p', 'x', 'f')`,
  'settings of the API’s roles': `
    select rolname || ': ' || setting from pg_roles, unnest(rolconfig) setting
    where rolname in ('anon', 'authenticated') and setting like 'statement_timeout=%'
      or rolname = 'authenticator' and setting like 'pgrst.db_pre_request=%'`,
  'role table': `
    select format('%s may %s %s (%s)', role, action, resource, scope) from public.role_permissions`,
}

/** Triggers that a hosted project may refuse, and what is lost without them is said in the migration. */
const OPTIONAL = /^rookies_(audit_login|audit_logout|audit_factor_\w+|mailbox_proved) /

/** Reads the lists of a database; changes nothing. Throws what the database refuses with. */
export async function readSchema(client: pg.Client | pg.PoolClient): Promise<SchemaLists> {
  const lists: SchemaLists = {}
  for (const [about, text] of Object.entries(QUERIES)) {
    const { rows } = await client.query<string[]>({ text, rowMode: 'array' })
    lists[about] = rows.map(([line = '']) => line).sort()
  }
  return lists
}

/** In: the lists as the migrations make them, and as they are. Out: one finding for each list. */
export function compareSchemas(expected: SchemaLists, actual: SchemaLists): Finding[] {
  return Object.keys(QUERIES).map((about) => {
    const there = actual[about] ?? []
    const wanted = (expected[about] ?? []).filter(
      (line) => !OPTIONAL.test(line) || there.includes(line),
    )
    return compareLists(about, wanted, there)
  })
}
