import { existsSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import { openFolder } from './folder'
import { readManifest } from './manifest'

/** The accounts that were deleted up to a moment. It contains only ids, which identify nobody. */
export interface Erasures {
  /** The moment as an ISO date; undefined if nothing is known. */
  at?: string
  ids: string[]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Reads from the audit records which accounts were deleted (rules/accounts#erasure). */
export async function readErasedIds(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct target_id as id from public.audit_logs where action = 'user.delete' and target_id is not null order by 1`,
  )
  return rows.map(({ id }) => id).filter((id) => UUID.test(id))
}

/**
 * Writes the record of deleted accounts, which is small enough to be stored more often than backups. Ids that the
 * file already contains are kept, because a restored project may have lost its own record.
 */
export async function writeErasures(client: pg.ClientBase, path: string): Promise<Erasures> {
  const earlier = existsSync(path) ? (await readErasures(path)).ids : []
  const ids = [...new Set([...earlier, ...(await readErasedIds(client))])].sort()
  const erasures = { at: new Date().toISOString(), ids }
  await writeFile(path, `${JSON.stringify(erasures, null, 1)}\n`)
  return erasures
}

/**
 * Reads which accounts were deleted, including those that were deleted after a backup.
 * @param source the folder of a newer backup, a file of `writeErasures`, the address of a database, or `none`
 * @throws PlainError if it is none of these
 */
export async function readErasures(source: string, secret?: string): Promise<Erasures> {
  if (source === 'none') return { ids: [] }
  if (/^postgres(ql)?:/.test(source)) {
    const client = await connectDatabase(source)
    try {
      return { at: new Date().toISOString(), ids: await readErasedIds(client) }
    } finally {
      await client.end()
    }
  }
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    const { made, erased } = await readManifest(await openFolder(source, secret))
    return { at: made, ids: erased }
  }
  try {
    const erasures: Erasures = JSON.parse(readFileSync(source, 'utf8'))
    if (erasures.ids.every((id) => UUID.test(id))) return erasures
  } catch (error) {
    throw new PlainError(`${source} cannot be read (${errorMessage(error)}). ${EXPECTED}`)
  }
  throw new PlainError(`${source} holds something else than ids. ${EXPECTED}`)
}

const EXPECTED =
  '--erasures takes the folder of a newer backup, a file that npm run backup -- --erasures wrote, the address of the database that the backup was made of, or none.'
