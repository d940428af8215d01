import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { memberKeys } from './keys'

/**
 * Id, title, slug and status of every course that the caller may grant, by title (rules/access#role-table). Fails
 * with a DataError.
 */
export function courseTitlesQuery(client: Pick<DataClient, 'rpc'>) {
  return queryOptions({
    queryKey: memberKeys.courses(),
    queryFn: async ({ signal }) =>
      unwrap(await client.rpc('course_titles', undefined, { get: true }).abortSignal(signal)),
  })
}
