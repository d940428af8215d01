import type { Resource } from '../resource'
import { sentence, withArticle } from '../words'

/** `libs/data`: the record as it is read, and the texts of its screens. */
export function dataFile({ type, constant, table, one, words, references }: Resource): string {
  const refs = references.map(
    ({ as, field, title }) =>
      `  ${as}: Pick<Tables['${field.table}']['Row'], 'id' | '${title}'> | null`,
  )
  const embedded = references.map(
    ({ as, field, title }) => `, ${as}:${field.table}!${table}_${field.column}_fkey(id, ${title})`,
  )
  const own = `Tables['${table}']['Row']`
  const about = refs.length > 0 ? '; what it refers to is null too where one may not read it' : ''
  return `import type { Database } from '../database.gen'
import { recordTexts } from '../records/record-texts'

type Tables = Database['public']['Tables']

/** ${sentence(withArticle(one))} as it is read${about}. */
export type ${type} = ${refs.length > 0 ? `${own} & {\n${refs.join('\n')}\n}` : own}

export const ${constant}_SELECT = '*${embedded.join('')}'

/** Texts of the screens (rules/interface#messages). */
export const ${constant}_TEXTS = recordTexts('${words.one}', '${words.many}')
`
}
