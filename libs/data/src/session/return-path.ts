import { localStore } from '../device/store'

const ELSEWHERE = 'http://origin.invalid'

/** The screens for signing in. They cannot be the destination after signing in. */
const ENTRANCES = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/auth',
]

/** Parameters that Auth and links in mails add to an address. They are removed from every address. */
export const AUTH_PARAMETERS = [
  ...['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token', 'id_token'],
  ...['code', 'token_hash', 'token_type', 'expires_in', 'expires_at'],
  ...['error', 'error_code', 'error_description'],
  // The proof in the link of an invite's mail.
  'proof',
] as const

/** Parameters that links of Auth have. Screens of invites have parameters with the same names. */
const LINK_PARAMETERS = ['token', 'type']

/** Matches a secret in an encoded address, however often the address was encoded. */
export const HIDDEN_SECRET = /(?:_token|token_hash)(?:=|%(?:25)*3d)/i

/**
 * Returns the destination after signing in if it is valid: it begins with a single `/`, stays on this origin, and is
 * not a sign-in screen. The result is the path and the query as a browser parses them, without the parameters of Auth;
 * null for an invalid value. Never throws.
 */
export function safeReturnPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || /^\/[/\\]/.test(value)) return null
  let url: URL
  try {
    url = new URL(value, ELSEWHERE)
  } catch {
    return null
  }
  removeSecrets(url, [...AUTH_PARAMETERS, ...LINK_PARAMETERS])
  const path = url.pathname + url.search
  // The parser removes tabs and line breaks and resolves dots, so its result must be checked too.
  if (url.origin !== ELSEWHERE || path.startsWith('//') || HIDDEN_SECRET.test(path)) return null
  if (ENTRANCES.some((entrance) => isUnder(url.pathname, entrance))) return null
  return path
}

/** Removes parameters from the query of an address, and secrets from the return paths in the query. */
export function removeSecrets({ searchParams }: URL, names: readonly string[]): void {
  // A `type` without a secret is the filter of a list and stays.
  const ofAuth = names.some((name) => name !== 'type' && searchParams.has(name))
  for (const [name, value] of [...searchParams]) {
    const clean = name === 'from' && value.startsWith('/') ? safeReturnPath(value) : value
    const dropped = names.includes(name) && (name !== 'type' || ofAuth)
    if (dropped || clean === null || HIDDEN_SECRET.test(clean)) {
      searchParams.delete(name)
    } else if (clean !== value) {
      searchParams.set(name, clean)
    }
  }
}

/** Returns whether a path is a screen or below it: `/admin` and `/admin/courses`, but not `/administer`. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}

/** Returns the path of the sign-in screen that leads back to `from`. */
export function loginPath(from: string | null | undefined): string {
  const path = safeReturnPath(from)
  return path === null || path === '/' ? '/login' : `/login?from=${encodeURIComponent(path)}`
}

const KEY = 'rookies-way-back'

/** How long a destination is stored, in milliseconds; links in mails are valid for the same time. */
const KEPT_MS = 3_600_000

/**
 * Stores in this browser where a person wanted to go before a mail was requested. The link in the mail leads to the
 * sign-in screen, and Auth must not learn the destination. Other tabs of this browser can read it. Without a storage,
 * the person goes to the first page.
 */
export function saveReturnPath(from: string | null | undefined, now: number): void {
  const path = safeReturnPath(from)
  if (path === null) localStore.removeItem(KEY)
  else localStore.setItem(KEY, `${now} ${path}`)
}

/**
 * Returns the path of the sign-in screen with the stored destination, and deletes the destination. `now` is in
 * milliseconds.
 */
export function takeReturnPath(now: number): string {
  const [, since = '', path] = /^(\d+) (.*)$/.exec(localStore.getItem(KEY) ?? '') ?? []
  localStore.removeItem(KEY)
  const age = now - Number(since)
  return loginPath(age >= 0 && age < KEPT_MS ? path : null)
}
