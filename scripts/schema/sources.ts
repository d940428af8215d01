import { readFileSync } from 'node:fs'
import { splitStatements } from '../../supabase/local/src/migrate/split-statements'

/** How the statement that creates a thing begins, for the name by which the catalogue calls the thing. */
const BEGINNINGS: readonly [RegExp, (...names: string[]) => RegExp][] = [
  [
    /^function ([^(]+)\(/,
    (name) => new RegExp(`^create( or replace)? function ${literal(name)}\\(`, 'i'),
  ],
  [/^(table|view|type) (.+)$/, (word, name) => new RegExp(`^create ${word} ${literal(name)}\\b`)],
  [
    /^policy (.+) on (.+)$/,
    (name, table) => new RegExp(`^create policy ${literal(name)} on ${literal(table)}\\b`),
  ],
  [/^index (?:\w+\.)?(.+)$/, (name) => new RegExp(`^create (unique )?index ${literal(name)} on `)],
  // A trigger may stand in a block, because a hosted project may refuse it.
  [
    /^trigger (.+) on (.+)$/,
    (name, table) =>
      new RegExp(`create trigger ${literal(name)} [^;]* on ${literal(table)}\\s[^;]*`),
  ],
]

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Reads files of the schema. The result takes a thing of the catalogue, such as `policy courses_select on public.courses`,
 * and returns the statement that creates it as it stands in the files, without its semicolon; all of them for a
 * function that several statements create with other arguments. Undefined if there is none.
 */
export function readSources(paths: readonly string[]): (thing: string) => string | undefined {
  const statements = paths.flatMap((path) =>
    splitStatements(readFileSync(path, 'utf8')).map(({ text }) => text),
  )
  return (thing) => {
    for (const [form, beginning] of BEGINNINGS) {
      const names = form.exec(thing)?.slice(1)
      const pattern = names && beginning(...names)
      const found = pattern ? statements.filter((text) => pattern.test(text)) : []
      if (found.length > 0) return found.join(';\n')
    }
    return undefined
  }
}
