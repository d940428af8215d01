import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LiveConnection } from '../live/live-connection'
import { pageEnvironment } from '../live/page-environment'
import type { Project } from '../live/realtime-channel'
import { assignmentKeys } from './my-keys'

/** Everybody behind a work in the queue is told at once, so each browser asks after a random delay up to this. */
const WITHIN_MS = 700

/**
 * Reads the person's work again whenever something about it changes: a review, their place in the queue, more time
 * (docs/realtime.md). Returns a function that stops it.
 */
export function watchOwnWork(
  client: DataClient,
  queries: QueryClient,
  project: Project,
  person: string,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void queries.invalidateQueries({ queryKey: assignmentKeys.all })
    }, Math.random() * WITHIN_MS)
  }
  const live = new LiveConnection<void>({
    open: async (listener) =>
      (await import('./my-live-socket')).openOwnWork(client, project, person, listener),
    environment: pageEnvironment,
    onStatus: () => undefined,
    onReady: ask,
    onChange: ask,
    // The page reads again when it is shown, so it shows no outage.
    onOutage: () => undefined,
    random: Math.random,
  })
  live.start()
  return () => {
    clearTimeout(timer)
    live.stop()
  }
}
