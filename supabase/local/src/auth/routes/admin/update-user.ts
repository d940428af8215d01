import { checkEmail, flagOf, textOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok, type Transaction } from '../../context'
import { emailExists } from '../../errors'
import { clearTokens } from '../../one-time-tokens'
import { endSessions } from '../../sessions'
import { inTransaction } from '../../transaction'
import {
  confirmUser,
  findUserByEmail,
  lockAddress,
  lockUser,
  merged,
  type User,
  updateIdentity,
  updateUser,
  userJson,
} from '../../users'
import { findAccount, readAttributes } from './account'

/** PUT /admin/users/:userId: changes password, email, confirmation, ban or metadata. */
export async function updateAccount(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const { id } = await findAccount(ctx, call)
  const email = textOf(call, 'email') === '' ? '' : checkEmail(textOf(call, 'email'))
  const confirm = flagOf(call, 'email_confirm')
  const given = await readAttributes(ctx, call)

  const changed = await inTransaction(ctx, 'Error updating user', async (tx) => {
    let user = await lockUser(tx.db, id)
    if (given.bannedUntil !== undefined) {
      user = await updateUser(tx.db, user, { banned_until: given.bannedUntil })
    }
    if (given.role !== undefined) user = await updateUser(tx.db, user, { role: given.role })
    // As in GoTrue, the confirmation comes first, so that it applies to the email that the same call sets.
    if (confirm) {
      await clearTokens(tx.db, id, ['confirmation_token'])
      user = await confirmUser(tx.db, user)
    }
    if (given.passwordHash !== undefined) {
      user = await replacePassword(tx, user, given.passwordHash)
    }
    if (email !== '' && email !== user.email) {
      await lockAddress(tx.db, email)
      if (await findUserByEmail(tx.db, email)) throw emailExists()
      await updateIdentity(tx.db, id, { email, email_verified: confirm })
      user = await updateUser(tx.db, user, { email })
    }
    if (given.appMetadata) {
      const metadata = merged(user.raw_app_meta_data, given.appMetadata)
      user = await updateUser(tx.db, user, { raw_app_meta_data: metadata })
    }
    if (!given.userMetadata) return user
    const metadata = merged(user.raw_user_meta_data, given.userMetadata)
    return updateUser(tx.db, user, { raw_user_meta_data: metadata })
  })
  return ok(await userJson(ctx.pool, changed))
}

/** Ends the sessions of the old password, and voids every link that was sent for it. */
async function replacePassword({ db }: Transaction, user: User, hash: string): Promise<User> {
  await clearTokens(db, user.id)
  await endSessions(db, user.id)
  return updateUser(db, user, { encrypted_password: hash })
}
