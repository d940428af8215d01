const ELSEWHERE = 'http://origin.invalid'

/** Screens that lead to signing in: coming back to one after signing in would be a circle. */
const ENTRANCES = ['/login', '/signup', '/forgot-password', '/reset-password', '/auth']

/**
 * The path to come back to, if it is one: starts with a single `/`, stays on this origin and is not
 * itself a way in (decisions §3 and §4). Out: path, query and fragment as the browser would read
 * them, or null. Throws nothing, whatever it is given.
 */
export function safeReturnPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || /^\/[/\\]/.test(value)) return null
  let url: URL
  try {
    url = new URL(value, ELSEWHERE)
  } catch {
    return null
  }
  const path = url.pathname + url.search + url.hash
  // Tabs and line breaks are dropped by the parser, dots are resolved: look again at what came out.
  if (url.origin !== ELSEWHERE || path.startsWith('//')) return null
  if (ENTRANCES.some((entrance) => isUnder(url.pathname, entrance))) return null
  return path
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
