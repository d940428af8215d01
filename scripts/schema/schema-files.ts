import { areasByName, type MigrationFile } from './areas'
import type { Definition } from './definitions'

const HEAD =
  '-- Generated from the migrations by npm run gen:types; never edited. What stands here is what\n-- the database holds.\n'

/**
 * The schema as one file for each area. In: the migrations in order, and what the database holds.
 * Out: text by file name. Throws when no migration creates something that the database holds.
 */
export function schemaFiles(
  migrations: readonly MigrationFile[],
  definitions: readonly Definition[],
): Map<string, string> {
  const areas = areasByName(migrations)
  const files = new Map<string, string>()
  for (const { name, sql } of definitions) {
    const area = areas.get(name)
    if (area === undefined) throw new Error(`No migration creates ${name}.`)
    const file = `${area}.sql`
    files.set(file, `${files.get(file) ?? HEAD}\n${sql}\n`)
  }
  return files
}
