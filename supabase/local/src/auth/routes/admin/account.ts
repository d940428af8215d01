import { objectOf, textOf } from '../../body'
import type { AuthContext, Call } from '../../context'
import { ApiError, badRequest, invalid } from '../../errors'
import { checkStrength, hashPassword } from '../../passwords'
import { findUserById, type User } from '../../users'
import { isUuid } from '../../uuid'

/** Returns the account in the path. @throws ApiError validation_failed, user_not_found (404) */
export async function findAccount(ctx: AuthContext, call: Call): Promise<User> {
  const id = call.params.userId ?? ''
  if (!isUuid(id)) throw new ApiError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(ctx.pool, id)
  if (!user) throw new ApiError(404, 'user_not_found', 'User not found')
  return user
}

/** Reads the attributes of an account besides its email; absent ones are undefined. */
export async function readAttributes(ctx: AuthContext, call: Call) {
  if (textOf(call, 'phone') !== '') {
    throw badRequest('phone_provider_disabled', 'Phone numbers are not used for sign-in here')
  }
  return {
    passwordHash: await readPassword(ctx, call),
    bannedUntil: readBan(call),
    role: textOf(call, 'role') || undefined,
    userMetadata: objectOf(call, 'user_metadata'),
    appMetadata: objectOf(call, 'app_metadata'),
  }
}

async function readPassword(ctx: AuthContext, call: Call): Promise<string | undefined> {
  const given = call.body.password ?? undefined
  if (given === undefined) return undefined
  const password = textOf(call, 'password')
  checkStrength(ctx.config, password)
  return hashPassword(password)
}

/** `none` lifts a ban (null); any other text is a duration in Go's format. */
function readBan(call: Call): Date | null | undefined {
  const text = textOf(call, 'ban_duration')
  if (text === '') return undefined
  if (text === 'none') return null
  const milliseconds = parseDuration(text)
  if (milliseconds === null) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`)
  }
  return milliseconds === 0 ? null : new Date(Date.now() + milliseconds)
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Returns the milliseconds of "1h30m" or "300ms"; null for another text. */
function parseDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (units[unit ?? ''] ?? 0)
  }
  return total
}
