import { isUnder } from '../access/return-path'

/** The two screens that mails lead back to (decisions §10). */
const LOGIN = '/login'
const RESET = '/reset-password'

/** What a link of a mail brought along in the address. */
export type Callback =
  /** To be exchanged in the browser that asked for the mail (PKCE). */
  | { kind: 'code'; code: string }
  /** A session of type recovery, as Supabase puts it into the fragment. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  /** Of our own recovery mail; to be redeemed when somebody asks for it. */
  | { kind: 'hash'; tokenHash: string }
  /** A link that is used up, too old or of another sort. */
  | { kind: 'refused' }

interface Arrival {
  callback: Callback | null
  /** Path, query and fragment without anything secret: what the address bar is to show. */
  path: string
}

/** Parameters with which Auth comes back; none of them stays in an address. */
const SECRETS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']
const ERRORS = ['error', 'error_code', 'error_description']

/**
 * In: the address that a visit began with. Out: what a mail's link brought, and the address without
 * it. Only `/login` and `/reset-password` listen, and only the latter takes a session from a
 * fragment, of type recovery alone: anywhere else a session in an address would be somebody else's
 * way of signing a person in, and is dropped (decisions §4 and §10).
 */
export function readCallback(href: string): Arrival {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const callback = find(url, fragment)

  if (callback || SECRETS.some((name) => fragment.has(name))) {
    url.hash = ''
    for (const name of ['code', ...ERRORS]) url.searchParams.delete(name)
    if (isUnder(url.pathname, RESET)) url.pathname = RESET
  }
  return { callback, path: url.pathname + url.search + url.hash }
}

function find(url: URL, fragment: URLSearchParams): Callback | null {
  const resetting = isUnder(url.pathname, RESET)
  if (!resetting && url.pathname !== LOGIN) return null

  const accessToken = fragment.get('access_token')
  const refreshToken = fragment.get('refresh_token')
  if (resetting && (accessToken || refreshToken)) {
    const whole = accessToken && refreshToken && fragment.get('type') === 'recovery'
    return whole ? { kind: 'tokens', accessToken, refreshToken } : { kind: 'refused' }
  }
  if (ERRORS.some((name) => fragment.has(name) || url.searchParams.has(name))) {
    return { kind: 'refused' }
  }
  const code = url.searchParams.get('code')
  if (code) return { kind: 'code', code }
  const tokenHash = url.pathname.slice(RESET.length + 1)
  return resetting && tokenHash ? { kind: 'hash', tokenHash: decode(tokenHash) } : null
}

/** A path that is no proper escape is an unknown hash, and no exception. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
