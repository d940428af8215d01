import type { Session } from '@supabase/auth-js'
import type { Json } from '../database.gen'
import { object } from '../json'
import { learnServerTime } from '../server-clock'
import { isSessionEnded } from './current-session'

/** How often a new token is asked for, how long after one another, and when waiting ends. */
const TRIES = 3
const APART_MS = 1_000
const LONGEST_MS = 4_000

/** So long a silence answers the next callers too: all wait for Auth's client to start, and ask then. */
const SHARED_MS = 3_000

let silence: { token: string; until: number } | null = null

/** The next renewal asks, however lately Auth was silent. */
export function resetRenewal(): void {
  silence = null
}

interface Renewal {
  ask: typeof fetch
  /** The session as it is stored, or null. */
  stored: () => Promise<string | null>
}

/**
 * A fetch for Auth's client under which a session is renewed within four seconds or left as it is: three
 * tries, a second apart, of which the first answer counts. An answer is a new session, or Auth's word
 * that there is none any more; a server in trouble, a gateway's page and half an answer are silence.
 *
 * After silence Auth's client is given the session that it has. Any error would make it go on for half a
 * minute, remember the failure for another, or throw the session away. A caller that reads the session sees
 * that it has run out: see `currentSession`.
 */
export function boundedRenewal({ ask, stored }: Renewal): typeof fetch {
  return async (input, init) => {
    const token = String(input).endsWith('/token?grant_type=refresh_token')
      ? tokenIn(init?.body)
      : null
    if (token === null || tokenIn(await stored()) !== token) return ask(input, init)
    // Certainly no connection: no try would find one, and the next caller may have it again.
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
    return judged(await send(done.signal))
  })
  const first = await Promise.race([Promise.any(tries).catch(() => null), late])
  clearTimeout(bell)
  done.abort()
  return first
}

/** The same answer, if it is one of Auth's. Throws for everything else. */
async function judged(answer: Response): Promise<Response> {
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
