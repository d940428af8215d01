import type { Query, QueryClient } from '@tanstack/react-query'
import { forgetAnswers } from '../session/kept-keys'
import { sessionKeys } from '../session/keys'
import type { SessionUser } from '../session/session-query'
import { setKeptShown } from './kept-shown'
import { getKept, lastContact } from './kept-store'
import { storedUser } from './stored-user'

/** So long without a word of the server what is kept is good for, in milliseconds (rules/data#kept). */
export const KEPT_FOR_MS = 30 * 24 * 3_600_000

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 120_000

/**
 * In: a query that got no answer. Puts what is kept of it for the person into the cache, as old as it is, so
 * that it is asked for again with the next connection. Who the person is, is kept with the session itself: asked for
 * that, this gives back the person of the stored session, where anything of theirs may be opened; null else, as
 * for any other query. Throws when the browser's database cannot be read.
 */
export async function restoreKept(queries: QueryClient, query: Query): Promise<SessionUser | null> {
  const [isSession] = sessionKeys.current()
  if (query.queryKey[0] === isSession) {
    const user = storedUser()
    return user && (await mayOpen(user.id)) ? user : null
  }
  const user = signedIn(queries)
  if (!user || !(await mayOpen(user.id))) return null
  const kept = await getKept(user.id, query.queryHash)
  // The answer, or another person, may have come in the meantime.
  if (kept && query.state.data === undefined && signedIn(queries)?.id === user.id) {
    query.setData(JSON.parse(kept.text), { updatedAt: kept.at, manual: true })
    query.invalidate()
    setKeptShown(true)
    askAgain(queries, FIRST_PAUSE_MS)
  }
  return null
}

let next: ReturnType<typeof setTimeout> | undefined

/** A browser says when its connection returns; of a server that is out of reach nobody tells. */
function askAgain(queries: QueryClient, pause: number): void {
  clearTimeout(next)
  next = setTimeout(async () => {
    const onScreen = {
      type: 'active',
      predicate: ({ state }: Query) => state.isInvalidated && state.data !== undefined,
    } as const
    await queries.refetchQueries(onScreen)
    if (queries.getQueryCache().findAll(onScreen).length > 0)
      askAgain(queries, Math.min(2 * pause, LONGEST_PAUSE_MS))
  }, pause)
}

function signedIn(queries: QueryClient): SessionUser | null | undefined {
  return queries.getQueryData<SessionUser | null>(sessionKeys.current())
}

async function mayOpen(user: string): Promise<boolean> {
  const contact = await lastContact(user)
  if (contact === null) return false
  const isGood = Date.now() - contact <= KEPT_FOR_MS
  if (!isGood) forgetAnswers()
  return isGood
}
