import type { DataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createFileStore } from '@rookies/data/files/file-store'
import { startOfflineCache } from '@rookies/data/offline-cache/offline-cache'
import { clearOfflineCache } from '@rookies/data/session/clear-device'
import { sessionKeys } from '@rookies/data/session/keys'
import type { SessionUser } from '@rookies/data/session/session-query'
import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds after which the page has usually finished loading. */
const QUIET_MS = 1_500

/**
 * Prepares this device for use without a connection once a person is signed in (rules/learning#offline): the service
 * worker caches the portal's files, and the offline cache holds what the person may read. Without a service worker
 * no page would open offline, so nothing is cached.
 */
export function prepareOffline(client: DataClient, queries: QueryClient): void {
  const begin = async () => {
    if (!(await hasWorker())) return
    const store = createFileStore(dataProject(import.meta.env, location.origin), client)
    startOfflineCache({ client, queries, store, mayReadAhead: () => !savesData() })
  }
  const isSettled = () => {
    const user = queries.getQueryData<SessionUser | null>(sessionKeys.current())
    // The page of the previous person may have been closed before it cleared their offline cache.
    if (user === null) clearOfflineCache()
    return Boolean(user)
  }
  const wait = () =>
    afterLoad()
      .then(begin)
      .catch(() => undefined)
  if (isSettled()) {
    void wait()
    return
  }
  const stop = queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionKeys.current()[0] || !query.state.data) return
    stop()
    void wait()
  })
}

function afterLoad(): Promise<void> {
  return new Promise((resolve) => {
    const later = () => setTimeout(resolve, QUIET_MS)
    if (document.readyState === 'complete') later()
    else addEventListener('load', later, { once: true })
  })
}

/**
 * Returns whether a service worker caches the portal's files. If the browser saves data, no service worker is
 * installed, but an existing one stays.
 */
async function hasWorker(): Promise<boolean> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  // The development server has no service worker.
  if (!workers || !import.meta.env.PROD) return false
  if (savesData()) return Boolean(await workers.getRegistration())
  // Each visit registers the worker, so that the browser checks for a newer one.
  const registered: unknown = await workers.register('/worker.js')
  // The worker is ready only when all files are cached, which may take several visits.
  return Boolean(registered && (await workers.ready))
}

/** Returns whether the person has asked the browser to save data. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  )
}
