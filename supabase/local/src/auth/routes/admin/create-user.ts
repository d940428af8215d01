import { randomBytes } from 'node:crypto'
import { checkEmail, flagOf, textOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok, type Reply } from '../../context'
import { emailExists, invalid, violates } from '../../errors'
import { hashPassword } from '../../passwords'
import { inTransaction } from '../../transaction'
import { confirmUser, createUser, merged, updateUser, userJson } from '../../users'
import { readAttributes } from './account'

/** POST /admin/users: an account without a mail. */
export async function createAccount(ctx: AuthContext, call: Call): Promise<Reply> {
  await requireServiceRole(ctx, call)
  if (textOf(call, 'email') === '') {
    throw invalid('Cannot create a user without either an email or phone')
  }
  const email = checkEmail(textOf(call, 'email'))
  const given = await readAttributes(ctx, call)
  // Without a password of its own nobody knows the account's.
  const passwordHash =
    given.passwordHash ?? (await hashPassword(randomBytes(32).toString('base64url')))

  try {
    const user = await inTransaction(ctx, 'Database error creating new user', async ({ db }) => {
      let made = await createUser(db, email, passwordHash, given.userMetadata ?? {})
      if (given.appMetadata) {
        const metadata = merged(made.raw_app_meta_data, given.appMetadata)
        made = await updateUser(db, made, { raw_app_meta_data: metadata })
      }
      if (flagOf(call, 'email_confirm') && !made.email_confirmed_at) {
        made = await confirmUser(db, made)
      }
      if (given.bannedUntil === undefined) return made
      return updateUser(db, made, { banned_until: given.bannedUntil })
    })
    return ok(await userJson(ctx.pool, user))
  } catch (error) {
    if (error instanceof Error && violates(error.cause, 'users_email_partial_key')) {
      throw emailExists()
    }
    throw error
  }
}
