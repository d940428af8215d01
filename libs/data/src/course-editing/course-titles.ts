import type { DataClient } from '../client'
import { unwrap } from '../errors'

/**
 * Returns id, title, slug and status of every course that the caller may grant, by title (rules/access#role-table).
 * Fails with a DataError.
 */
export async function readCourseTitles(client: Pick<DataClient, 'rpc'>, signal?: AbortSignal) {
  const answer = client.rpc('course_titles', undefined, { get: true })
  return unwrap(await (signal ? answer.abortSignal(signal) : answer))
}
