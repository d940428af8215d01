import { readFileSync } from 'node:fs'
import { splitStatements } from '../../supabase/local/src/migrate/split-statements'

/**
 * Patterns of names in the catalogue, each with a pattern for the beginning of the statement that creates the object.
 */
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
  // The statement for a trigger may be inside a block, because a hosted project may refuse it.
  [
    /^trigger (.+) on (.+)$/,
    (name, table) =>
      new RegExp(`create trigger ${literal(name)} [^;]* on ${literal(table)}\\s[^;]*`),
  ],
]

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Reads files of the schema, and returns a function. It takes a name in the catalogue, such as `policy courses_select
 * on public.courses`, and returns the statement that creates the thing, without its semicolon. For a function with
 * several argument lists, it returns all statements; if there is none, undefined.
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
