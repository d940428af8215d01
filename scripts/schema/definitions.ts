import type pg from 'pg'

/** One table, type or function as the database holds it, with everything that hangs on it. */
export interface Definition {
  /** Schema and name, without arguments: `public.courses`, `private.can`. */
  name: string
  sql: string
}

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
/** Roles of the API, in the order in which grants name them. */
const GRANTEES = `('anon', 'authenticated', 'service_role', 'supabase_auth_admin')`

const TYPES = `
  select t.oid::regtype::text as object, format('%s.%s', n.nspname, t.typname) as name,
    format('create type %s.%s as enum (%s);', n.nspname, t.typname,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as sql
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typnamespace in ${OURS} and t.typtype = 'e' order by 2`

const TABLES = `
  select format('%s.%s', n.nspname, c.relname) as name, concat_ws(E'\\n',
    format(E'create table %s.%s (\\n%s\\n);', n.nspname, c.relname, (
      select string_agg('  ' || line, E',\\n' order by part, place) from (
        select 1 as part, a.attnum::text::int as place, concat_ws(' ', quote_ident(a.attname),
          format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
          case when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
          case when a.attidentity <> '' then 'generated always as identity' end) as line
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        union all
        select 2, row_number() over (order by k.contype = 'p' desc, k.contype, k.conname)::int,
          format('constraint %s %s', quote_ident(k.conname), pg_get_constraintdef(k.oid))
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'c', 'f')
      ) lines)),
    case when c.relrowsecurity then format('alter table %s.%s enable row level security;', n.nspname, c.relname) end,
    (select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by i.indexrelid::regclass::text)
      from pg_index i where i.indrelid = c.oid
        and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))),
    (select string_agg(format(E'create policy %s on %s.%s for %s to %s%s%s;%s', p.policyname, p.schemaname, p.tablename,
        lower(p.cmd), array_to_string(p.roles, ', '), E'\\n  using (' || p.qual || ')', E'\\n  with check (' || p.with_check || ')',
        (select format(E'\\ncomment on policy %s on %s.%s is %L;', p.policyname, p.schemaname, p.tablename, obj_description(o.oid, 'pg_policy'))
          from pg_policy o where o.polrelid = c.oid and o.polname = p.policyname)), E'\\n' order by p.policyname)
      from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname),
    (select string_agg(format('grant %s on %s.%s to %s;', g.what, n.nspname, c.relname, g.who), E'\\n' order by g.who, g.what)
      from (
        select pg_get_userbyid(a.grantee) as who, string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as what
        from aclexplode(c.relacl) a where pg_get_userbyid(a.grantee) in ${GRANTEES} group by 1
        union all
        select pg_get_userbyid(a.grantee), format('%s (%s)', lower(a.privilege_type), string_agg(quote_ident(t.attname), ', ' order by t.attnum))
        from pg_attribute t cross join lateral aclexplode(t.attacl) a
        where t.attrelid = c.oid and pg_get_userbyid(a.grantee) in ${GRANTEES} group by a.grantee, a.privilege_type
      ) g),
    (select string_agg(pg_get_triggerdef(t.oid) || ';', E'\\n' order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal),
    format('comment on table %s.%s is %L;', n.nspname, c.relname, obj_description(c.oid, 'pg_class')),
    (select string_agg(format('comment on column %s.%s.%s is %L;', n.nspname, c.relname, a.attname, col_description(c.oid, a.attnum)), E'\\n' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and col_description(c.oid, a.attnum) is not null)
  ) as sql
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relnamespace in ${OURS} and c.relkind = 'r' order by 1`

const FUNCTIONS = `
  select format('%s.%s', n.nspname, p.proname) as name, concat_ws(E'\\n',
    rtrim(pg_get_functiondef(p.oid), E'\\n') || ';',
    format('comment on function %s is %L;', p.oid::regprocedure, obj_description(p.oid, 'pg_proc')),
    (select format('grant execute on function %s to %s;', p.oid::regprocedure, string_agg(who, ', ' order by who))
      from (select pg_get_userbyid(a.grantee) as who from aclexplode(p.proacl) a) g
      where who in ${GRANTEES} having count(*) > 0),
    (select string_agg(pg_get_triggerdef(t.oid) || ';', E'\\n' order by t.tgname)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = p.oid and not t.tgisinternal and c.relnamespace not in ${OURS})
  ) as sql
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.pronamespace in ${OURS}
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, p.oid::regprocedure::text`

/**
 * Reads every type, table and function of the schemas `public` and `private`: types first, then
 * tables with their indexes, policies, grants and triggers, then functions, each by name.
 * Changes nothing. Throws what the database refuses with.
 */
export async function readDefinitions(client: pg.Client): Promise<Definition[]> {
  // Without a search path every name comes back with its schema.
  await client.query(`set search_path = ''`)
  const parts: Definition[][] = []
  for (const text of [TYPES, TABLES, FUNCTIONS]) {
    parts.push((await client.query<Definition>(text)).rows)
  }
  return parts.flat()
}
