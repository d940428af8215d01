import type { Json } from '../database.gen'
import { object } from '../json'
import { learnServerTime } from '../server-clock'

/**
 * A fetch for Auth's client under which the end of a session is counted by this device's clock, from the moment at which its
 * token came. Auth tells the end by its own clock; a device whose clock is wrong would take each fresh session for an old
 * one, or an old one for fresh. What judges a session (Auth's client, the page's head, `storedToken`) compares with this
 * device's clock, so all of it is right by this one thing. The answer also tells the server's time.
 */
export function byOwnClock(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, init)
    // Some answers may have no text at all.
    return new Response(withoutEnd(await answer.text()) || null, answer)
  }
}

/** An answer without `expires_at`, for which Auth's client then counts `expires_in` from now. */
function withoutEnd(text: string): string {
  try {
    const { expires_at: end, ...session } = object(JSON.parse(text) as Json)
    const server = Number(end) - Number(session.expires_in)
    // What is no session ends by Auth's clock, as a challenge does.
    if (!server) return text
    learnServerTime(server * 1000)
    return JSON.stringify(session)
  } catch {
    return text
  }
}
