import { isFilter } from '../field'
import type { Resource } from '../resource'
import { sentence, withArticle } from '../words'
import { listed } from './screens'

/** `libs/data`: the type of the record, the definition of its list, and the messages of its screens. */
export function dataFile(resource: Resource): string {
  const { type, constant, table, one, words, name, references } = resource
  const choices = resource.fields.filter(isFilter)
  const refs = references.map(
    ({ as, field, title }) =>
      `  ${as}: Pick<Tables['${field.table}']['Row'], 'id' | '${title}'> | null`,
  )
  const embedded = references.map(
    ({ as, field, title }) => `, ${as}:${field.table}!${table}_${field.column}_fkey(id, ${title})`,
  )
  const sorted = [name, ...listed(resource).filter((field) => field.type !== 'ref')]
  const own = `Tables['${table}']['Row']`
  const about =
    refs.length > 0
      ? '; a record that it refers to is null if the reader may not read that record'
      : ''
  return `import type { Database } from '../database.gen'
import { ${choices.length > 0 ? 'choice, ' : ''}defineTable, ordersBy, typed } from '../lists/define-list'
import { recordMessages } from '../records/record-messages'

type Tables = Database['public']['Tables']

/** ${sentence(withArticle(one))}, as the API returns it${about}. */
export type ${type} = ${refs.length > 0 ? `${own} & {\n${refs.join('\n')}\n}` : own}

export const ${constant}_SELECT = '*${embedded.join('')}'

/** All ${words.many}, the newest first unless a column orders them. */
export const ${constant}_LIST = defineTable<${type}>()({
  resource: '${table}',
  select: ${constant}_SELECT,
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
${choices.map(({ column, values }) => `    ${column}: choice([${values.map((value) => `'${value}'`).join(', ')}], (${column}) => ({ ${column} })),\n`).join('')}  },
  orders: ordersBy(${sorted.map(({ column }) => `'${column}'`).join(', ')}),
  last: { field: 'id', order: 'desc' },
  exported: { list: '${table}' },
})

/** The messages of the screens (rules/interface#messages). */
export const ${constant}_TEXTS = recordMessages('${words.one}', '${words.many}')
`
}
