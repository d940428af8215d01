import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import type { Credentials } from '../session/sign-in'

/**
 * Checks a person's own password with Auth, which counts the tries: signs in beside the open session,
 * and out again. `ephemeralClient` is an ephemeral client. Throws DataError,
 * `invalid_credentials` for a wrong password.
 */
export async function checkPassword(
  ephemeralClient: DataClient,
  credentials: Credentials,
): Promise<void> {
  const { error } = await ephemeralClient.auth.signInWithPassword(credentials)
  if (error) throw fromAuthError(error)
  await endEphemeralSession(ephemeralClient)
}

/** Ends the session of an ephemeral client; one that cannot be ended runs out by itself. */
export async function endEphemeralSession(ephemeralClient: DataClient): Promise<void> {
  await ephemeralClient.auth.signOut({ scope: 'local' }).catch(() => undefined)
}
