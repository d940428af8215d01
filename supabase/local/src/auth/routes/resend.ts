import { checkEmail, textOf } from '../body'
import { type AuthContext, type Call, ok } from '../context'
import { invalid } from '../errors'
import { changeRefusal, readAsked, sendConfirmation, sendEmailChange } from '../mails'
import { inTransaction } from '../transaction'
import { findUserByEmail } from '../users'

/** POST /resend: the mail of a sign-up or of a changed address once more, if one is still due. */
export async function resend(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('signInSignUps', call.ip)
  const type = textOf(call, 'type')
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const email = checkEmail(textOf(call, 'email'))
  const asked = readAsked(ctx, call)
  await inTransaction(ctx, 'Unable to process request', async (tx) => {
    const user = await findUserByEmail(tx.db, email)
    if (type === 'signup') {
      if (user && !user.email_confirmed_at) await sendConfirmation(ctx, tx, user, asked)
    } else if (user?.email_change && !changeRefusal(ctx, user, user.email_change, asked.by)) {
      await sendEmailChange(ctx, tx, user, user.email_change, asked)
    }
  })
  return ok({})
}
