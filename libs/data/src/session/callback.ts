import { AUTH_PARAMETERS, HIDDEN_SECRET, isUnder, removeSecrets } from './return-path'

/** The two screens that mails lead back to, and the only ones that config.toml allows. */
export const LOGIN = '/login'
const RESET = '/reset-password'

/** Their links have a `token` that is not one of Auth's, and is needed by their screens. */
const INVITES = ['/signup', '/join', '/accept-invite']

/** What a link of a mail brought along in the address. */
export type Callback =
  /** To be exchanged in the browser that asked for the mail (PKCE). */
  | { kind: 'code'; code: string }
  /** A session of type recovery, as Supabase puts it into the fragment. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  /** Of our own recovery mail; to be redeemed when the person asks for it. */
  | { kind: 'hash'; tokenHash: string }
  /** A link that is used up, too old or of another sort. */
  | { kind: 'refused' }

interface Arrival {
  callback: Callback | null
  /** Path, query and fragment without anything secret: what the address bar is to show. */
  path: string
}

const ERRORS = ['error', 'error_code', 'error_description']

/**
 * In: the address that a visit began with. Out: what a mail's link brought, and the address without
 * it. Only `/login` and `/reset-password` listen, and only the latter takes a session from a
 * fragment, of type recovery alone: anywhere else a session in an address would be a stranger's way
 * of signing a person in, and is dropped.
 */
export function readCallback(href: string): Arrival {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const callback = find(url, fragment)

  if (AUTH_PARAMETERS.some((name) => fragment.get(name)) || HIDDEN_SECRET.test(url.hash)) {
    url.hash = ''
  }
  const links = INVITES.includes(url.pathname) ? [] : ['token', 'type']
  removeSecrets(url, [...AUTH_PARAMETERS, ...links])
  if (isUnder(url.pathname, RESET)) url.pathname = RESET
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
