import type { AuthContext, Call } from './context'
import { ApiError, banned, forbidden } from './errors'
import { findSession, type Session } from './sessions'
import { findUserById, isBanned, type User } from './users'

/** The person of an access token. `session` is null for a token without a session. */
export interface Caller {
  user: User
  session: Session | null
}

/**
 * Reads `Authorization: Bearer`. A valid token is refused too if its account or session no longer exists.
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

/** A caller whose session is open. */
export type SignedIn = Caller & { session: Session }

/** Does the same as `readCaller`, and refuses banned accounts. @throws ApiError user_banned (403) */
export async function requireCaller(ctx: AuthContext, call: Call): Promise<Caller> {
  const caller = await readCaller(ctx, call)
  if (isBanned(caller.user)) throw banned()
  return caller
}

/**
 * Does the same as `requireCaller`, and refuses a token without a session. @throws ApiError session_not_found
 * (403)
 */
export async function requireSession(ctx: AuthContext, call: Call): Promise<SignedIn> {
  const { user, session } = await requireCaller(ctx, call)
  if (!session) throw forbidden('session_not_found', 'A session is required')
  return { user, session }
}

/**
 * Accepts only the project's own servers, which send the key of the service role. @throws ApiError
 * no_authorization (401), bad_jwt, not_admin (403)
 */
export async function requireServiceRole(ctx: AuthContext, call: Call): Promise<void> {
  const role = await ctx.accessTokens.role(bearerOf(call))
  if (role !== 'service_role') throw forbidden('not_admin', 'User not allowed')
}

/** Whether the caller is one of the project's own servers. */
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
