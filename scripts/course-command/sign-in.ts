import { accountNotice } from '@rookies/data/access/account-notice'
import type { Account } from '@rookies/data/access/account-state'
import { parseBoot } from '@rookies/data/access/boot'
import { can } from '@rookies/data/access/can'
import type { Permission } from '@rookies/data/access/resources'
import { type DataError, fromAuthError, unwrap } from '@rookies/data/errors'
import { PlainError } from '../../supabase/local/src/plain-error'
import type { CommandTexts } from './command-messages'
import type { Credentials } from './credentials'
import { sentenceFor } from './sentences'
import type { Server } from './server'

/** The signed-in person, with their permissions. */
export interface Caller {
  account: Account
  permissions: Permission[]
}

/** Codes of Auth for a wrong email or password. */
const WRONG = new Set(['invalid_credentials', 'validation_failed'])

function refusal(error: DataError, email: string, origin: string, texts: CommandTexts): PlainError {
  if (WRONG.has(error.code)) return new PlainError(`The email ${email} or its password is wrong.`)
  return new PlainError(sentenceFor(error, origin, texts))
}

/**
 * Signs in and checks that the person may use the command.
 * @throws PlainError if the server does not answer, the password is wrong, or the account is restricted
 */
export async function signIn(
  server: Server,
  who: Credentials,
  texts: CommandTexts,
): Promise<Caller> {
  const { client, origin } = server
  const { email, password } = who
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error !== null) throw refusal(fromAuthError(error), email, origin, texts)
  const { account, permissions, settings } = parseBoot(unwrap(await client.rpc('boot')))
  if (account === null) throw new PlainError(`${origin} ended the session at once. Try again.`)
  const notice = accountNotice(account, settings)
  if (notice !== null) throw new PlainError(`${notice.title}: ${notice.message}`)
  if (account.aal_required) {
    throw new PlainError(
      `${email} signs in with a second factor, which this command can't ask for. Use another account.`,
    )
  }
  if (!can(permissions, 'courses', texts.right, 'own')) {
    throw new PlainError(
      `${email} may not ${texts.doing} courses. Administrators may, and creators if they may use the admin panel.`,
    )
  }
  return { account, permissions }
}
