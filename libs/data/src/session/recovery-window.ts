/** How long a reset link opens the form for (rules/accounts#reset). */
export const RECOVERY_MS = 900_000

const FLAG = 'rookies-recovery'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Writes down, for this tab, that a reset link was opened at `now` (ms). */
export function startRecovery(store: Store, now: number): void {
  store.setItem(FLAG, String(now))
}

/**
 * Milliseconds that the reset opened in this tab still lasts at `now`: 0 when it has run out, null
 * when none was opened. A flag from the future, or one that is no number, has run out.
 */
export function recoveryLeft(store: Store, now: number): number | null {
  const flag = store.getItem(FLAG)
  if (flag === null) return null
  const age = now - Number(flag)
  return age >= 0 && age < RECOVERY_MS ? RECOVERY_MS - age : 0
}

const LINK = 'rookies-reset-link'

/**
 * Keeps the hash of a reset link for this tab until it is redeemed: it is taken out of the address at
 * once, and a reload must not lose it.
 */
export function saveRecoveryLink(store: Store, tokenHash: string): void {
  store.setItem(LINK, tokenHash)
}

/** The hash that waits in this tab, or null. */
export function savedRecoveryLink(store: Store): string | null {
  return store.getItem(LINK)
}

/** Forgets the link of this tab that was not used yet. */
export function clearRecoveryLink(store: Store): void {
  store.removeItem(LINK)
}

/** Forgets the reset of this tab. */
export function endRecovery(store: Store): void {
  store.removeItem(FLAG)
}
