let due = false

/**
 * Records that the page will be left for signing in again. Guards then ask nothing, because nothing could be saved
 * and forms store what was typed (rules/interface#nothing-lost).
 */
export function setSignInDue(): void {
  due = true
}

export const isSignInDue = () => due
