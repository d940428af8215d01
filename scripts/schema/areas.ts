/** A migration, as text. */
export interface MigrationFile {
  /** Such as `20261125000300_people.sql`. */
  name: string
  text: string
}

/**
 * In which area a type, table or function lives: the words in the name of the first migration that
 * creates it. In: all migrations, in order. Out: area by name, `public.courses` being `catalogue`.
 */
export function areasByName(migrations: readonly MigrationFile[]): Map<string, string> {
  const areas = new Map<string, string>()
  for (const { name, text } of migrations) {
    const area = name.replace(/^\d+_/, '').replace(/\.sql$/, '')
    for (const [, created] of text.matchAll(CREATES)) {
      if (created && !areas.has(created)) areas.set(created, area)
    }
  }
  return areas
}

const CREATES = /^create (?:or replace )?(?:table|type|function)\s+((?:public|private)\.\w+)/gim
