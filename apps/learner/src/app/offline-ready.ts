import type { DataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createFileStore } from '@rookies/data/files/file-store'
import { startKeeping } from '@rookies/data/kept/keeper'
import { forgetAnswers } from '@rookies/data/session/kept-keys'
import { sessionKeys } from '@rookies/data/session/keys'
import type { SessionUser } from '@rookies/data/session/session-query'
import type { QueryClient } from '@tanstack/react-query'

/** After all that the page itself has loaded. */
const QUIET_MS = 1_500

/**
 * Makes this device ready for a day without a connection (rules/learning#offline), once somebody is signed in: the
 * worker keeps the portal's files and, where there is one, the keeper what the person may read. Without a
 * worker no page would open, so nothing is kept.
 */
export function getOfflineReady(client: DataClient, queries: QueryClient): void {
  const begin = async () => {
    if (!(await hasWorker())) return
    const store = createFileStore(dataProject(import.meta.env, location.origin), client)
    startKeeping({ client, queries, store, mayReadAhead: () => !savesData() })
  }
  const isSettled = () => {
    const user = queries.getQueryData<SessionUser | null>(sessionKeys.current())
    // Left behind by a page that was closed before it had forgotten it.
    if (user === null) forgetAnswers()
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

/** Whether a worker keeps the portal's files. Where data is dear none is fetched, but one that is there stays. */
async function hasWorker(): Promise<boolean> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  // The development server has none.
  if (!workers || !import.meta.env.PROD) return false
  if (savesData()) return Boolean(await workers.getRegistration())
  // Asked for at each visit: so the browser looks for a newer one.
  const registered: unknown = await workers.register('/worker.js')
  // Not before all files are there, however many visits that takes.
  return Boolean(registered && (await workers.ready))
}

/** The person has asked their browser to spare data. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  )
}
