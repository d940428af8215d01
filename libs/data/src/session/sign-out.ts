import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { localStore } from '../device/store'
import { fromAuthError, isSilence } from '../errors'
import { SESSION_KEY } from './keys'
import { leave } from './leaving'
import { recordSession } from './record-session'
import { setCurrentUser } from './watch-session'

/**
 * Ends this browser's session in all its tabs and clears the query cache. Sessions on other devices stay. If the server
 * cannot be reached, the session is only deleted on this device (rules/access#leaving-unheard). Throws DataError if the
 * server refuses or fails; the session then stays unchanged.
 */
export function signOut(client: DataClient, queries: QueryClient): Promise<void> {
  return leave(client.auth, async () => {
    // Offline, the session cannot be refreshed, so no request is sent.
    if (globalThis.navigator?.onLine === false || !(await endSession(client))) deleteStoredSession()
    setCurrentUser(queries, null)
  })
}

/** Ends the session on the server. Returns false if the server could not be reached. */
async function endSession(client: DataClient): Promise<boolean> {
  const { data } = await client.auth.getSession()
  const { error } = await client.auth.signOut({ scope: 'local' })
  if (error) {
    const failure = fromAuthError(error)
    if (isSilence(failure)) return false
    throw failure
  }
  if (data.session) recordSession(client, 'logout', data.session.access_token)
  return true
}

/** Deletes the stored session and notifies all tabs, as Auth's client does after the server's answer. */
function deleteStoredSession(): void {
  for (const part of ['', '-code-verifier', '-user']) localStore.removeItem(SESSION_KEY + part)
  const tabs = new BroadcastChannel(SESSION_KEY)
  tabs.postMessage({ event: 'SIGNED_OUT', session: null })
  tabs.close()
}
