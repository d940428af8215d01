let due = false

/**
 * Says that the page is about to be left for signing in again. Nobody is asked then, because nothing could be saved and
 * forms keep what was typed (rules/interface#nothing-lost).
 */
export function setSignInDue(): void {
  due = true
}

export const isSignInDue = () => due
