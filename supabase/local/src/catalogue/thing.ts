// The queries of the doctor return the objects of a database, which can be compared between two databases. The queries
// run with an empty search path, so that every name includes its schema.

/** An object of a database, such as a table, or one aspect of an object. */
export interface Thing {
  name: string
  /** The aspect; null for the object itself. Aspects are compared only if both databases have the object. */
  aspect: string | null
  /** The state as readable text. */
  state: string | null
  /** A definition that is too long for the report. */
  body: string | null
  /** The statements that repair an object that is missing, different, or not expected. */
  make: string | null
  mend: string | null
  drop: string | null
  /** The first words of the definition, by which it is found in `supabase/`. */
  source: string | null
}

type Columns = Partial<Record<keyof Thing, string>> & { name: string }

/**
 * Returns the query; columns that are not given are null.
 * @param columns the SQL expression of each column
 * @param from the FROM clause
 */
export function things(columns: Columns, from: string): string {
  const column = (name: keyof Thing) => `(${columns[name] ?? 'null'})::text as ${name}`
  return `select ${column('name')}, ${column('aspect')}, ${column('state')}, ${column('body')},
    ${column('make')}, ${column('mend')}, ${column('drop')}, ${column('source')} from ${from}`
}

export const unionAll = (...queries: string[]) => queries.join(' union all ')
export const adviceToRun = (statement: string) => `'Run: ' || ${statement}`

export const OUR_SCHEMAS = `('public', 'private')`
/** Excludes objects that belong to an extension. */
export const notOfExtension = (oid: string, catalog: 'pg_class' | 'pg_proc' | 'pg_type') =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`

export const RELATIONS = `(
  select c.*, n.nspname, format('%I.%I', n.nspname, c.relname) as full_name,
    case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as word
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${OUR_SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${notOfExtension('c.oid', 'pg_class')}
) t`

export const relation = `t.word || ' ' || t.full_name`

export const OUR_FUNCTIONS = `pg_proc p join pg_namespace n on n.oid = p.pronamespace`
export const OF_OURS = `n.nspname in ${OUR_SCHEMAS} and ${notOfExtension('p.oid', 'pg_proc')}`

/** Whether row security is on for a table. In `from`, the alias of the table is t. */
export const rowSecurity = (from: string, name: string) =>
  unionAll(
    things(
      {
        name,
        aspect: `'row security'`,
        state: `case when t.relrowsecurity then 'on' else 'off' end`,
        mend: adviceToRun(
          `format('alter table %s %s row level security', t.full_name, case when t.relrowsecurity then 'enable' else 'disable' end)`,
        ),
      },
      from,
    ),
    things(
      {
        name,
        aspect: `'row security for the owner'`,
        state: `case when t.relforcerowsecurity then 'on' else 'off' end`,
        mend: adviceToRun(
          `format('alter table %s %s row level security', t.full_name, case when t.relforcerowsecurity then 'force' else 'no force' end)`,
        ),
      },
      from,
    ),
  )
