import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LiveConnection } from './live-connection'
import { pageEnvironment } from './page-environment'
import type { Project } from './realtime-channel'

/**
 * The longest random delay before a browser reads again, in milliseconds. It spreads the requests after a change that
 * concerns many people, such as everybody behind a work in the queue.
 */
const WITHIN_MS = 700

/**
 * Reads queries again whenever something changes that concerns this person alone: their work, or a question that they
 * follow (docs/realtime.md). Returns a function that stops it.
 */
export function watchOwnChanges(
  client: DataClient,
  queries: QueryClient,
  project: Project,
  person: string,
  queryKey: QueryKey,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void queries.invalidateQueries({ queryKey })
    }, Math.random() * WITHIN_MS)
  }
  const live = new LiveConnection<void>({
    open: async (listener) =>
      (await import('./own-changes-socket')).openOwnChanges(client, project, person, listener),
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
