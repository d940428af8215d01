import { randomBytes } from 'node:crypto'
import { checkEmail, objectOf, textOf } from '../body'
import { type AuthContext, type Call, ok } from '../context'
import { badRequest, invalid } from '../errors'
import { type MailRequest, readMailRequest, sendConfirmation, sendMagicLink } from '../mails'
import { hashPassword } from '../passwords'
import { register } from '../registration'
import { inTransaction } from '../transaction'
import { findUserByEmail } from '../users'
import { checkSignupOpen } from './signup'

/**
 * POST /otp: mails a sign-in code. With `create_user: false`, unknown and known emails get the same answer
 * (rules/accounts#mailed-code); GoTrue answers otp_disabled.
 */
export async function otp(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('signInSignUps', call.ip)
  if (textOf(call, 'phone') !== '') {
    throw badRequest('phone_provider_disabled', 'Unsupported phone provider')
  }
  if (textOf(call, 'email') === '') throw invalid('One of email or phone must be set')
  if (!ctx.config.email.enabled) {
    throw badRequest('email_provider_disabled', 'Email logins are disabled')
  }
  const email = checkEmail(textOf(call, 'email'))
  const asked = readMailRequest(ctx, call)
  const mayCreate = call.body.create_user !== false

  const sent = await sendToKnown(ctx, email, asked)
  if (!sent && mayCreate) {
    await createAndSend(ctx, call, email, objectOf(call, 'data') ?? {}, asked)
  }
  return ok({})
}

async function sendToKnown(ctx: AuthContext, email: string, asked: MailRequest): Promise<boolean> {
  return inTransaction(ctx, 'Error sending magic link email', async (tx) => {
    const user = await findUserByEmail(tx.db, email)
    if (!user) return false
    if (user.email_confirmed_at) await sendMagicLink(ctx, tx, user, asked)
    // A sign-in with a code does not prove that the password of the account belongs to the person.
    else await sendConfirmation(ctx, tx, user, asked, { keepsPassword: false })
    return true
  })
}

async function createAndSend(
  ctx: AuthContext,
  call: Call,
  email: string,
  metadata: Record<string, unknown>,
  asked: MailRequest,
): Promise<void> {
  checkSignupOpen(ctx)
  // Nobody knows this random password. The owner of the account signs in with codes until they set a password.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await register(ctx, call, { email, passwordHash, metadata }, asked, (tx, user) =>
    sendMagicLink(ctx, tx, user, asked),
  )
}
