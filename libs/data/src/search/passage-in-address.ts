/**
 * The parameter that names a passage in the address of a lesson. The browser's own `#:~:text=` does not work: the
 * browser searches before the text has loaded, hides the passage from the page's code, and a sign-in loses it.
 */
export const PASSAGE_PARAM = 'passage'

/** Returns the passage from the query string of an address; null if there is none. */
export function passageInAddress(search: string): string | null {
  return new URLSearchParams(search).get(PASSAGE_PARAM) || null
}

/**
 * Matches letters of scripts without spaces, or with endings attached to words. In such scripts, a search finds text
 * inside a sequence of letters (rules/learning#search-in-runs).
 */
export const IN_RUNS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}]/u
