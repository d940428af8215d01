/**
 * The parameter of a lesson's address that names a passage. The browser's own `#:~:text=` does not work, because a
 * browser searches before the text has loaded, hides it from the page, and loses it in a sign-in.
 */
export const PASSAGE_PARAM = 'passage'

/** Returns the passage in an address's query, or null. */
export function passageInAddress(search: string): string | null {
  return new URLSearchParams(search).get(PASSAGE_PARAM) || null
}

/**
 * Matches letters of scripts that write without spaces, or whose words have endings (rules/learning#search-in-runs).
 */
export const IN_RUNS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}]/u
