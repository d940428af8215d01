import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { localStore } from '../device/store'
import { fromAuthError, isSilence } from '../errors'
import { SESSION_KEY } from './keys'
import { leave } from './leaving'
import { recordSession } from './record-session'
import { setCurrentUser } from './watch-session'

/**
 * Ends this browser's session, here and in its other tabs, and forgets everything that was read.
 * Sessions on other devices stay. Where the server cannot be reached the session is forgotten on this device alone
 * (rules/access#leaving-unheard). Throws DataError when the server refuses or is in trouble; the session
 * then stays as it is.
 */
export function signOut(client: DataClient, queries: QueryClient): Promise<void> {
  return leave(client.auth, async () => {
    // A browser that knows it is offline need not wait for renewals to fail.
    if (globalThis.navigator?.onLine === false || !(await endSession(client))) forgetSession()
    setCurrentUser(queries, null)
  })
}

/** Out: whether the server heard it. */
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

/** Takes the session out of the browser and tells every tab, as Auth's client does once the server has answered. */
function forgetSession(): void {
  for (const part of ['', '-code-verifier', '-user']) localStore.removeItem(SESSION_KEY + part)
  const tabs = new BroadcastChannel(SESSION_KEY)
  tabs.postMessage({ event: 'SIGNED_OUT', session: null })
  tabs.close()
}
