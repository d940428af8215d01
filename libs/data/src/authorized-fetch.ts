import type { AuthClient } from '@supabase/auth-js'
import { DataError } from './errors'
import { logFailure, loggedFetch } from './logs/log'
import { takePrefetched } from './prefetch/prefetched-reads'
import { currentSession, isSessionEnded } from './session/current-session'
import { latestLeave } from './session/leaving'

type Auth = Pick<InstanceType<typeof AuthClient>, 'getSession' | 'refreshSession' | 'signOut'>

/**
 * A fetch that speaks as the signed-in person: adds the project's key and the current access token,
 * and no token without one.
 *
 * A token that the server calls expired (401) is refreshed once and the request sent once more;
 * requests that meet the same 401 share one refresh. When the session cannot be renewed because Auth
 * does not answer, the request fails instead of going out as a visitor, whose answers look like
 * emptiness. Throws what fetch throws, and DataError `NETWORK` for that silence.
 *
 * What the page's head has asked for already is not asked for twice (`prefetchScript`).
 *
 * When Auth refuses that refresh, the session is over, however long its token would have lasted: it is
 * put away, here and in the other tabs, after `onEnded`; unless the person is signing out here: then it is no
 * news, and what was refused is answered so afterwards.
 *
 * What marks a notification as read outlives the page: the press that does so may lead away from it.
 * A request that brings its own token keeps it and outlives the page too: it speaks for a session that may
 * be gone. A hidden page may be about to be closed: a small write then goes out before this returns, with the
 * token that storage holds (`storedToken`), and outlives the page.
 */
export function createAuthorizedFetch(
  auth: Auth,
  key: string,
  storedToken: () => string | null,
  onEnded?: () => unknown,
): typeof fetch {
  let ending: Promise<unknown> | undefined
  const end = () => {
    ending ??= putAway(auth, onEnded).finally(() => {
      ending = undefined
    })
    return ending
  }
  return async (input, given) => {
    const init = leadsAway(input) ? { ...given, keepalive: true } : given
    const own = new Headers(init?.headers).get('Authorization')?.replace('Bearer ', '')
    if (own) return send(input, { ...init, keepalive: true }, key, own)
    const parting = isParting(init) ? storedToken() : null
    if (parting !== null) return send(input, { ...init, keepalive: true }, key, parting)
    const token = await currentToken(auth)
    const early = token !== null && init?.method === 'GET' && takePrefetched(String(input), token)
    const first = await early
    const answer = await (first
      ? logFailure(input, init, async () => first)
      : send(input, init, key, token))
    if (answer.status !== 401 || token === null) return answer
    const fresh = await tokenAfter(auth, token, end)
    return fresh === null ? answer : send(input, init, key, fresh)
  }
}

/** Browsers let 64 kB outlive a page, for all its requests together; beyond that a request fails. */
const LONGEST_PARTING = 30_000

/** All others would stay alive in vain, and browsers let few do so. */
const leadsAway = (input: Parameters<typeof fetch>[0]) =>
  String(input).endsWith('/rpc/mark_notification_read')

function isParting(init: RequestInit | undefined): boolean {
  return (
    globalThis.document?.visibilityState === 'hidden' &&
    typeof init?.body === 'string' &&
    init.body.length < LONGEST_PARTING
  )
}

function send(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  key: string,
  token: string | null,
): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('apikey', key)
  headers.set('Authorization', `Bearer ${token ?? key}`)
  return loggedFetch(input, { ...init, headers })
}

async function currentToken(auth: Auth): Promise<string | null> {
  return (await currentSession(auth))?.access_token ?? null
}

/** A token other than `refused`, or null when the session is over or its person has left. Throws when Auth does not answer. */
async function tokenAfter(
  auth: Auth,
  refused: string,
  end: () => Promise<unknown>,
): Promise<string | null> {
  const leave = latestLeave(auth)
  await leave
  const held = await heldToken(auth)
  if (held !== refused && (held !== null || leave)) return held
  const { data, error } = await auth.refreshSession()
  if (error && isSessionEnded(error)) {
    // Another tab may have been quicker, and has a good one.
    const now = await heldToken(auth)
    if (now !== refused) return now
    await end()
    return null
  }
  const fresh = data.session?.access_token ?? (await heldToken(auth))
  // A refusal that Auth has not confirmed says nothing of the session.
  if (fresh === refused) throw new DataError({ code: 'NETWORK' })
  return fresh
}

async function heldToken(auth: Auth): Promise<string | null> {
  return (await auth.getSession()).data.session?.access_token ?? null
}

/** Auth keeps a refused session until its token runs out; on screen that is an error without end. */
async function putAway(auth: Auth, onEnded: (() => unknown) | undefined): Promise<void> {
  try {
    await onEnded?.()
  } catch {
    // What there is to say about it matters less than the end itself.
  }
  await auth.signOut({ scope: 'local' }).catch(() => undefined)
}
