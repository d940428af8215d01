import type { AuthContext, Call } from './context'

/**
 * Returns the redirect target of a link: the requested `redirect_to`, if the allow list of config.toml
 * contains it, or else the site. GoTrue allows every address on the site's host, and with it a query of the
 * caller next to the session that it adds.
 */
export function redirectTarget(ctx: AuthContext, call: Call): string {
  const inBody = call.body.redirect_to
  const wanted = call.query.get('redirect_to') || (typeof inBody === 'string' ? inBody : '')
  return isAllowed(wanted, ctx.config.redirectUrls) ? wanted : ctx.siteUrl
}

/**
 * Whether a link may lead to this address.
 * @param patterns as in config.toml: `*` matches anything but `.` and `/`, `**` anything, `?` one character
 * that `*` matches
 */
export function isAllowed(address: string, patterns: string[]): boolean {
  // Browsers remove control characters and read a backslash as a slash, so that they would open another
  // address than the checked one.
  if (address === '' || /[\s\\]/.test(address) || hasControl(address)) return false
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  return patterns.some((pattern) => globToRegExp(pattern).test(address))
}

/** Returns the link of a mail, which Auth verifies before it redirects to `redirectTo`. */
export function confirmationUrl(
  ctx: AuthContext,
  type: string,
  tokenHash: string,
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo })
  return `${ctx.authUrl}/verify?${query}`
}

/** Returns `target` with `values` in its query, its fragment, or both. */
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
