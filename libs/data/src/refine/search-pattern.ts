/** The longest search text that is sent; titles are shorter. */
const SEARCH_MAX = 100

/**
 * Escapes typed text for use between two `%` of an `ilike`: its `%`, `_` and `\` match themselves. PostgREST reads `*`
 * as `%` and has no escape for it, so `*` becomes a pattern for any single character.
 */
export function likePattern(typed: string): string {
  return typed
    .slice(0, SEARCH_MAX)
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')
}

/** Escapes typed text for the double quotes of PostgREST's `or=(…)`, where `"` and `\` also need a backslash. */
export function quotedLikePattern(typed: string): string {
  return likePattern(typed).replace(/[\\"]/g, '\\$&')
}
