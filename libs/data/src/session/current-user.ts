import type { QueryClient } from '@tanstack/react-query'
import { sessionKeys } from './keys'
import type { SessionUser } from './session-query'

/** The id of the person who is signed in here, as far as is known by now; undefined for a visitor. */
export function currentUserId(queries: QueryClient): string | undefined {
  return queries.getQueryData<SessionUser | null>(sessionKeys.current())?.id
}
