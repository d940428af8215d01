import type { DataClient } from '@rookies/data/client'
import { logUncaughtErrors } from '@rookies/data/logs/log-store'
import type { QueryClient } from '@tanstack/react-query'
import { keepFocus } from '../shared/keep-focus'

/** Starts everything that no screen waits for: focus handling, error logs, and the offline cache. */
export async function beginAfterPaint(client: DataClient, queries: QueryClient): Promise<void> {
  keepFocus()
  logUncaughtErrors('learner portal')
  const { getOfflineReady } = await import('./offline-ready')
  getOfflineReady(client, queries)
}
