import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { recordSession } from './record-session'
import { toSessionUser } from './session-query'
import { setCurrentUser } from './watch-session'

/**
 * Signs in with the code that a mail's link brought back to the browser that asked for the mail.
 * Throws DataError; see `linkMessage` for what to say.
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
