/** Matches characters that are invisible, change the direction of text, or are not assigned. */
export const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u061C\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/u

/** Returns a path without invisible characters. */
export function printablePath(path: string): string {
  return path.replace(new RegExp(UNPRINTABLE, 'gu'), '\uFFFD').slice(0, 300)
}
