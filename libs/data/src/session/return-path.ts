const ELSEWHERE = 'http://origin.invalid'

/** Screens that lead to signing in: coming back to one after signing in would be a circle. */
const ENTRANCES = ['/login', '/signup', '/forgot-password', '/reset-password', '/auth']

/** Parameters with which Auth comes back, in a query or in a fragment: none stays in an address. */
export const AUTH_PARAMETERS = [
  ...['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token', 'id_token'],
  ...['code', 'token_hash', 'token_type', 'expires_in', 'expires_at'],
  ...['error', 'error_code', 'error_description'],
] as const

/** Of links of Auth, too. An invite has one of these names, on its own screens. */
const LINK_PARAMETERS = ['token', 'type']

/** The value of a secret, however often its equals sign was encoded. */
export const HIDDEN_SECRET = /(?:_token|token_hash)(?:=|%(?:25)*3d)/i

/**
 * The path to come back to, if it is one: starts with a single `/`, stays on this origin and is not
 * itself a way in. Out: path and query as the browser would read them, without anything that Auth may
 * have put there, or null. Throws nothing, whatever it is given.
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
  // Tabs and line breaks are dropped by the parser, dots are resolved: look again at what came out.
  if (url.origin !== ELSEWHERE || path.startsWith('//') || HIDDEN_SECRET.test(path)) return null
  if (ENTRANCES.some((entrance) => isUnder(url.pathname, entrance))) return null
  return path
}

/** Takes these parameters out of the query, and secrets out of the ways back that stand in it. */
export function removeSecrets({ searchParams }: URL, names: readonly string[]): void {
  // A type beside a secret is Auth's; by itself it is a filter of ours.
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

/** Whether a path is a screen or lies below it: `/admin` and `/admin/courses`, not `/administer`. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}

/** Where to sign in, and come back from: what a guard hands the browser. */
export function loginPath(from: string | null | undefined): string {
  const path = safeReturnPath(from)
  return path === null || path === '/' ? '/login' : `/login?from=${encodeURIComponent(path)}`
}
