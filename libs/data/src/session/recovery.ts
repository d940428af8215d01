import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import type { Callback } from './callback'
import { createDataClient } from './create-client'
import { knownEmails } from './email'
import { SESSION_KEY } from './keys'
import { type SessionUser, toSessionUser } from './session-query'

/**
 * Requests the mail with a reset link. Unknown emails get the same answer as known ones. `returnTo` is the absolute
 * address that Supabase's own link leads to. Throws DataError if the request failed.
 */
export async function requestReset(
  client: DataClient,
  email: string,
  returnTo: string,
): Promise<void> {
  for (const address of knownEmails(email)) {
    const { error } = await client.auth.resetPasswordForEmail(address, { redirectTo: returnTo })
    if (error) throw fromAuthError(error)
  }
}

/**
 * Turns the content of a mail's link into a session that may set a new password (rules/accounts#reset), and returns its
 * person. Throws DataError: `NETWORK` without an answer, `pkce_code_verifier_not_found` if another browser requested
 * the link, other codes for an invalid link.
 */
export async function openRecovery(
  client: DataClient,
  link: Exclude<Callback, { kind: 'refused' }>,
): Promise<SessionUser> {
  const { auth } = client
  if (link.kind === 'code') {
    const { data, error } = await auth.exchangeCodeForSession(link.code)
    if (error) throw fromAuthError(error)
    // The code of another mail also signs the person in, but must not allow to set a new password.
    if (!('redirectType' in data) || data.redirectType !== 'recovery') {
      await auth.signOut({ scope: 'local' })
      throw refused()
    }
    return toSessionUser(data.session)
  }
  const { data, error } =
    link.kind === 'tokens'
      ? await setSession(auth, link.accessToken, link.refreshToken)
      : await auth.verifyOtp({ type: 'recovery', token_hash: link.tokenHash })
  if (error) throw fromAuthError(error)
  if (!data.session) throw refused()
  return toSessionUser(data.session)
}

/**
 * Returns the person whose reset is open in this tab, also after the page was loaded again; null if there is none.
 * Throws DataError.
 */
export async function recoveryUser({ auth }: DataClient): Promise<SessionUser | null> {
  const { data, error } = await auth.getSession()
  if (error) throw fromAuthError(error)
  return data.session && toSessionUser(data.session)
}

/** Sets a session. auth-js throws for a text that is not a token, instead of returning an error. */
async function setSession(auth: DataClient['auth'], accessToken: string, refreshToken: string) {
  if (accessToken.split('.').length !== 3) throw refused()
  try {
    return await auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
  } catch (thrown) {
    if (thrown instanceof TypeError) throw thrown
    throw refused()
  }
}

const refused = () => new DataError({ code: 'LINK_REFUSED' })

/** How long a reset link keeps the form open, in milliseconds (rules/accounts#reset). */
export const RECOVERY_MS = 900_000

const FLAG = 'rookies-recovery'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores in this tab that a reset link was opened at `now`, in milliseconds. */
export function startRecovery(store: Store, now: number): void {
  store.setItem(FLAG, String(now))
}

/**
 * Returns how many milliseconds the reset in this tab still lasts at `now`: 0 if it has expired, null if none was
 * opened. A stored time in the future, or one that is no number, counts as expired.
 */
export function recoveryLeft(store: Store, now: number): number | null {
  const flag = store.getItem(FLAG)
  if (flag === null) return null
  const age = now - Number(flag)
  return age >= 0 && age < RECOVERY_MS ? RECOVERY_MS - age : 0
}

const LINK = 'rookies-reset-link'

/**
 * Stores the hash of a reset link in this tab until it is used, because it is removed from the address at once and must
 * survive loading the page again.
 */
export function saveRecoveryLink(store: Store, tokenHash: string): void {
  store.setItem(LINK, tokenHash)
}

/** Returns the stored hash of this tab, or null. */
export function savedRecoveryLink(store: Store): string | null {
  return store.getItem(LINK)
}

/** Deletes the unused link of this tab. */
export function clearRecoveryLink(store: Store): void {
  store.removeItem(LINK)
}

/** Ends the reset of this tab. */
export function endRecovery(store: Store): void {
  store.removeItem(FLAG)
}

const RECOVERY_KEY = 'rookies-recovery-auth'

/**
 * Creates a client for the session of a reset link, with which the person does not count as signed in. The session is
 * stored in `tab` under its own key, so that no other screen, tab or application uses it, and it ends with the tab.
 * Only the PKCE verifier of the link is shared with other tabs, in `browser`.
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
