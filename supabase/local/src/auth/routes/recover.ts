import { checkEmail, textOf } from '../body'
import { type AuthContext, type Call, ok } from '../context'
import { readMailRequest, sendRecovery } from '../mails'
import { inTransaction } from '../transaction'
import { findUserByEmail } from '../users'

/**
 * POST /recover: mails a link for a new password. The answer is the same for an email without an account, and
 * if a limit holds the mail back.
 */
export async function recover(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('signInSignUps', call.ip)
  const email = checkEmail(textOf(call, 'email'))
  const asked = readMailRequest(ctx, call)
  await inTransaction(ctx, 'Unable to process request', async (tx) => {
    const user = await findUserByEmail(tx.db, email)
    if (user) await sendRecovery(ctx, tx, user, asked)
  })
  return ok({})
}
