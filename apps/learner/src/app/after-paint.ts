import { watchAccount } from '@rookies/data/access/watch-account'
import type { DataClient } from '@rookies/data/client'
import { logUncaughtErrors } from '@rookies/data/logs/log-store'
import type { QueryClient } from '@tanstack/react-query'
import { keepFocus } from '../shared/keep-focus'

/** Starts everything that no screen waits for: focus handling, error logs, the account's state, the offline cache. */
export async function startAfterPaint(client: DataClient, queries: QueryClient): Promise<void> {
  keepFocus()
  watchAccount(client, queries)
  logUncaughtErrors('learner portal')
  const { prepareOffline } = await import('./prepare-offline')
  prepareOffline(client, queries)
}
