import { createDataClient, type DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import type { Callback } from './callback'
import { knownEmails } from './email'
import { SESSION_KEY } from './keys'
import { type SessionUser, toSessionUser } from './session-query'

/**
 * Asks for the mail that leads to a new password; unknown addresses are answered alike. `returnTo` is
 * where Supabase's own link leads back to, absolute. Throws DataError when nothing could be asked for.
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
 * Turns what the mail's link brought into a session that may set a new password (rules/accounts#reset). Out:
 * whose it is. Throws DataError: `NETWORK` without an answer, `pkce_code_verifier_not_found` when
 * the link was asked for in another browser, anything else for a link that is no good.
 */
export async function openRecovery(
  client: DataClient,
  link: Exclude<Callback, { kind: 'refused' }>,
): Promise<SessionUser> {
  const { auth } = client
  if (link.kind === 'code') {
    const { data, error } = await auth.exchangeCodeForSession(link.code)
    if (error) throw fromAuthError(error)
    // The code of another mail signs the person in, but gives no right to a new password.
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

/** Whose reset a tab is in the middle of, as a reload finds it; null for none. Throws DataError. */
export async function recoveryUser({ auth }: DataClient): Promise<SessionUser | null> {
  const { data, error } = await auth.getSession()
  if (error) throw fromAuthError(error)
  return data.session && toSessionUser(data.session)
}

/** auth-js throws what is no token at all instead of returning an error. */
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

/** How long a reset link opens the form for (rules/accounts#reset). */
export const RECOVERY_MS = 900_000

const FLAG = 'rookies-recovery'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Writes down, for this tab, that a reset link was opened at `now` (ms). */
export function startRecovery(store: Store, now: number): void {
  store.setItem(FLAG, String(now))
}

/**
 * Milliseconds that the reset opened in this tab still lasts at `now`: 0 when it has run out, null
 * when none was opened. A flag from the future, or one that is no number, has run out.
 */
export function recoveryLeft(store: Store, now: number): number | null {
  const flag = store.getItem(FLAG)
  if (flag === null) return null
  const age = now - Number(flag)
  return age >= 0 && age < RECOVERY_MS ? RECOVERY_MS - age : 0
}

const LINK = 'rookies-reset-link'

/**
 * Keeps the hash of a reset link for this tab until it is redeemed: it is taken out of the address at
 * once, and a reload must not lose it.
 */
export function saveRecoveryLink(store: Store, tokenHash: string): void {
  store.setItem(LINK, tokenHash)
}

/** The hash that waits in this tab, or null. */
export function savedRecoveryLink(store: Store): string | null {
  return store.getItem(LINK)
}

/** Forgets the link of this tab that was not used yet. */
export function clearRecoveryLink(store: Store): void {
  store.removeItem(LINK)
}

/** Forgets the reset of this tab. */
export function endRecovery(store: Store): void {
  store.removeItem(FLAG)
}

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
