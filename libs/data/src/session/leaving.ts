import type { DataClient } from '../client'

type Auth = Pick<DataClient['auth'], 'getSession'>

const leaves = new WeakMap<Auth, Promise<unknown>>()

/**
 * Ends the session of `auth` by `end` because its person wants it. What the server refuses from then on is no news
 * to them (rules/access#leaving). Out and throws: as `end` does.
 */
export function leave<T>(auth: Auth, end: () => Promise<T>): Promise<T> {
  const ended = end()
  leaves.set(
    auth,
    ended.catch(() => undefined),
  )
  return ended
}

/** How `auth` was left last in this tab: settles when that is over, whatever became of it; undefined if it never was. */
export const latestLeave = (auth: Auth) => leaves.get(auth)
