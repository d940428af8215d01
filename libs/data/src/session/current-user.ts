import type { QueryClient } from '@tanstack/react-query'
import { sessionKeys } from './keys'
import type { SessionUser } from './session-query'

/** Returns the id of the signed-in person; undefined for a visitor, or while the session was not read. */
export function currentUserId(queries: QueryClient): string | undefined {
  return queries.getQueryData<SessionUser | null>(sessionKeys.current())?.id
}
