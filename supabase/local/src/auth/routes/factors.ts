import { renderSVG } from 'uqr'
import { textOf } from '../body'
import { requireSession, type SignedIn } from '../caller'
import { type AuthContext, type Call, ok } from '../context'
import { badRequest, forbidden, invalid, unprocessable } from '../errors'
import {
  addChallenge,
  addTotpFactor,
  type Challenge,
  closeChallenge,
  confirmFactor,
  dropStaleEnrolments,
  type Factor,
  factorsOf,
  findFactor,
  lastStep,
  lockChallenge,
  removeFactor,
} from '../factors'
import { raiseSession } from '../sessions'
import { matchingStep, newSecret, otpauthUri } from '../totp'
import { inTransaction } from '../transaction'
import { lockUser } from '../users'
import { isUuid } from '../uuid'

/** Milliseconds until a challenge expires. */
const challengeLifetime = 5 * 60 * 1000

/** POST /factors: adds an authenticator app, which is valid once one of its codes is verified. */
export async function enrol(ctx: AuthContext, call: Call): Promise<Response> {
  const { user, session } = await requireSession(ctx, call)
  const type = textOf(call, 'factor_type')
  if (type === 'phone' || type === 'webauthn') {
    throw unprocessable(`mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
  }
  if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  if (!ctx.config.mfa.totp.enroll) {
    throw unprocessable('mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
  const name = textOf(call, 'friendly_name')
  const issuer = textOf(call, 'issuer') || new URL(ctx.siteUrl).host
  const secret = newSecret()

  const id = await inTransaction(ctx, 'Database error enrolling factor', async ({ db }) => {
    await lockUser(db, user.id)
    await dropStaleEnrolments(db, user.id)
    const factors = await factorsOf(db, user.id)
    if (factors.some((factor) => (factor.friendly_name ?? '') === name)) {
      throw unprocessable(
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      )
    }
    if (factors.length >= ctx.config.mfa.maxFactors) {
      throw unprocessable(
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    }
    if (factors.some(({ status }) => status === 'verified') && session.aal !== 'aal2') {
      throw forbidden('insufficient_aal', 'AAL2 required to enroll a new factor')
    }
    return addTotpFactor(db, user.id, name, secret)
  })

  const uri = otpauthUri(issuer, user.email ?? '', secret)
  return ok({
    id,
    type: 'totp',
    friendly_name: name,
    // auth-js puts the SVG into a data address unchanged, so that it must not contain `#`.
    totp: { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret, uri },
  })
}

/** POST /factors/:factorId/challenge: creates a challenge for a code. */
export async function challenge(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('tokenVerifications', call.ip)
  const { user } = await requireSession(ctx, call)
  const factor = await findTotp(ctx, user.id, call)
  const now = ctx.now()
  const id = await inTransaction(ctx, 'Database error creating a challenge', ({ db }) =>
    addChallenge(db, factor.id, callerIp(call), now),
  )
  const expiresAt = Math.floor((now + challengeLifetime) / 1000)
  return ok({ id, type: factor.factor_type, expires_at: expiresAt })
}

/**
 * POST /factors/:factorId/verify: a right code raises the session to aal2 and ends the person's sessions at
 * aal1. A code works once, and the number of attempts is limited.
 */
export async function verifyFactor(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('tokenVerifications', call.ip)
  const signedIn = await requireSession(ctx, call)
  const factor = await findTotp(ctx, signedIn.user.id, call)
  const code = textOf(call, 'code')
  if (code === '') throw invalid('Code needs to be non-empty')
  const challengeId = textOf(call, 'challenge_id')
  if (!isUuid(challengeId)) throw badRequest('bad_json', 'challenge_id must be an UUID')

  const tries = ctx.limits.tries.factor
  tries.begin(factor.id)
  const reply = await take(ctx, call, signedIn, factor, { challengeId, code })
  tries.forget(factor.id)
  return ok(reply)
}

function take(
  ctx: AuthContext,
  call: Call,
  { user, session }: SignedIn,
  factor: Factor,
  given: { challengeId: string; code: string },
) {
  return inTransaction(ctx, 'Database error verifying the factor', async ({ db }) => {
    const current = await lockUser(db, user.id)
    const asked = await lockChallenge(db, factor.id, given.challengeId)
    checkChallenge(ctx, call, asked)
    const now = ctx.now()
    const step = matchingStep(factor.secret ?? '', given.code, now, await lastStep(db, factor.id))
    if (step === null) {
      throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered')
    }
    await closeChallenge(db, asked.id, now, step)
    await confirmFactor(db, factor)
    return raiseSession(ctx, db, current, session.id, factor)
  })
}

function checkChallenge(ctx: AuthContext, call: Call, asked: Challenge): void {
  if (asked.verified_at || !sameCaller(asked.ip_address, callerIp(call))) {
    throw unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (ctx.now() > asked.created_at.getTime() + challengeLifetime) {
    throw unprocessable(
      'mfa_challenge_expired',
      `MFA challenge ${asked.id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
}

/** DELETE /factors/:factorId: removes a factor; a verified one only in a session at aal2. */
export async function unenrol(ctx: AuthContext, call: Call): Promise<Response> {
  const { user, session } = await requireSession(ctx, call)
  const id = call.params.factorId ?? ''
  await inTransaction(ctx, 'Database error deleting factor', async ({ db }) => {
    await lockUser(db, user.id)
    const factor = await findFactor(db, user.id, id)
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await removeFactor(db, factor)
  })
  return ok({ id })
}

async function findTotp(ctx: AuthContext, userId: string, call: Call): Promise<Factor> {
  const factor = await findFactor(ctx.pool, userId, call.params.factorId ?? '')
  const { factor_type: type } = factor
  if (type !== 'totp' || !ctx.config.mfa.totp.verify) {
    throw unprocessable(
      `mfa_${type}_verify_not_enabled`,
      `MFA verification is disabled for ${type}`,
    )
  }
  return factor
}

const callerIp = (call: Call) => call.ip ?? '127.0.0.1'

/** A browser reaches this machine by IPv4 and by IPv6, so that the two loopback addresses count as the same. */
function sameCaller(left: string, right: string): boolean {
  const loopback = /^(127\.|::1$|::ffff:127\.)/
  return left === right || (loopback.test(left) && loopback.test(right))
}
