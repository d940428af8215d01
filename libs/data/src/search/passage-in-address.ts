/**
 * The part of a lesson's address that names a passage of it. Not the browser's own `#:~:text=`: a browser looks for
 * that before the text is there, hides it from the page, and a way through the sign-in loses it.
 */
export const PASSAGE_PARAM = 'passage'

/** In: an address's part from `?` on. Out: the passage that it names, or null. */
export function passageInAddress(search: string): string | null {
  return new URLSearchParams(search).get(PASSAGE_PARAM) || null
}

/** A letter of a script whose words stand in runs, or have endings (rules/learning#search-in-runs). */
export const IN_RUNS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}]/u
