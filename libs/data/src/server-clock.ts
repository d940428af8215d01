let ahead = 0

/**
 * Takes the server's time in milliseconds, as an answer that came just now tells it. An answer that was kept tells
 * the time of its making, and must not be given (rules/interface#server-time).
 */
export function learnServerTime(now: number): void {
  ahead = Date.now() - now
}

/** What time it is at the server, in milliseconds: by this device's clock, put right by what the server last told. */
export const serverNow = () => Date.now() - ahead

/** How far this device's clock goes ahead of the server's, in milliseconds; negative behind it. */
export const clockAhead = () => ahead
