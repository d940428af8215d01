import type pg from 'pg'
import type { AuthContext, Call } from './context'
import { type ApiError, badRequest } from './errors'
import { addRefreshToken, type Session, type TokenReply, tokenReply } from './sessions'
import { inTransaction } from './transaction'
import { findUserById, isBanned } from './users'

interface RefreshToken {
  id: string
  token: string
  user_id: string
  session_id: string
  parent: string | null
  revoked: boolean
  updated_at: Date
}

const notFound = () =>
  badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
const alreadyUsed = () =>
  badRequest('refresh_token_already_used', 'Invalid Refresh Token: Already Used')

/**
 * Exchanges a refresh token, as GoTrue does (rules/accounts#refresh). The session's row is locked, so that
 * concurrent refreshes of several tabs run one after another:
 *
 * - The active token is used up and replaced.
 * - Its parent gets the active token, at any time, so that other tabs and a client that lost the answer catch
 * up.
 * - Other reuse within the reuse interval gets the active token too; later reuse revokes the whole family.
 *
 * @throws ApiError 400
 */
export async function refreshSession(
  ctx: AuthContext,
  call: Call,
  token: string,
): Promise<TokenReply> {
  // The refusal is returned, not thrown, so that the revocation is committed.
  const outcome = await inTransaction<TokenReply | ApiError>(
    ctx,
    'Database error refreshing the session',
    async ({ db }) => {
      const session = await lockSessionOf(db, token)
      // The token is read under the lock, because another tab may just have used it.
      const used = await findRefreshToken(db, token)
      if (!session || !used) return notFound()

      const user = await findUserById(db, session.user_id)
      if (!user) return notFound()
      if (isBanned(user)) return badRequest('user_banned', 'Invalid Refresh Token: User Banned')
      if (session.not_after && session.not_after.getTime() < Date.now()) {
        return badRequest('session_expired', 'Invalid Refresh Token: Session Expired')
      }

      const issued = await replacement(ctx, db, session, used)
      if (issued === null) return alreadyUsed()
      await db.query(
        `update auth.sessions
         set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3
         where id = $1`,
        [session.id, call.userAgent, call.ip],
      )
      return tokenReply(ctx, db, user, session, issued)
    },
  )
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** Returns the token that replaces `used`; null if its reuse was abuse. */
async function replacement(
  ctx: AuthContext,
  db: pg.PoolClient,
  session: Session,
  used: RefreshToken,
): Promise<string | null> {
  if (!used.revoked) {
    await db.query(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1',
      [used.id],
    )
    return addRefreshToken(db, session.user_id, session.id, used.token)
  }

  const active = await activeToken(db, session.id)
  // A family without an active token was revoked, which cannot be undone.
  if (!active) return null
  const reusableUntil = used.updated_at.getTime() + ctx.config.refreshReuseInterval * 1000
  if (active.parent === used.token || Date.now() <= reusableUntil) return active.token

  if (ctx.config.rotateRefreshTokens) {
    await db.query(
      `update auth.refresh_tokens set revoked = true, updated_at = now()
       where session_id = $1 and not revoked`,
      [session.id],
    )
    ctx.log(
      `a refresh token was used again too late; the tokens of session ${session.id} are revoked`,
    )
  }
  return null
}

async function lockSessionOf(db: pg.PoolClient, token: string): Promise<Session | null> {
  const { rows } = await db.query<Session>(
    `select * from auth.sessions
     where id = (select session_id from auth.refresh_tokens where token = $1)
     for update`,
    [token],
  )
  return rows[0] ?? null
}

async function findRefreshToken(db: pg.PoolClient, token: string): Promise<RefreshToken | null> {
  const { rows } = await db.query<RefreshToken>(
    'select * from auth.refresh_tokens where token = $1',
    [token],
  )
  return rows[0] ?? null
}

/** Returns the newest token that was not used. */
async function activeToken(db: pg.PoolClient, sessionId: string): Promise<RefreshToken | null> {
  const { rows } = await db.query<RefreshToken>(
    `select * from auth.refresh_tokens
     where session_id = $1 and not revoked order by id desc limit 1`,
    [sessionId],
  )
  return rows[0] ?? null
}
