import { createDataClient, type DataClient } from '../client'
import { SESSION_KEY } from './keys'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const RECOVERY_KEY = 'rookies-recovery-auth'

/**
 * A client for the session of a reset link, which is no sign-in: it is kept in `tab` under a name of
 * its own, so that no other screen, tab or bundle ever finds it, and a person who leaves the reset has
 * nothing. Only the secret that a link is asked for with (PKCE) is shared, in `browser`.
 */
export function createRecoveryClient(
  project: { url: string; key: string },
  { tab, browser }: { tab: Store; browser: Store },
): DataClient {
  const of = (key: string): [Store, string] =>
    key.endsWith('-code-verifier') ? [browser, key.replace(RECOVERY_KEY, SESSION_KEY)] : [tab, key]
  return createDataClient({
    ...project,
    storageKey: RECOVERY_KEY,
    storage: {
      getItem: (key) => {
        const [store, name] = of(key)
        return store.getItem(name)
      },
      setItem: (key, value) => {
        const [store, name] = of(key)
        store.setItem(name, value)
      },
      removeItem: (key) => {
        const [store, name] = of(key)
        store.removeItem(name)
      },
    },
  })
}
