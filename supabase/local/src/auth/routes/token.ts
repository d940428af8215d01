import { textOf } from '../body'
import { type AuthContext, type Call, ok } from '../context'
import { badRequest, banned, invalid } from '../errors'
import { takeAuthCode } from '../flow-state'
import { passwordMatches } from '../passwords'
import { refreshSession } from '../refresh'
import { openSession, type TokenReply } from '../sessions'
import { inTransaction } from '../transaction'
import { findUserByEmail, findUserById, isBanned, updateUser } from '../users'

type Grant = (ctx: AuthContext, call: Call) => Promise<TokenReply>

const grants: Record<string, Grant> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
}

/** POST /token?grant_type=…: opens a session with a password, a refresh token or a code. */
export async function token(ctx: AuthContext, call: Call): Promise<Response> {
  const grant = grants[call.query.get('grant_type') ?? '']
  if (!grant) throw badRequest('invalid_credentials', 'unsupported_grant_type')
  return ok(await grant(ctx, call))
}

async function passwordGrant(ctx: AuthContext, call: Call): Promise<TokenReply> {
  ctx.limits.request('signInSignUps', call.ip)
  if (textOf(call, 'phone') !== '') {
    throw badRequest('phone_provider_disabled', 'Phone logins are disabled')
  }
  const email = textOf(call, 'email')
  if (email === '') throw invalid('missing email or phone')

  const tries = ctx.limits.tries.password
  const key = `${call.ip} ${email.toLowerCase()}`
  tries.begin(key)
  const user = await findUserByEmail(ctx.pool, email)
  const matches = await passwordMatches(user?.encrypted_password ?? null, textOf(call, 'password'))
  if (!user || !matches) {
    throw badRequest('invalid_credentials', 'Invalid login credentials')
  }
  tries.forget(key)
  // The ban is checked after the password, so that nobody else learns of the account.
  if (isBanned(user)) throw badRequest('user_banned', banned().message)
  if (!user.email_confirmed_at) throw badRequest('email_not_confirmed', 'Email not confirmed')

  return inTransaction(ctx, 'Database error granting user', ({ db }) =>
    openSession(ctx, db, user, 'password', call),
  )
}

async function refreshGrant(ctx: AuthContext, call: Call): Promise<TokenReply> {
  ctx.limits.request('tokenRefresh', call.ip)
  const refreshToken = textOf(call, 'refresh_token')
  if (refreshToken === '') throw invalid('refresh_token required')
  return refreshSession(ctx, call, refreshToken)
}

async function pkceGrant(ctx: AuthContext, call: Call): Promise<TokenReply> {
  ctx.limits.request('tokenVerifications', call.ip)
  const code = textOf(call, 'auth_code')
  const verifier = textOf(call, 'code_verifier')
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  return inTransaction(ctx, 'Database error exchanging the code', async ({ db }) => {
    const flow = await takeAuthCode(db, code, verifier)
    const user = await findUserById(db, flow.userId)
    if (!user) throw badRequest('user_not_found', 'User of the flow state does not exist')
    if (isBanned(user)) throw banned()
    // The confirmation removed the password, and this client proves that it chose the new one.
    const chosen = flow.chosen !== null && user.encrypted_password === ''
    const owner = chosen ? await updateUser(db, user, { encrypted_password: flow.chosen }) : user
    return openSession(ctx, db, owner, flow.method, call)
  })
}
