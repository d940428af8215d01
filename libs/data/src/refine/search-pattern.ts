/** Longest search text that is sent; more says nothing more about a title. */
const SEARCH_MAX = 100

/**
 * Typed text, ready to stand between two `%` of an `ilike`: its `%`, `_` and `\` mean
 * themselves. PostgREST reads `*` as `%` and knows no escape for it, so that one matches any single
 * character instead.
 */
export function likePattern(typed: string): string {
  return typed
    .slice(0, SEARCH_MAX)
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')
}

/** The same inside the double quotes of PostgREST's `or=(…)`, where `"` and `\` want a backslash. */
export function quotedLikePattern(typed: string): string {
  return likePattern(typed).replace(/[\\"]/g, '\\$&')
}
