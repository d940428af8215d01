import { checkEmail, textOf } from '../body'
import { isServiceRole } from '../caller'
import { type AuthContext, type Call, ok } from '../context'
import { invalid } from '../errors'
import { changeRefusal, readMailRequest, sendConfirmation, sendEmailChange } from '../mails'
import { inTransaction } from '../transaction'
import { findUserByEmail } from '../users'

/**
 * POST /resend: sends the mail of a sign-up or of a changed email again, if its token is still open. The
 * project's own servers call it to confirm a corrected email, and get an error if a limit holds the mail
 * back.
 */
export async function resend(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('signInSignUps', call.ip)
  const type = textOf(call, 'type')
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const email = checkEmail(textOf(call, 'email'))
  const server = await isServiceRole(ctx, call)
  const asked = { ...readMailRequest(ctx, call), ...(server && { by: null }) }
  await inTransaction(ctx, 'Unable to process request', async (tx) => {
    const user = await findUserByEmail(tx.db, email)
    if (type === 'signup') {
      if (user && !user.email_confirmed_at) {
        // If a server of the project sends the request, the password of the account was chosen by its owner.
        await sendConfirmation(ctx, tx, user, asked, server ? { keepsPassword: true } : {})
      }
    } else if (user?.email_change && !changeRefusal(ctx, user, user.email_change, asked.by)) {
      await sendEmailChange(ctx, tx, user, user.email_change, asked)
    }
  })
  return ok({})
}
