import { randomUUID } from 'node:crypto'
import { checkEmail, objectOf, textOf } from '../body'
import { type AuthContext, type Call, ok } from '../context'
import { badRequest, invalid, unprocessable } from '../errors'
import { readMailRequest } from '../mails'
import { checkStrength, hashPassword } from '../passwords'
import { register } from '../registration'
import { openSession } from '../sessions'
import { pendingUser } from '../users'

/**
 * POST /signup: creates an account, and a session if the email counts as confirmed. Otherwise the answer is
 * the same for new and known emails, so that it does not reveal who has an account.
 */
export async function signup(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('signInSignUps', call.ip)
  checkSignupOpen(ctx)
  const asked = readMailRequest(ctx, call)
  const metadata = objectOf(call, 'data') ?? {}
  const password = textOf(call, 'password')
  if (textOf(call, 'phone') !== '') {
    throw badRequest('phone_provider_disabled', 'Phone signups are disabled')
  }
  if (textOf(call, 'email') === '') {
    throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  if (password === '') throw invalid('Signup requires a valid password')
  checkStrength(ctx.config, password)
  const email = checkEmail(textOf(call, 'email'))

  const passwordHash = await hashPassword(password)
  const { newId, result } = await register(
    ctx,
    call,
    { email, passwordHash, metadata },
    asked,
    (tx, user) => openSession(ctx, tx.db, user, 'password', call),
  )
  return ok(result ?? pendingUser(newId ?? randomUUID(), email, metadata))
}

/** @throws ApiError signup_disabled (422), email_provider_disabled (400) */
export function checkSignupOpen(ctx: AuthContext): void {
  if (!ctx.config.enableSignup) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  if (!ctx.config.email.enabled) {
    throw badRequest('email_provider_disabled', 'Email signups are disabled')
  }
}
