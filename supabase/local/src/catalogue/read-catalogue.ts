import type pg from 'pg'
import { PARTS } from './parts'
import type { Thing } from './thing'

/** The objects of a database, by part. */
export type Catalogue = Record<string, Thing[]>

/** Reads the parts of a database, and changes only the search path of the connection. */
export async function readCatalogue(
  client: pg.Client | pg.PoolClient,
  parts: Readonly<Record<string, string>> = PARTS,
): Promise<Catalogue> {
  const catalogue: Catalogue = {}
  // With an empty search path, every name includes its schema.
  await client.query(`set search_path = ''`)
  for (const [part, text] of Object.entries(parts)) {
    catalogue[part] = (await client.query<Thing>(text)).rows
  }
  return catalogue
}
