import type { DataClient } from '../client'

type Auth = Pick<DataClient['auth'], 'getSession'>

const leaves = new WeakMap<Auth, Promise<unknown>>()

/**
 * Runs `end`, which ends the session of `auth` at the person's request. Refusals that follow from it are not reported
 * (rules/access#leaving). Returns and throws the same as `end`.
 */
export function leave<T>(auth: Auth, end: () => Promise<T>): Promise<T> {
  const ended = end()
  leaves.set(
    auth,
    ended.catch(() => undefined),
  )
  return ended
}

/** Returns a promise that settles when the last `leave` of `auth` in this tab is over; undefined if there was none. */
export const latestLeave = (auth: Auth) => leaves.get(auth)
