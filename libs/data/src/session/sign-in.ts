import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { authMessage } from './auth-message'
import { knownEmails } from './email'
import { recordSession } from './record-session'
import { toSessionUser } from './session-query'
import { setCurrentUser } from './watch-session'

export interface Credentials {
  email: string
  password: string
}

/** Signs in with a password. Throws DataError with Auth's code and message. */
export async function signIn(
  client: DataClient,
  queries: QueryClient,
  { email, password }: Credentials,
): Promise<void> {
  const [first, other] = knownEmails(email)
  const { auth } = client
  let { data, error } = await auth.signInWithPassword({ email: first, password })
  if (error?.code === 'invalid_credentials' && other !== undefined) {
    ;({ data, error } = await auth.signInWithPassword({ email: other, password }))
  }
  if (error) throw fromAuthError(error)
  if (!data.session) throw new DataError({ code: 'MALFORMED' })
  recordSession(client, 'login', data.session.access_token)
  setCurrentUser(queries, toSessionUser(data.session))
}

/**
 * Returns the message for a failed sign-in: the provider's, or the default one (rules/interface#messages). `contact`
 * is the support email; the message for a disabled account names it.
 */
export function signInMessage(error: DataError, contact: string): string {
  if (error.code === 'user_banned') {
    return contact
      ? `Your account has been disabled. Please contact ${contact}.`
      : 'Your account has been disabled. Please contact support.'
  }
  return authMessage(error)
}

/**
 * Signs in with the code of a mail's link, in the browser that requested the mail. Throws DataError, whose text
 * `linkMessage` returns.
 */
export async function exchangeCode(
  client: DataClient,
  queries: QueryClient,
  code: string,
): Promise<void> {
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  if (error) throw fromAuthError(error)
  recordSession(client, 'login', data.session.access_token)
  setCurrentUser(queries, toSessionUser(data.session))
}

/** Shown on the portal's sign-in screens if the browser stores nothing for the site (rules/data#device). */
export const PORTAL_NO_STORAGE =
  'This browser blocks storage for this site. You stay signed in until you close or reload this page. Drafts and offline copies are not kept.'

/** Shown on the back-office's sign-in screen in the same case. */
export const BACK_OFFICE_NO_STORAGE =
  'This browser blocks storage for this site. You stay signed in until you close or reload this page, and you have to sign in to the learner portal separately. Drafts are not kept.'
