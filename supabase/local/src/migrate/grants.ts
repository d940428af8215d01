import type pg from 'pg'

/** One right of one of the API's roles, as SQL text. */
export interface Grant {
  /** `select`, or `update (title)` for a column. */
  right: string
  /** `table public.lessons` or `function public.search(…)`; `tables` for default privileges. */
  on: string
  /** The role; `public` means all roles. */
  to: string
  /** The text before `grant` and `revoke` of default privileges. */
  ahead: string
}

/** Returns the statement that grants or revokes a right; the owner has to run it. */
export const toSql = (verb: 'grant' | 'revoke', { right, on, to, ahead }: Grant): string =>
  `${ahead}${verb} ${right} on ${on} ${verb === 'grant' ? 'to' : 'from'} ${to}`

const OURS = `('public', 'private')`

const GRANTS = `
  with held (acl, column_name, target, ahead) as (
    select coalesce(n.nspacl, acldefault('n', n.nspowner)), null, format('schema %I', n.nspname), ''
    from pg_namespace n where n.nspname in ${OURS}
    union all
    select coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's'::"char" else 'r' end, c.relowner)), null,
      format('%s %I.%I', case c.relkind when 'S' then 'sequence' else 'table' end, n.nspname, c.relname), ''
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select a.attacl, a.attname, format('table %I.%I', n.nspname, c.relname), ''
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and a.attacl is not null and not a.attisdropped
    union all
    select coalesce(p.proacl, acldefault('f', p.proowner)), null,
      format('routine %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), ''
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS}
    union all
    select d.defaclacl, null,
      case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' else 'schemas' end,
      concat('alter default privileges ', 'in schema ' || quote_ident(n.nspname) || ' ')
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
    where d.defaclrole = 'postgres'::regrole
  )
  select lower(a.privilege_type) || coalesce(' (' || quote_ident(h.column_name) || ')', '') as right, h.target as on,
    coalesce(r.rolname, 'public') as to, h.ahead
  from held h cross join lateral aclexplode(h.acl) a left join pg_roles r on r.oid = a.grantee
  where a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role')
  order by h.ahead, h.target, 3, 1`

/** Returns all rights of the API's roles in the schemas `public` and `private`, including default privileges. */
export async function readGrants(client: pg.ClientBase): Promise<Grant[]> {
  // With an empty search path, every type includes its schema.
  await client.query('begin')
  await client.query("set local search_path = ''")
  const { rows } = await client.query<Grant>(GRANTS)
  await client.query('commit')
  return rows
}
