import type pg from 'pg'
import { bracketed, constraint, plainSql, routine, trigger } from './write-sql'

/** The order in which a file shows what it has. */
export const PARTS = ['types', 'tables', 'views', 'triggers', 'policies', 'functions'] as const

/** Something that the database holds, with everything that hangs on it. */
export interface Definition {
  part: (typeof PARTS)[number]
  /** The type, table, view or function by whose subject it is filed: `public.courses`, `private.can`. */
  owner: string
  sql: string
}

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
/** Roles of the API, in the order in which grants name them. */
const GRANTEES = `('anon', 'authenticated', 'service_role', 'supabase_auth_admin')`
/** Tables of which the migrations alone write the rows: the columns, and the order in which these are read. */
const ROWS: Readonly<Record<string, { columns: string[]; order: string }>> = {
  'public.role_permissions': {
    columns: ['role', 'resource', 'action', 'scope'],
    order: 'resource, action, role, scope',
  },
  'private.due_kinds': { columns: ['kind', 'label', 'mail', 'hourly'], order: 'kind' },
  'private.export_lists': {
    columns: ['list', 'resource', 'personal', 'action', 'scope'],
    order: 'list',
  },
}

const TYPES = `
  select format('%s.%s', n.nspname, t.typname) as owner,
    format('create type %s.%s as enum (%s);', n.nspname, t.typname,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as sql
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typnamespace in ${OURS} and t.typtype = 'e' order by 1`

const GRANTS = `
  (select string_agg(format('grant %s on %s.%s to %s;', g.what, n.nspname, c.relname, g.who), E'\\n' order by g.who, g.what)
    from (
      select pg_get_userbyid(a.grantee) as who, string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as what
      from aclexplode(c.relacl) a where pg_get_userbyid(a.grantee) in ${GRANTEES} group by 1
      union all
      select pg_get_userbyid(a.grantee), format('%s (%s)', lower(a.privilege_type), string_agg(quote_ident(t.attname), ', ' order by t.attnum))
      from pg_attribute t cross join lateral aclexplode(t.attacl) a
      where t.attrelid = c.oid and pg_get_userbyid(a.grantee) in ${GRANTEES} group by a.grantee, a.privilege_type
    ) g)`

interface Table {
  owner: string
  columns: {
    name: string
    type: string
    required: boolean
    fallback: string | null
    identity: boolean
    generated: boolean
  }[]
  constraints: { name: string; definition: string }[]
  secured: boolean
  indexes: string[]
  grants: string | null
  publications: string[]
  comments: string
}

const TABLES = `
  select format('%s.%s', n.nspname, c.relname) as owner,
    (select coalesce(jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
        'required', a.attnotnull, 'fallback', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity <> '', 'generated', a.attgenerated <> '') order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(jsonb_agg(jsonb_build_object('name', quote_ident(k.conname), 'definition', pg_get_constraintdef(k.oid, true))
        order by k.contype = 'p' desc, k.contype, k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'c', 'f')) as constraints,
    c.relrowsecurity as secured,
    array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid
        and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      order by i.indexrelid::regclass::text) as indexes,
    ${GRANTS} as grants,
    array(select p.pubname::text from pg_publication p join pg_publication_rel r on r.prpubid = p.oid
      where r.prrelid = c.oid order by 1) as publications,
    concat_ws(E'\\n', format('comment on table %s.%s is %L;', n.nspname, c.relname, obj_description(c.oid, 'pg_class')),
      (select string_agg(format('comment on column %s.%s.%s is %L;', n.nspname, c.relname, a.attname, col_description(c.oid, a.attnum)), E'\\n' order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and col_description(c.oid, a.attnum) is not null)) as comments
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relnamespace in ${OURS} and c.relkind = 'r' order by 1`

function table(of: Table, rows: readonly string[]): string {
  const lines = [
    ...of.columns.map(({ name, type, required, fallback, identity, generated }) =>
      [
        `${name} ${plainSql(type)}`,
        required && 'not null',
        fallback !== null &&
          (generated
            ? `generated always as (${plainSql(fallback)}) stored`
            : `default ${plainSql(fallback)}`),
        identity && 'generated always as identity',
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...of.constraints.map(({ name, definition }) => constraint(name, definition, '  ')),
  ]
  return [
    `create table ${of.owner} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`,
    ...(of.secured ? [`alter table ${of.owner} enable row level security;`] : []),
    ...of.indexes.map((index) => `${plainSql(index)};`),
    ...(of.grants === null ? [] : [of.grants]),
    ...of.publications.map((name) => `alter publication ${name} add table ${of.owner};`),
    of.comments,
    ...rows,
  ].join('\n')
}

const rowsOf = (owner: string, columns: readonly string[], order: string) => `
  select format(E'insert into ${owner} (${columns.join(', ')}) values\\n%s;',
    string_agg(format('  (${columns.map(() => '%L').join(', ')})', ${columns.map((name) => `${name}::text`).join(', ')}), E',\\n' order by ${order})) as sql
  from ${owner}`

const VIEWS = `
  select format('%s.%s', n.nspname, c.relname) as owner,
    concat_ws(E'\\n', format(E'create view %s.%s%s as\\n%s', n.nspname, c.relname,
        ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid, true)),
      ${GRANTS},
      format('comment on view %s.%s is %L;', n.nspname, c.relname, obj_description(c.oid, 'pg_class'))) as sql
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relnamespace in ${OURS} and c.relkind = 'v' order by 1`

/** Triggers of other schemas' tables are filed by the function that they call. */
const TRIGGERS = `
  select format('%s.%s', n.nspname, p.relname) as owner, pg_get_triggerdef(t.oid, true) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join lateral (
      select c.relnamespace as space, c.relname where c.relnamespace in ${OURS}
      union all
      select f.pronamespace, f.proname from pg_proc f
      where f.oid = t.tgfoid and c.relnamespace not in ${OURS} and f.pronamespace in ${OURS}) p on true
    join pg_namespace n on n.oid = p.space
  where not t.tgisinternal order by c.oid::regclass::text, t.tgname`

interface Policy {
  owner: string
  name: string
  verb: string
  roles: string
  reads: string | null
  writes: string | null
  comment: string | null
}

/** The tables of storage are not ours, the policies on them are. */
const POLICIES = `
  select format('%s.%s', n.nspname, c.relname) as owner, quote_ident(o.polname) as name,
    case o.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as verb,
    (select string_agg(case r when 0 then 'public' else quote_ident(pg_get_userbyid(r)) end, ', ' order by r) from unnest(o.polroles) r) as roles,
    pg_get_expr(o.polqual, o.polrelid, true) as reads, pg_get_expr(o.polwithcheck, o.polrelid, true) as writes,
    quote_literal(obj_description(o.oid, 'pg_policy')) as comment
  from pg_policy o join pg_class c on c.oid = o.polrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relnamespace in ${OURS} or c.relnamespace = 'storage'::regnamespace
  order by 1, 2`

function policy({ owner, name, verb, roles, reads, writes, comment }: Policy): string {
  const lines = [
    `create policy ${name} on ${owner}`,
    `  for ${verb} to ${roles}`,
    ...(reads === null ? [] : [`  ${bracketed('using', plainSql(reads), '  ')}`]),
    ...(writes === null ? [] : [`  ${bracketed('with check', plainSql(writes), '  ')}`]),
  ]
  const said = comment === null ? '' : `\ncomment on policy ${name} on ${owner} is ${comment};`
  return `${lines.join('\n')};${said}`
}

const BUCKETS = `
  select 'storage.buckets' as owner, format(
    E'insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values\\n%s;',
    string_agg(format(E'  (%L, %L, %s, %s, array[\\n%s\\n  ])', id, name, public::text, file_size_limit,
      (select string_agg(format('    %L', kind), E',\\n' order by place) from unnest(allowed_mime_types) with ordinality as k (kind, place))),
      E',\\n' order by id)) as sql
  from storage.buckets`

const FUNCTIONS = `
  select format('%s.%s', n.nspname, p.proname) as owner, pg_get_functiondef(p.oid) as definition, concat_ws(E'\\n',
    format('comment on function %s is %L;', p.oid::regprocedure, obj_description(p.oid, 'pg_proc')),
    (select format('grant execute on function %s to %s;', p.oid::regprocedure, string_agg(who, ', ' order by who))
      from (select pg_get_userbyid(a.grantee) as who from aclexplode(p.proacl) a) g
      where who in ${GRANTEES} having count(*) > 0)) as rest
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.pronamespace in ${OURS}
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, p.oid::regprocedure::text`

/**
 * Reads what the schemas `public` and `private` hold, and what of `storage` is ours: each part by name.
 * Changes nothing but the connection's search path. Throws what the database refuses with.
 */
export async function readDefinitions(client: pg.Client): Promise<Definition[]> {
  const read = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text)).rows
  // Without a search path every name comes back with its schema.
  await read(`set search_path = ''`)
  const written = new Map<string, string[]>()
  for (const [owner, { columns, order }] of Object.entries(ROWS)) {
    const rows = await read<{ sql: string | null }>(rowsOf(owner, columns, order))
    written.set(
      owner,
      rows.flatMap(({ sql }) => sql ?? []),
    )
  }
  const as = <Row extends { owner: string }>(
    part: Definition['part'],
    rows: readonly Row[],
    sql: (row: Row) => string,
  ): Definition[] => rows.map((row) => ({ part, owner: row.owner, sql: sql(row) }))
  type Text = { owner: string; sql: string }
  type Given = { owner: string; definition: string; rest: string }
  return [
    ...as('types', await read<Text>(TYPES), ({ sql }) => sql),
    ...as('tables', await read<Table>(TABLES), (of) => table(of, written.get(of.owner) ?? [])),
    ...as('tables', await read<Text>(BUCKETS), ({ sql }) => sql),
    ...as('views', await read<Text>(VIEWS), ({ sql }) => sql),
    ...as('triggers', await read<Given>(TRIGGERS), ({ definition }) => trigger(definition)),
    ...as('policies', await read<Policy>(POLICIES), policy),
    ...as(
      'functions',
      await read<Given>(FUNCTIONS),
      (one) => `${routine(one.definition)}\n${one.rest}`,
    ),
  ]
}
