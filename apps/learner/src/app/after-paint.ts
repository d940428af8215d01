import type { DataClient } from '@rookies/data/client'
import { logUncaughtErrors } from '@rookies/data/logs/log-store'
import type { QueryClient } from '@tanstack/react-query'
import { keepFocus } from '../shared/keep-focus'

/** What nothing on screen waits for: for people who use the keyboard, for the logs, and for a day without a connection. */
export async function beginAfterPaint(client: DataClient, queries: QueryClient): Promise<void> {
  keepFocus()
  logUncaughtErrors('learner portal')
  const { getOfflineReady } = await import('./offline-ready')
  getOfflineReady(client, queries)
}
