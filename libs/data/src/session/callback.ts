import { AUTH_PARAMETERS, HIDDEN_SECRET, removeSecrets } from './return-path'

/**
 * The sign-in screen, to which links of Auth lead. config.toml allows no other targets than this and the reset screen.
 */
export const LOGIN = '/login'
const RESET = '/reset-password'

/** Matches the screens to which links in our own mails lead, with a token hash at the end of the path. */
const HASHED = /^(\/reset-password|\/confirm-email)(?:\/(.*))?$/

/** The link in the mail of an invite leads to `/invite/{token}`, with a proof in the fragment. */
const INVITE = '/invite/'

/** Screens whose own links have a parameter `token` that does not come from Auth. It must stay in the address. */
const INVITES = ['/signup', '/join', '/accept-invite']

/** The content of a link from a mail. */
export type Callback =
  /** A PKCE code. It can be exchanged only in the browser that requested the mail. */
  | { kind: 'code'; code: string }
  /** A session of type recovery, which Supabase puts into the fragment. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  /** The token hash in our own recovery or confirmation mail. It is used when the person presses a button. */
  | { kind: 'hash'; tokenHash: string }
  /** The link was used before, has expired, or is of another kind. */
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
  /** Path, query and fragment without secrets, which replace the address. */
  path: string
}

const ERRORS = ['error', 'error_code', 'error_description']

/**
 * Returns the content of a link from a mail, and the address without it. Only `/login`, `/reset-password`,
 * `/confirm-email` and the screen of an invite accept a link, and only `/reset-password` accepts a session from a
 * fragment, if its type is recovery. Any other session in an address is dropped, because a stranger could use it to
 * sign the person in to another account.
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

/** Decodes a part of an address. An invalid text is returned as a hash that no link has. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
