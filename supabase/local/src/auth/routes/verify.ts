import { checkEmail, textOf } from '../body'
import { type AuthContext, type Call, ok } from '../context'
import { invalid, wrongCode, wrongLink } from '../errors'
import { takeCode, takeLink, type UsedToken } from '../one-time-tokens'
import { openSession } from '../sessions'
import { inTransaction } from '../transaction'
import { redeem, tokenTypesFor } from '../verification'

export const otherAddressLeft =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: opens a session with a typed code or the token of a link. */
export async function verify(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('tokenVerifications', call.ip)
  const code = textOf(call, 'token')
  const link = textOf(call, 'token_hash')
  if ((code === '') === (link === '')) {
    throw invalid('Verify requires either a token or a token hash')
  }
  return code === '' ? verifyLink(ctx, call, link) : verifyCode(ctx, call, code)
}

async function verifyCode(ctx: AuthContext, call: Call, code: string): Promise<Response> {
  const types = tokenTypesFor(textOf(call, 'type'))
  if (textOf(call, 'email') === '' || textOf(call, 'phone') !== '') {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const email = checkEmail(textOf(call, 'email'))
  const { code: tries, verification } = ctx.limits.tries
  tries.begin(email)
  verification.begin(call.ip ?? '')
  const reply = await take(ctx, call, (db) => takeCode(db, email, code, types))
  if (!reply) throw wrongCode()
  tries.forget(email)
  verification.undo(call.ip ?? '')
  return reply
}

async function verifyLink(ctx: AuthContext, call: Call, tokenHash: string): Promise<Response> {
  const types = tokenTypesFor(textOf(call, 'type'))
  if (textOf(call, 'email') !== '' || textOf(call, 'phone') !== '') {
    throw invalid('Only the token_hash and type should be provided')
  }
  ctx.limits.tries.verification.begin(call.ip ?? '')
  const reply = await take(ctx, call, (db) => takeLink(db, tokenHash, types))
  if (!reply) throw wrongLink()
  ctx.limits.tries.verification.undo(call.ip ?? '')
  return reply
}

/** Returns null if there is no such token. */
function take(
  ctx: AuthContext,
  call: Call,
  find: (db: Parameters<typeof takeLink>[0]) => Promise<UsedToken | null>,
): Promise<Response | null> {
  return inTransaction(ctx, 'Error confirming user', async (tx) => {
    const found = await find(tx.db)
    if (!found) return null
    const user = await redeem(ctx, tx, found)
    if (!user) return ok({ msg: otherAddressLeft, code: '200' })
    return ok(await openSession(ctx, tx.db, user, 'otp', call))
  })
}
