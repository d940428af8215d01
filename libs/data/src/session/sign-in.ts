import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError } from '../errors'
import { authMessage } from './auth-message'
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
  const { data, error } = await client.auth.signInWithPassword({ email: email.trim(), password })
  if (error) throw fromAuthError(error)
  recordSession(client, 'login', data.session.access_token)
  setCurrentUser(queries, toSessionUser(data.session))
}

/**
 * What a failed sign-in says: the provider's message, or the default one (rules/interface#messages). `contact` is
 * the support address, told to a disabled person.
 */
export function signInMessage(error: DataError, contact: string): string {
  if (error.code === 'user_banned') {
    return contact
      ? `Your account has been disabled. Please contact ${contact}.`
      : 'Your account has been disabled. Please contact support.'
  }
  return authMessage(error)
}
