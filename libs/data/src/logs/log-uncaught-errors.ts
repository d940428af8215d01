import { log } from './log'
import { startLogging } from './log-store'

/**
 * Begins to write logs for one of the apps, and records errors that were not caught. To be fetched once
 * the page is at rest: what failed before has waited.
 */
export function logUncaughtErrors(context: string): void {
  startLogging()
  addEventListener('error', ({ error, message }) => log('error', context, message, error))
  addEventListener('unhandledrejection', ({ reason }) =>
    log('error', context, reason instanceof Error ? reason.message : 'Unhandled rejection', reason),
  )
}
