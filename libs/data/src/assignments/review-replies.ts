import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'

type Tables = Pick<DataClient, 'from'>

/** A text that a reviewer often uses in reviews. Only its author can read it. */
export interface SavedReply {
  id: string
  title: string
  body: string
}

/** The maximum lengths that the database accepts, in characters. */
export const REPLY_TITLE_LENGTH = 100
export const REPLY_LENGTH = 5000

/** Returns the caller's saved replies, in their order. Fails with a DataError: `42501`. */
export async function readSavedReplies(client: Tables, signal: AbortSignal): Promise<SavedReply[]> {
  const found = await client
    .from('saved_replies')
    .select('id, title, body')
    .order('position')
    .order('title')
    .abortSignal(signal)
  return unwrap(found)
}

/** Creates a saved reply, or changes the one with this id. Throws DataError: `42501`, `DENIED` if it was deleted. */
export async function saveReply(
  client: Tables,
  { id, title, body }: Omit<SavedReply, 'id'> & { id: string | null },
): Promise<SavedReply> {
  const table = client.from('saved_replies')
  const values = { title: title.trim(), body: body.trim() }
  const written = id === null ? table.insert(values) : table.update(values).eq('id', id)
  return expectRow(await written.select('id, title, body'))
}

/** Deletes a saved reply. Deleting it again is no error. Throws DataError: `42501`. */
export async function deleteReply(client: Tables, { id }: { id: string }): Promise<void> {
  unwrap(await client.from('saved_replies').delete().eq('id', id))
}
