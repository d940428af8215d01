import type { AuthClient } from '@supabase/auth-js'
import { DataError } from '../errors'
import { logFailure, loggedFetch } from '../logs/log'
import { currentSession, isSessionEnded } from './current-session'
import { latestLeave } from './leaving'
import { takePrefetched } from './prefetched-reads'

type Auth = Pick<InstanceType<typeof AuthClient>, 'getSession' | 'refreshSession' | 'signOut'>

/**
 * Returns a fetch that sends requests as the signed-in person, with the project's key and the current access token, and
 * without a token for a visitor.
 *
 * If the server calls a token expired (401), the token is refreshed once and the request sent once more; requests that
 * fail at the same time share one refresh. If Auth does not answer, the request fails instead of going out as a
 * visitor, who would see empty results. Throws what fetch throws, and DataError `NETWORK` if Auth does not answer.
 *
 * Requests that the page's head has already sent are not sent again (`prefetchScript`).
 *
 * If Auth refuses the refresh, the session is over: after `onEnded` it is deleted in this and all other tabs, unless
 * the person is signing out here, in which case the refusal is only returned.
 *
 * A request that marks a notification as read outlives the page, because the same press may leave it. So does a request
 * with its own token, whose session may be gone. A hidden page may be about to close, so a small write is then sent
 * synchronously with the stored token (`storedToken`) and outlives the page.
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

/** Browsers let requests with 64 kB in total outlive a page; larger ones fail. */
const LONGEST_PARTING = 30_000

/** Browsers let only a few requests outlive the page, so only these do. */
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

/**
 * Returns a token other than `refused`; null if the session is over or the person has left. Throws if Auth does not
 * answer.
 */
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
    // Another tab may already have refreshed the token.
    const now = await heldToken(auth)
    if (now !== refused) return now
    await end()
    return null
  }
  const fresh = data.session?.access_token ?? (await heldToken(auth))
  // A refusal that Auth has not confirmed says nothing about the session.
  if (fresh === refused) throw new DataError({ code: 'NETWORK' })
  return fresh
}

async function heldToken(auth: Auth): Promise<string | null> {
  return (await auth.getSession()).data.session?.access_token ?? null
}

/** Auth keeps a refused session until its token expires, which would show an error all that time. */
async function putAway(auth: Auth, onEnded: (() => unknown) | undefined): Promise<void> {
  try {
    await onEnded?.()
  } catch {
    // A failed message must not prevent the end of the session.
  }
  await auth.signOut({ scope: 'local' }).catch(() => undefined)
}
