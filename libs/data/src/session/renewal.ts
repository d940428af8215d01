import type { Session } from '@supabase/auth-js'
import type { Json } from '../database.gen'
import { object } from '../json'
import { learnServerTime } from '../server-clock'
import { isSessionEnded } from './current-session'

/** The number of attempts to refresh a session; the pause between them and the time limit follow. */
const TRIES = 3
const APART_MS = 1_000
const LONGEST_MS = 4_000

/**
 * The time in milliseconds for which a failed result is returned to other callers. Several callers wait for Auth's
 * client to start, and then all ask at the same moment.
 */
const SHARED_MS = 3_000

let silence: { token: string; until: number } | null = null

/** Makes the next refresh send a request even if the last one has just failed. */
export function resetRenewal(): void {
  silence = null
}

interface Renewal {
  ask: typeof fetch
  /** Returns the stored session as text; null if there is none. */
  stored: () => Promise<string | null>
}

/**
 * Returns a fetch for Auth's client that either refreshes a session within four seconds or leaves it unchanged. It
 * tries three times, a second apart. Only a new session, or Auth's message that the session has ended, counts as an
 * answer; server errors, pages of a gateway and incomplete answers do not. Without an answer, Auth's client receives
 * the session that it already has: after an error it would retry for half a minute, remember the failure for another,
 * or delete the session. `currentSession` then notices that the session has expired.
 */
export function boundedRenewal({ ask, stored }: Renewal): typeof fetch {
  return async (input, init) => {
    const token = String(input).endsWith('/token?grant_type=refresh_token')
      ? tokenIn(init?.body)
      : null
    if (token === null || tokenIn(await stored()) !== token) return ask(input, init)
    // Offline, every attempt would fail. The next caller may be online again.
    if (globalThis.navigator?.onLine === false) return new Response((await stored()) ?? '{}')
    if (silence?.token !== token || silence.until <= Date.now()) {
      const answer = await firstAnswer((signal) => ask(input, { ...init, signal }))
      if (answer) return answer
      silence = { token, until: Date.now() + SHARED_MS }
    }
    return new Response((await stored()) ?? '{}')
  }
}

async function firstAnswer(send: (signal: AbortSignal) => Promise<Response>) {
  const done = new AbortController()
  let bell: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    bell = setTimeout(resolve, LONGEST_MS, null)
  })
  const tries = Array.from({ length: TRIES }, async (_, i) => {
    if (i > 0) await new Promise((resolve) => setTimeout(resolve, i * APART_MS))
    done.signal.throwIfAborted()
    return answerOfAuth(await send(done.signal))
  })
  const first = await Promise.race([Promise.any(tries).catch(() => null), late])
  clearTimeout(bell)
  done.abort()
  return first
}

/** Returns the answer if it comes from Auth. Throws for every other answer. */
async function answerOfAuth(answer: Response): Promise<Response> {
  const text = await answer.text()
  const json: Json = JSON.parse(text)
  const { access_token, code, error_code } = object(json)
  const refusal = typeof code === 'string' ? code : error_code
  const known = answer.ok
    ? typeof access_token === 'string'
    : typeof refusal === 'string' && isSessionEnded({ code: refusal, status: answer.status })
  if (!known) throw new Error(`Auth answered ${answer.status} without a word on the session`)
  return new Response(text, { status: answer.status, headers: answer.headers })
}

function tokenIn(text: BodyInit | null | undefined): string | null {
  try {
    return typeof text === 'string' ? JSON.parse(text).refresh_token : null
  } catch {
    return null
  }
}

/**
 * Returns a fetch for Auth's client that calculates when a session expires by this device's clock, from the moment at
 * which the token arrived. Auth sends the expiry by its own clock, so a device with a wrong clock would treat a new
 * session as expired, or an expired one as valid. Auth's client, the script in the page's head and `storedToken` all
 * compare with this device's clock. The answer also sets the server's time.
 */
export function byOwnClock(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, init)
    let text = await answer.text()
    try {
      const { expires_at: end, ...session }: Partial<Session> = JSON.parse(text)
      // Other answers with an expiry, such as an MFA challenge, contain no lifetime.
      if (end && session.expires_in) {
        learnServerTime((end - session.expires_in) * 1000)
        text = JSON.stringify(session)
      }
    } catch {
      // An answer without a JSON body has no expiry.
    }
    return new Response(text || null, answer)
  }
}
