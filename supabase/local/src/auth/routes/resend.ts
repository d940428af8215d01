import { checkEmail, textOf } from '../body'
import { isServiceRole } from '../caller'
import { type AuthContext, type Call, ok } from '../context'
import { invalid } from '../errors'
import { changeRefusal, readAsked, sendConfirmation, sendEmailChange } from '../mails'
import { inTransaction } from '../transaction'
import { findUserByEmail } from '../users'

/**
 * POST /resend: the mail of a sign-up or of a changed address once more, if one is still due. The project's own
 * servers ask so for the confirmation of an address that was corrected, and are told when a limit keeps it back.
 */
export async function resend(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('signInSignUps', call.ip)
  const type = textOf(call, 'type')
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const email = checkEmail(textOf(call, 'email'))
  const server = await isServiceRole(ctx, call)
  const asked = { ...readAsked(ctx, call), ...(server && { by: null }) }
  await inTransaction(ctx, 'Unable to process request', async (tx) => {
    const user = await findUserByEmail(tx.db, email)
    if (type === 'signup') {
      if (user && !user.email_confirmed_at) {
        // Of an account that a server asks for, the password is its person's.
        await sendConfirmation(ctx, tx, user, asked, server ? { keepsPassword: true } : {})
      }
    } else if (user?.email_change && !changeRefusal(ctx, user, user.email_change, asked.by)) {
      await sendEmailChange(ctx, tx, user, user.email_change, asked)
    }
  })
  return ok({})
}
