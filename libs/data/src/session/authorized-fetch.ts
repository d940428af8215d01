import type { AuthClient } from '@supabase/auth-js'
import { DataError } from '../errors'
import { logFailure, loggedFetch } from '../logs/log'
import { currentSession, isSessionEnded } from './current-session'
import { latestLeave } from './leaving'
import { takePrefetched } from './prefetched-reads'

type Auth = Pick<InstanceType<typeof AuthClient>, 'getSession' | 'refreshSession' | 'signOut'>

/**
 * Returns a fetch that sends requests as the signed-in person, with the project's key and the access token, and without
 * a token for a visitor. If the server says that the token has expired (401), the token is refreshed and the request
 * sent again once; requests that are refused at the same time share the refresh. If Auth does not answer, the request
 * fails: sent as a visitor, it would return empty results. If Auth refuses the refresh, the session has ended: after
 * `onEnded` it is deleted in all tabs, unless the person is signing out here. Requests that the script in the page's
 * head has sent before are not sent again (`prefetchScript`). A request that marks a notification as read continues
 * after the page was closed, because the same click may leave the page; so does a request with its own token. On a
 * hidden page, which may be about to close, a small write is sent synchronously with the stored token (`storedToken`)
 * for the same reason. Throws the errors of fetch, and DataError `NETWORK` if Auth does not answer.
 */
export function createAuthorizedFetch(
  auth: Auth,
  key: string,
  storedToken: () => string | null,
  onEnded?: () => unknown,
): typeof fetch {
  let ending: Promise<unknown> | undefined
  const end = () => {
    ending ??= deleteSession(auth, onEnded).finally(() => {
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

/**
 * The maximum size of a request that continues after the page was closed. Browsers allow 64 kB for all these
 * requests together.
 */
const LONGEST_PARTING = 30_000

/** Returns whether a request may follow a click that leaves the page. Browsers let few requests outlive a page. */
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
 * Returns a token other than `refused`; null if the session has ended or the person has signed out. Throws if Auth does
 * not answer.
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
    // Another tab may have refreshed the token already.
    const now = await heldToken(auth)
    if (now !== refused) return now
    await end()
    return null
  }
  const fresh = data.session?.access_token ?? (await heldToken(auth))
  // Auth has not confirmed that the token is invalid, so the session may still be valid.
  if (fresh === refused) throw new DataError({ code: 'NETWORK' })
  return fresh
}

async function heldToken(auth: Auth): Promise<string | null> {
  return (await auth.getSession()).data.session?.access_token ?? null
}

/** Deletes a session that has ended. Auth's client would use its token, which fails, until the token expires. */
async function deleteSession(auth: Auth, onEnded: (() => unknown) | undefined): Promise<void> {
  try {
    await onEnded?.()
  } catch {
    // The session must be deleted even if `onEnded` fails.
  }
  await auth.signOut({ scope: 'local' }).catch(() => undefined)
}
