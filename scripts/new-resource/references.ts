import { PlainError } from '../../supabase/local/src/plain-error'
import type { Field } from './field'
import { kebab, pascal, singular } from './words'

/** A field that refers to another table, and what the templates need to know about that table. */
export interface Reference {
  field: Field
  /** The column with the name of a record, such as `title` of courses. */
  title: string
  /** The name of the referenced record in the API's answer, such as `course`. */
  as: string
  /** The code with which tests create such a record; its value is the id. */
  make: { code: string; import?: string }
}

/**
 * Columns that name a record, best first. A person is named by their email, because their name may be
 * missing.
 */
const TITLES = ['title', 'name', 'code', 'label', 'email']
const OWN_TITLES: Readonly<Record<string, string>> = { profiles: 'email' }

/** The code that creates a record, for tables that this command did not create. */
const MADE: Readonly<Record<string, Reference['make']>> = {
  courses: { code: '(await db.course()).id' },
  modules: { code: '(await db.course()).moduleId' },
  lessons: { code: '(await db.course()).text' },
  profiles: { code: '(await db.person()).id' },
  communities: {
    code: `String((await db.owner("insert into public.communities (name, slug, access_type) values ('A community', $1, 'FREE') returning id", [randomUUID()]))[0]?.id)`,
  },
}

/**
 * Returns the references of a resource. @throws PlainError for a ref to an unknown table
 * @param types the text of `database.gen.ts`
 * @param isMade returns whether this command created a table, so that tests have a function that creates a record
 */
export function referencesOf(
  fields: readonly Field[],
  types: string,
  isMade: (table: string) => boolean,
): Reference[] {
  return fields
    .filter(({ type }) => type === 'ref')
    .map((field) => {
      const columns = columnsOf(types, field.table)
      if (columns.size === 0) {
        throw new PlainError(`${field.name}: there is no table ${field.table} to refer to.`)
      }
      const title =
        OWN_TITLES[field.table] ??
        TITLES.find((name) => columns.has(name)) ??
        [...columns].find(
          ([name, type]) => /^string$/.test(type) && !/(^id|_id|_at)$/.test(name),
        )?.[0]
      const make = MADE[field.table] ?? (isMade(field.table) ? sceneOf(field.table) : null)
      if (!title || !make) {
        const known = Object.keys(MADE).join(', ')
        throw new PlainError(
          `${field.name}: the tests cannot fill ${field.table}. A ref leads to ${known}, or to what this command made.`,
        )
      }
      return { field, title, as: field.name, make }
    })
}

export const sceneFile = (table: string) => `supabase/tests/scenes/${kebab(table)}.ts`

function sceneOf(table: string): Reference['make'] {
  const name = `make${pascal(singular(table))}`
  return { code: `await ${name}(db)`, import: `import { ${name} } from './${kebab(table)}'` }
}

/** Returns the columns of a table with their types, from the generated types. */
function columnsOf(types: string, table: string): Map<string, string> {
  const row = new RegExp(`\\n {6}${table}: \\{\\n {8}Row: \\{\\n([^}]*)\\}`).exec(types)?.[1] ?? ''
  return new Map(
    [...row.matchAll(/^\s*(\w+): (.*)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
}
