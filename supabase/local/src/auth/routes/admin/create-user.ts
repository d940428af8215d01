import { randomBytes } from 'node:crypto'
import { checkEmail, flagOf, textOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok } from '../../context'
import { emailExists, invalid } from '../../errors'
import { hashPassword } from '../../passwords'
import { inTransaction } from '../../transaction'
import {
  confirmUser,
  createPlainUser,
  findUserByEmail,
  lockAddress,
  merged,
  updateUser,
  userJson,
} from '../../users'
import { isUuid } from '../../uuid'
import { readAttributes } from './account'

/** POST /admin/users: creates an account without a mail. */
export async function createAccount(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  if (textOf(call, 'email') === '') {
    throw invalid('Cannot create a user without either an email or phone')
  }
  const email = checkEmail(textOf(call, 'email'))
  const id = readId(call)
  const given = await readAttributes(ctx, call)
  // Without a given password, the account gets a random one that is not stored in plain text.
  const passwordHash =
    given.passwordHash ?? (await hashPassword(randomBytes(32).toString('base64url')))

  const user = await inTransaction(ctx, 'Database error creating new user', async ({ db }) => {
    await lockAddress(db, email)
    if (await findUserByEmail(db, email)) throw emailExists()
    let made = await createPlainUser(db, {
      email,
      passwordHash,
      metadata: given.userMetadata ?? {},
      id,
      role: given.role,
    })
    if (given.appMetadata) {
      const metadata = merged(made.raw_app_meta_data, given.appMetadata)
      made = await updateUser(db, made, { raw_app_meta_data: metadata })
    }
    if (flagOf(call, 'email_confirm')) made = await confirmUser(db, made)
    if (given.bannedUntil === undefined) return made
    return updateUser(db, made, { banned_until: given.bannedUntil })
  })
  return ok(await userJson(ctx.pool, user))
}

/** Returns the id for the account; undefined for a generated one. */
function readId(call: Call): string | undefined {
  const id = textOf(call, 'id')
  if (id === '') return undefined
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
  return id.toLowerCase()
}
