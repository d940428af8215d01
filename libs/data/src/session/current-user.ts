import type { QueryClient } from '@tanstack/react-query'
import { sessionKeys } from './keys'
import type { SessionUser } from './session-query'

/** Returns the id of the signed-in person as far as it is known; undefined for a visitor. */
export function currentUserId(queries: QueryClient): string | undefined {
  return queries.getQueryData<SessionUser | null>(sessionKeys.current())?.id
}
