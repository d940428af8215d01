import type pg from 'pg'
import type { AuthContext, Transaction } from './context'
import { banned, emailExists, invalid } from './errors'
import { clearTokens, type TokenType, type UsedToken } from './one-time-tokens'
import {
  confirmUser,
  findUserByEmail,
  isBanned,
  lockAddress,
  type User,
  updateIdentity,
  updateUser,
} from './users'

const changeTypes: TokenType[] = ['email_change_token_current', 'email_change_token_new']

/** The types of tokens that each `type` of a verification accepts. */
const tokenTypes: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: changeTypes,
}

/** @throws ApiError validation_failed (400) */
export function tokenTypesFor(type: string): TokenType[] {
  if (type === '') throw invalid('Verify requires a verification type')
  const types = tokenTypes[type]
  if (!types) throw invalid('Invalid email verification type')
  return types
}

/**
 * Confirms or changes an email, depending on the token.
 *
 * @returns the account after the change; null while the other email still has to confirm
 * @throws ApiError user_banned (403), email_exists (422)
 */
export async function redeem(
  ctx: AuthContext,
  { db }: Transaction,
  { type, user, keepsPassword }: UsedToken,
): Promise<User | null> {
  if (isBanned(user)) throw banned()
  if (changeTypes.includes(type)) return changeEmail(ctx, db, user)
  // A person who opens a mail proves that the email is theirs, whatever the mail was for.
  if (user.email_confirmed_at) return user
  await clearTokens(db, user.id)
  const confirmed = await confirmUser(db, user)
  return keepsPassword ? confirmed : updateUser(db, confirmed, { encrypted_password: '' })
}

async function changeEmail(ctx: AuthContext, db: pg.PoolClient, user: User): Promise<User | null> {
  const first = user.email_change_confirm_status === 0
  if (ctx.config.email.doubleConfirmChanges && first && user.email) {
    await updateUser(db, user, { email_change_confirm_status: 1 })
    return null
  }
  const email = user.email_change
  if (!email) throw new Error(`user ${user.id} has no change of address under way`)
  await lockAddress(db, email)
  const owner = await findUserByEmail(db, email)
  if (owner && owner.id !== user.id) throw emailExists()
  await clearTokens(db, user.id)
  await updateIdentity(db, user.id, { email, email_verified: true })
  const changed = await updateUser(db, user, {
    email,
    email_change: '',
    email_change_confirm_status: 0,
    raw_user_meta_data: { ...user.raw_user_meta_data, email },
  })
  return changed.email_confirmed_at ? changed : await confirmUser(db, changed)
}
