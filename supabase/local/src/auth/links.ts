import type { AuthContext, Call } from './context'

/**
 * Where a link may lead back to: what the caller asked for (`redirect_to`), when it is on the allow list
 * of config.toml; the site itself otherwise. GoTrue allows every address of the site's host besides, and
 * with it a query of the caller's around the session that it adds.
 */
export function redirectTarget(ctx: AuthContext, call: Call): string {
  const inBody = call.body.redirect_to
  const wanted = call.query.get('redirect_to') || (typeof inBody === 'string' ? inBody : '')
  return isAllowed(wanted, ctx.config.redirectUrls) ? wanted : ctx.siteUrl
}

/**
 * True for an address that a link may lead to.
 * @param patterns as config.toml has them: `*` is anything but `.` and `/`, `**` anything, `?` one of
 * what `*` takes.
 */
export function isAllowed(address: string, patterns: string[]): boolean {
  // Browsers drop control characters and read a backslash as a slash: what we judged would not be
  // what they open.
  if (address === '' || /[\s\\]/.test(address) || hasControl(address)) return false
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  return patterns.some((pattern) => globToRegExp(pattern).test(address))
}

/** The link of a mail: opens here, then goes on to `redirectTo`. */
export function confirmationUrl(
  ctx: AuthContext,
  type: string,
  tokenHash: string,
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo })
  return `${ctx.authUrl}/verify?${query}`
}

/** `target` with `values` in its query, its fragment, or both. */
export function withParameters(
  target: string,
  values: Record<string, string>,
  where: { query?: boolean; fragment?: boolean },
): string {
  const url = new URL(target)
  if (where.query) {
    for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
  }
  if (where.fragment) url.hash = new URLSearchParams(values).toString()
  return url.toString()
}

function globToRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return `\\${part}`
  })
  return new RegExp(`^${source}$`)
}

function hasControl(text: string): boolean {
  for (const char of text) if (char < ' ' || char === '\u007f') return true
  return false
}
