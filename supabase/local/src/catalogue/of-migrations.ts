import pg from 'pg'
import { openScratchDatabase } from '../scratch-database'
import { type Catalogue, readCatalogue } from './read-catalogue'

/**
 * Returns the catalogue of a temporary database to which all migrations were applied.
 *
 * @throws PlainError if PostgreSQL cannot run here or a migration fails
 */
export async function catalogueOfMigrations(
  options: Parameters<typeof openScratchDatabase>[0],
): Promise<Catalogue> {
  const scratch = await openScratchDatabase(options)
  const client = new pg.Client(scratch.url)
  try {
    await client.connect()
    return await readCatalogue(client)
  } finally {
    await client.end().catch(() => undefined)
    await scratch.close()
  }
}
