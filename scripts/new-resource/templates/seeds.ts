import type { Field } from '../field'
import type { Resource } from '../resource'
import { sqlSample } from '../samples'

const ROWS = [1, 2, 3]

/** Three rows of demo data. Referenced records are looked up; a row without a record that it needs is left out. */
export function seeds(resource: Resource): string {
  const { table, words, fields } = resource
  const rows = ROWS.map(
    (n) =>
      `  select ${fields.map((field) => value(field, n, resource)).join(', ')}, now() - interval '${n} days'`,
  )
  const needed = fields.filter(({ type, optional }) => type === 'ref' && !optional)
  const where = needed.map(({ column }) => `s.${column} is not null`).join(' and ')
  const columns = [...fields.map(({ column }) => column), 'created_at'].join(', ')
  return `-- Why: a few ${words.many}, so that their screens have something to show.

insert into public.${table} (${columns})
select s.* from (
${rows.join('\n  union all\n')}
) s (${columns})${where ? `\nwhere ${where}` : ''};
`
}

function value(field: Field, n: number, resource: Resource): string {
  if (field.type !== 'ref') return sqlSample(field, n, resource)
  return `(select r.id from public.${field.table} r order by r.created_at, r.id offset ${n - 1} limit 1)`
}
