import { AUTH_PARAMETERS, HIDDEN_SECRET, removeSecrets } from './return-path'

/** The two screens to which links of Auth lead, and the only ones that config.toml allows. */
export const LOGIN = '/login'
const RESET = '/reset-password'

/** The screens of our own mails, whose links have a token hash behind the path. */
const HASHED = /^(\/reset-password|\/confirm-email)(?:\/(.*))?$/

/** The link in an invite's mail leads to `/invite/{token}`, with the proof in the fragment. */
const INVITE = '/invite/'

/** The links of these screens have a `token` that is not Auth's and that the screens need. */
const INVITES = ['/signup', '/join', '/accept-invite']

/** The content of a mail's link. */
export type Callback =
  /** A PKCE code, which is exchanged in the browser that requested the mail. */
  | { kind: 'code'; code: string }
  /** A session of type recovery, which Supabase puts into the fragment. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  /** The token hash of our own recovery or confirmation mail; it is redeemed when the person presses a button. */
  | { kind: 'hash'; tokenHash: string }
  /** A link that is used up, expired or of another kind. */
  | { kind: 'refused' }

/** The proof in the link of an invite's mail (rules/invites#invite-proof). */
export interface InviteProof {
  /** The token of the invite. */
  token: string
  secret: string
}

interface Arrival {
  callback: Callback | null
  proof: InviteProof | null
  /** Path, query and fragment without secrets, for the address bar. */
  path: string
}

const ERRORS = ['error', 'error_code', 'error_description']

/**
 * Returns the content of a mail's link, and the address without it. Only `/login`, `/reset-password`,
 * `/confirm-email` and the screen of an invite accept a link, and only the second accepts a session from a fragment, of type recovery alone. Elsewhere a session in an address is
 * dropped, because a stranger could use it to sign a person in to another account.
 */
export function readCallback(href: string): Arrival {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const callback = find(url, fragment)
  const secret = url.pathname.startsWith(INVITE) && fragment.get('proof')
  const proof = secret ? { token: url.pathname.slice(INVITE.length), secret } : null

  if (AUTH_PARAMETERS.some((name) => fragment.get(name)) || HIDDEN_SECRET.test(url.hash)) {
    url.hash = ''
  }
  const links = INVITES.includes(url.pathname) ? [] : ['token', 'type']
  removeSecrets(url, [...AUTH_PARAMETERS, ...links])
  url.pathname = url.pathname.replace(HASHED, '$1')
  return { callback, proof, path: url.pathname + url.search + url.hash }
}

function find(url: URL, fragment: URLSearchParams): Callback | null {
  const [, screen, hash] = HASHED.exec(url.pathname) ?? []
  if (!screen && url.pathname !== LOGIN) return null
  const resetting = screen === RESET

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
  return hash ? { kind: 'hash', tokenHash: decode(hash) } : null
}

/** An invalid escape makes an unknown hash instead of an exception. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
