/** Where recent searches are kept in this browser, one entry a person. */
export const SEARCHES_KEY = 'rookies-searches:'
/** And how far they have read in which lesson. */
export const READING_KEY = 'rookies-reading:'

/** Forgets both, of all people: at sign-out, for the next person at this browser. */
export function forgetKept(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(SEARCHES_KEY) || key.startsWith(READING_KEY)) localStorage.removeItem(key)
    }
  } catch {
    // Without storage nothing was kept.
  }
}
