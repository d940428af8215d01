import type { Session } from '@supabase/auth-js'
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
    let text = await answer.text()
    try {
      const { expires_at: end = 0, ...session }: Partial<Session> = JSON.parse(text)
      const server = end - (session.expires_in ?? end)
      // What is no session ends by Auth's clock, as a challenge does.
      if (server) {
        learnServerTime(server * 1000)
        text = JSON.stringify(session)
      }
    } catch {
      // Some answers have no text at all.
    }
    return new Response(text || null, answer)
  }
}
