/** The browser's database of what one person has read, for when there is no connection. */
export const KEPT_DATABASE = 'rookies-kept'

/**
 * Forgets what is kept on this device, whoever's it is (rules/data#kept). Asked for at once, and done even
 * when the page is left in the next moment. Throws nothing.
 */
export function forgetAnswers(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(KEPT_DATABASE)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
