import { type Account, accountNotice } from '@rookies/data/access/account-state'
import { parseBoot } from '@rookies/data/access/boot'
import { can } from '@rookies/data/access/can'
import { type DataError, fromAuthError, unwrap } from '@rookies/data/errors'
import { PlainError } from '../../supabase/local/src/plain-error'
import type { Credentials } from './credentials'
import { sentenceFor } from './sentences'
import type { Server } from './server'

/** Codes of Auth that mean: not with these. */
const WRONG = new Set(['invalid_credentials', 'validation_failed'])

function refusal(error: DataError, email: string, origin: string): PlainError {
  if (WRONG.has(error.code)) return new PlainError(`The email ${email} or its password is wrong.`)
  return new PlainError(sentenceFor(error, origin))
}

/**
 * Signs in and makes sure that this person may import courses. Throws a PlainError when the server
 * doesn't answer, the password is wrong, or the account may not go on.
 */
export async function signInToImport(server: Server, who: Credentials): Promise<Account> {
  const { client, origin } = server
  const { email, password } = who
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error !== null) throw refusal(fromAuthError(error), email, origin)
  const { account, permissions, settings } = parseBoot(unwrap(await client.rpc('boot')))
  if (account === null) throw new PlainError(`${origin} forgot the session at once; try again.`)
  const notice = accountNotice(account, settings)
  if (notice !== null) throw new PlainError(`${notice.title}: ${notice.message}`)
  if (account.aal_required) {
    throw new PlainError(
      `${email} signs in with a second factor, which this command can't ask for. Import with another account.`,
    )
  }
  if (!can(permissions, 'courses', 'create', 'own')) {
    throw new PlainError(
      `${email} may not import courses: an administrator may, and a creator while creators are let into the admin panel.`,
    )
  }
  return account
}
