import type { QueryClient } from '@tanstack/react-query'
import { localStore, tabStore } from '../device/store'
import { currentUserId } from '../session/current-user'

/**
 * Returns whether this device or tab has something of the signed-in person that the server may not have: queued
 * changes, notes or drafts, also drafts of the back-office. It only looks at the keys in the storage, so that the code
 * of the queues is loaded only if it is needed.
 */
export function hasUnsent(queries: QueryClient): boolean {
  const person = currentUserId(queries)
  const keys = new RegExp(`^rookies-(?:outbox|notes|(?:\\w+-)?draft):${person}:`)
  return (
    person !== undefined &&
    [localStore, tabStore].some((store) => store.keys().some((key) => keys.test(key)))
  )
}
