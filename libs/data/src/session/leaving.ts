import type { DataClient } from '../client'

type Auth = Pick<DataClient['auth'], 'getSession'>

const leaves = new WeakMap<Auth, Promise<unknown>>()

/**
 * Calls `end`, with which the person ends the session of `auth`. Requests that are refused because of that are not
 * reported (rules/access#leaving). Returns the result of `end` and throws its errors.
 */
export function leave<T>(auth: Auth, end: () => Promise<T>): Promise<T> {
  const ended = end()
  leaves.set(
    auth,
    ended.catch(() => undefined),
  )
  return ended
}

/**
 * Returns a promise that settles when the last `leave` of `auth` in this tab has finished; undefined if there was none.
 */
export const latestLeave = (auth: Auth) => leaves.get(auth)
