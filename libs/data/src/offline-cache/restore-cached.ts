import type { Query, QueryClient } from '@tanstack/react-query'
import { clearOfflineCache } from '../session/clear-device'
import { sessionKeys } from '../session/keys'
import type { SessionUser } from '../session/session-query'
import { setCacheShown } from './cache-shown'
import { getCached, lastContact, storedUser } from './cache-store'

/** How long cached answers may be shown after the server's last answer, in milliseconds (rules/data#kept). */
export const CACHE_VALID_MS = 30 * 24 * 3_600_000

/**
 * Puts the cached answer of a query into React Query's cache, with the time at which it was received, and marks it as
 * invalid, so that it is fetched again. For the session query, returns the person of the stored session if that person
 * has a valid cache; returns null in all other cases. Throws if the browser's database cannot be read.
 */
export async function restoreCached(
  queries: QueryClient,
  query: Query,
): Promise<SessionUser | null> {
  const [isSession] = sessionKeys.current()
  if (query.queryKey[0] === isSession) {
    const user = storedUser()
    return user && (await mayOpen(user.id)) ? user : null
  }
  const user = signedIn(queries)
  if (!user || !(await mayOpen(user.id))) return null
  const cached = await getCached(user.id, query.queryHash)
  // While the cache was read, the server may have answered, or another person may have signed in.
  if (cached && query.state.data === undefined && signedIn(queries)?.id === user.id) {
    query.setData(JSON.parse(cached.text), { updatedAt: cached.at, manual: true })
    query.invalidate()
    setCacheShown(true)
  }
  return null
}

function signedIn(queries: QueryClient): SessionUser | null | undefined {
  return queries.getQueryData<SessionUser | null>(sessionKeys.current())
}

async function mayOpen(user: string): Promise<boolean> {
  const contact = await lastContact(user)
  if (contact === null) return false
  const isGood = Date.now() - contact <= CACHE_VALID_MS
  if (!isGood) clearOfflineCache()
  return isGood
}
