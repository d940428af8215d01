import type { DataClient } from '@rookies/data/client'
import { logUncaughtErrors } from '@rookies/data/logs/log-store'
import type { QueryClient } from '@tanstack/react-query'
import { keepFocus } from '../shared/keep-focus'

/** Starts everything that no screen waits for: focus handling, error logs, and the offline cache. */
export async function startAfterPaint(client: DataClient, queries: QueryClient): Promise<void> {
  keepFocus()
  logUncaughtErrors('learner portal')
  const { prepareOffline } = await import('./prepare-offline')
  prepareOffline(client, queries)
}
