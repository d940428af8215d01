import { checkEmail, objectOf, textOf } from '../body'
import { requireCaller } from '../caller'
import { type AuthContext, type Call, ok, type Transaction } from '../context'
import { ApiError, badRequest, forbidden, unprocessable } from '../errors'
import { hasVerifiedFactor } from '../factors'
import { changeRefusal, readMailRequest, sendEmailChange } from '../mails'
import { clearTokens, takeCode } from '../one-time-tokens'
import { checkStrength, hashPassword, passwordMatches } from '../passwords'
import { endSessions, type Session } from '../sessions'
import { inTransaction } from '../transaction'
import { lockUser, merged, type User, updateUser, userJson } from '../users'

const day = 24 * 60 * 60 * 1000

/** GET /user: the signed-in account. */
export async function readUser(ctx: AuthContext, call: Call): Promise<Response> {
  const { user } = await requireCaller(ctx, call)
  return ok(await userJson(ctx.pool, user))
}

/**
 * PUT /user: changes the password, the email (after confirmation by mail) or the metadata. A taken email gets
 * the same answer as a free one, unlike in GoTrue.
 */
export async function changeUser(ctx: AuthContext, call: Call): Promise<Response> {
  const { user, session } = await requireCaller(ctx, call)
  const email = textOf(call, 'email') === '' ? '' : checkEmail(textOf(call, 'email'))
  const password = textOf(call, 'password')
  const data = objectOf(call, 'data')
  const asked = readMailRequest(ctx, call, user.id)
  if (call.body.password !== undefined && call.body.password !== null) {
    checkStrength(ctx.config, password)
  }
  if (objectOf(call, 'app_metadata')) {
    throw forbidden('not_admin', 'Updating app_metadata requires admin privileges')
  }
  const sensitive = password !== '' || (email !== '' && email !== user.email)
  if (sensitive && session?.aal !== 'aal2' && (await hasVerifiedFactor(ctx.pool, user.id))) {
    throw new ApiError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  const passwordHash = password === '' ? null : await newPassword(user, password)

  const changed = await inTransaction(ctx, 'Error updating user', async (tx) => {
    let current = await lockUser(tx.db, user.id)
    if (passwordHash !== null) {
      await checkReauthentication(ctx, tx, current, session, textOf(call, 'nonce'))
      current = await updateUser(tx.db, current, { encrypted_password: passwordHash })
      // The links and sessions of the old password end.
      await clearTokens(tx.db, user.id)
      await endSessions(tx.db, user.id, { except: session?.id })
    }
    if (data) {
      current = await updateUser(tx.db, current, {
        raw_user_meta_data: merged(current.raw_user_meta_data, data),
      })
    }
    if (email !== '' && email !== current.email) {
      const refusal = changeRefusal(ctx, current, email, asked.by)
      if (refusal) throw refusal
      current = await sendEmailChange(ctx, tx, current, email, asked)
    }
    return current
  })
  return ok(await userJson(ctx.pool, changed))
}

async function newPassword(user: User, password: string): Promise<string> {
  if (await passwordMatches(user.encrypted_password, password)) {
    throw unprocessable('same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

/** With `secure_password_change`, a session older than a day needs the code of a new mail. */
async function checkReauthentication(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  session: Session | null,
  nonce: string,
): Promise<void> {
  if (!ctx.config.email.securePasswordChange) return
  if (session && Date.now() - session.created_at.getTime() < day) return
  if (nonce === '') {
    throw badRequest('reauthentication_needed', 'Password update requires reauthentication')
  }
  const email = user.email ?? ''
  const tries = ctx.limits.tries.code
  tries.begin(email)
  if (!(await takeCode(tx.db, email, nonce, ['reauthentication_token']))) {
    throw new ApiError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  tries.forget(email)
}
