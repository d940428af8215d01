import {
  adviceToRun,
  notOfExtension,
  OF_OURS,
  OUR_FUNCTIONS,
  OUR_SCHEMAS,
  RELATIONS,
  things,
} from './thing'

/** A right counts in whatever way the role got it: by a grant, by a grant to PUBLIC, or through another role. */
const right = (what: {
  of: string
  on: string
  acl: string
  privilege: string
  role: string
  from: string
}) =>
  things(
    {
      name: `format('%s on %s for %s', ${what.privilege}, ${what.of}, ${what.role})`,
      make: adviceToRun(
        `format('grant %s on %s to %s', ${what.privilege}, ${what.on}, ${what.role})`,
      ),
      drop: adviceToRun(
        `format('revoke %s on %s from %s', ${what.privilege}, ${what.on}, case when exists (
          select from aclexplode(${what.acl}) x where x.grantee = 0 and x.privilege_type = split_part(${what.privilege}, ' ', 1)) then 'public' else ${what.role} end)`,
      ),
    },
    what.from,
  )

const API_ROLES = `unnest(array['anon', 'authenticated', 'service_role']) role`

export const TABLE_RIGHTS = right({
  of: 't.full_name',
  on: 't.full_name',
  acl: 't.relacl',
  privilege: 'privilege',
  role: 'role',
  from: `${RELATIONS} cross join ${API_ROLES}
    cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) privilege
    where has_table_privilege(role, t.oid, privilege)`,
})

export const COLUMN_RIGHTS = right({
  of: 't.full_name',
  on: 't.full_name',
  acl: 'a.attacl',
  privilege: `privilege || ' (' || quote_ident(a.attname) || ')'`,
  role: 'role',
  from: `${RELATIONS} join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    cross join ${API_ROLES} cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) privilege
    where a.attacl is not null and not has_table_privilege(role, t.oid, privilege)
      and has_column_privilege(role, t.oid, a.attnum, privilege)`,
})

export const FUNCTION_RIGHTS = right({
  of: 'p.oid::regprocedure',
  on: `'function ' || p.oid::regprocedure`,
  acl: `coalesce(p.proacl, acldefault('f', p.proowner))`,
  privilege: `'EXECUTE'`,
  role: 'role',
  from: `${OUR_FUNCTIONS} cross join unnest(array['anon', 'authenticated', 'service_role', 'supabase_auth_admin']) role
    where ${OF_OURS} and has_function_privilege(role, p.oid, 'EXECUTE')`,
})

export const SEQUENCE_RIGHTS = right({
  of: 'c.oid::regclass',
  on: `'sequence ' || c.oid::regclass`,
  acl: 'c.relacl',
  privilege: 'privilege',
  role: 'role',
  from: `pg_class c join pg_namespace n on n.oid = c.relnamespace cross join ${API_ROLES}
    cross join unnest(array['USAGE', 'SELECT', 'UPDATE']) privilege
    where n.nspname in ${OUR_SCHEMAS} and c.relkind = 'S' and ${notOfExtension('c.oid', 'pg_class')} and has_sequence_privilege(role, c.oid, privilege)`,
})

export const SCHEMA_RIGHTS = right({
  of: `'schema ' || n.nspname`,
  on: `'schema ' || n.nspname`,
  acl: 'n.nspacl',
  privilege: 'privilege',
  role: 'role',
  from: `pg_namespace n cross join unnest(array['anon', 'authenticated', 'service_role', 'supabase_auth_admin']) role
    cross join unnest(array['USAGE', 'CREATE']) privilege
    where n.nspname in ${OUR_SCHEMAS} and has_schema_privilege(role, n.oid, privilege)`,
})

/**
 * The rights on tables, sequences and functions that are created later. service_role is left out: some hosted
 * projects have defaults for it and some do not, and row security does not apply to it.
 */
export const DEFAULT_RIGHTS = things(
  {
    name: `format('%s on later %s of %s for %s', d.privileges, d.word, case when d.everywhere then 'any schema' else 'schema ' || d.schema end, d.grantee)`,
    drop: adviceToRun(
      `format('alter default privileges for role postgres%s revoke %s on %s from %s',
        case when d.everywhere then '' else ' in schema ' || d.schema end, d.privileges, d.word, d.grantee)`,
    ),
  },
  `(
    select a.schema, k.word, a.schema is null as everywhere, string_agg(x.privilege_type, ', ' order by x.privilege_type) as privileges,
      case x.grantee when 0 then 'public' else pg_get_userbyid(x.grantee)::text end as grantee
    from pg_roles r
    cross join (values ('r', 'r', 'tables'), ('S', 's', 'sequences'), ('f', 'f', 'functions')) k (kind, letter, word)
    cross join lateral (
      select null as schema, coalesce((select a.defaclacl from pg_default_acl a
        where a.defaclrole = r.oid and a.defaclnamespace = 0 and a.defaclobjtype = k.kind::"char"), acldefault(k.letter::"char", r.oid)) as acl
      union all
      select n.nspname, a.defaclacl from pg_default_acl a join pg_namespace n on n.oid = a.defaclnamespace
      where a.defaclrole = r.oid and n.nspname in ${OUR_SCHEMAS} and a.defaclobjtype = k.kind::"char"
    ) a cross join lateral aclexplode(a.acl) x
    where r.rolname = 'postgres' and (x.grantee = 0 or pg_get_userbyid(x.grantee) in ('anon', 'authenticated'))
    group by a.schema, k.word, x.grantee
  ) d`,
)
