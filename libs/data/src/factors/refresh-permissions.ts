import type { QueryClient } from '@tanstack/react-query'
import { sessionKeys } from '../session/keys'

/**
 * The person's rights have changed: reads everything again, and waits for what is on screen.
 */
export async function refreshPermissions(queries: QueryClient): Promise<void> {
  const notSession = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionKeys.current()[0],
  }
  queries.removeQueries({ ...notSession, type: 'inactive' })
  await queries.invalidateQueries(notSession)
}
