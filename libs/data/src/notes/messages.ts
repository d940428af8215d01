/** Said when two devices changed one note (rules/learning#notes). */
export const BOTH_KEPT = 'This note was changed on another device too. Both texts are kept.'

/** Said when the browser's storage takes no more. */
export const KEPT_IN_PAGE =
  'This browser has no room left. The note is kept only as long as this page is open: leave it open until the note is saved.'

/** The server's refusal of a note, where it says no more. */
export const NOT_SAVED = 'This note could not be saved.'
