import { watchAccount } from '@rookies/data/access/watch-account'
import type { DataClient } from '@rookies/data/client'
import { logUncaughtErrors } from '@rookies/data/logs/log-store'
import { watchOutage } from '@rookies/data/outage/watch-outage'
import { watchSlowQueries } from '@rookies/data/watch-slow-queries'
import type { QueryClient } from '@tanstack/react-query'
import { keepFocus } from '../shared/keep-focus'
import { dismissToast, showToast } from '../ui/toast-store'
import { describeApp } from './describe-app'

/**
 * Starts what can wait until the first screen is painted: focus handling, error logs, watching the account's state and
 * the connection, the installed app, the offline cache, and the time zone.
 */
export async function startAfterPaint(client: DataClient, queries: QueryClient): Promise<void> {
  keepFocus()
  watchAccount(client, queries)
  watchOutage(client, queries)
  sayWhatTakesLong(queries)
  logUncaughtErrors('learner portal')
  void describeApp(client, queries)
  const { prepareOffline } = await import('./prepare-offline')
  prepareOffline(client, queries)
  const { noteZone } = await import('@rookies/data/account/note-zone')
  noteZone(client, queries)
}

function sayWhatTakesLong(queries: QueryClient): void {
  let toast: number | null = null
  const onSettled = () => {
    if (toast !== null) dismissToast(toast)
  }
  watchSlowQueries(queries, {
    onSettled,
    onSlow: (tryAgain) => {
      onSettled()
      toast = showToast({
        tone: 'error',
        title: 'This is taking longer than usual',
        message: navigator.onLine ? 'The server has not answered yet.' : 'You are offline.',
        action: { label: 'Try Again', onSelect: tryAgain },
        stays: true,
      })
    },
  })
}
