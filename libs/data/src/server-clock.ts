let ahead = 0

/**
 * Sets the server's time in milliseconds from an answer that has just arrived. A cached answer contains an old time and
 * must not be used (rules/interface#server-time).
 */
export function learnServerTime(now: number): void {
  ahead = Date.now() - now
}

/** Returns the server's time in milliseconds: this device's clock, corrected by the server's last answer. */
export const serverNow = () => Date.now() - ahead

/** Returns how far this device's clock is ahead of the server's, in milliseconds; negative if it is behind. */
export const clockAhead = () => ahead
