import type { AuthContext, Call } from './context'
import { ApiError, banned, forbidden } from './errors'
import { findSession, type Session } from './sessions'
import { findUserById, isBanned, type User } from './users'

/** Who is asking, by their access token. `session` is null for a token that belongs to none. */
export interface Caller {
  user: User
  session: Session | null
}

/**
 * Reads `Authorization: Bearer`. A token whose account or session is gone is refused, although it is
 * signed well and has time left.
 *
 * @throws ApiError no_authorization (401), bad_jwt, user_not_found, session_not_found (403)
 */
export async function readCaller(ctx: AuthContext, call: Call): Promise<Caller> {
  const { sub, sessionId } = await ctx.accessTokens.read(bearerOf(call))
  const user = await findUserById(ctx.pool, sub)
  if (!user) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist')
  if (sessionId === null) return { user, session: null }
  const session = await findSession(ctx.pool, sessionId)
  if (!session || session.user_id !== user.id) {
    throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, session }
}

/** A caller whose token belongs to a session that is still open. */
export type SignedIn = Caller & { session: Session }

/** As `readCaller`, and refuses the banned. @throws ApiError user_banned (403) besides */
export async function requireCaller(ctx: AuthContext, call: Call): Promise<Caller> {
  const caller = await readCaller(ctx, call)
  if (isBanned(caller.user)) throw banned()
  return caller
}

/** As `requireCaller`, and refuses a token without a session. @throws ApiError session_not_found (403) besides */
export async function requireSession(ctx: AuthContext, call: Call): Promise<SignedIn> {
  const { user, session } = await requireCaller(ctx, call)
  if (!session) throw forbidden('session_not_found', 'A session is required')
  return { user, session }
}

/**
 * Lets through the project's own servers alone: the service role, by its key.
 * @throws ApiError no_authorization (401), bad_jwt, not_admin (403)
 */
export async function requireServiceRole(ctx: AuthContext, call: Call): Promise<void> {
  const role = await ctx.accessTokens.role(bearerOf(call))
  if (role !== 'service_role') throw forbidden('not_admin', 'User not allowed')
}

/** Whether the project's own servers ask, where others may ask too. */
export async function isServiceRole(ctx: AuthContext, call: Call): Promise<boolean> {
  return requireServiceRole(ctx, call).then(
    () => true,
    () => false,
  )
}

function bearerOf(call: Call): string {
  const bearer = /^Bearer +(\S+)$/i.exec(call.authorization)?.[1]
  if (bearer === undefined) {
    throw new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  return bearer
}
