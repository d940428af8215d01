/** Where recent searches are kept, one entry a person. */
export const SEARCHES_KEY = 'rookies-searches:'

/** Forgets all people's: at sign-out, for the next person at this browser. */
export function forgetSearches(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(SEARCHES_KEY)) localStorage.removeItem(key)
    }
  } catch {
    // Without storage nothing was kept.
  }
}
