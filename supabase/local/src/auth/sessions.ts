import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { AuthenticationMethod } from './access-tokens'
import type { AuthContext, Call, Queryable } from './context'
import type { Factor } from './factors'
import { type User, updateUser, userJson } from './users'

/** The columns of auth.sessions that this service reads. */
export interface Session {
  id: string
  user_id: string
  created_at: Date
  not_after: Date | null
  aal: string
}

/** The answer to a sign-in or a refresh. */
export interface TokenReply {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

/**
 * Signs a person in: creates a session, its first refresh token and an access token.
 *
 * @param method how the person signed in: `password`, `otp`, `magiclink`, `recovery`, …
 */
export async function openSession(
  ctx: AuthContext,
  db: pg.PoolClient,
  user: User,
  method: string,
  call: Call,
): Promise<TokenReply> {
  const sessionId = randomUUID()
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, now(), now(), 'aal1', $3, $4)`,
    [sessionId, user.id, call.userAgent, call.ip],
  )
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, now(), now(), $3)`,
    [randomUUID(), sessionId, method],
  )
  const refreshToken = await addRefreshToken(db, user.id, sessionId, null)
  const signedIn = await updateUser(db, user, { last_sign_in_at: new Date() })
  return tokenReply(ctx, db, signedIn, { id: sessionId, aal: 'aal1' }, refreshToken)
}

/**
 * Raises a session to aal2 after a code of `factor`, and ends the person's sessions at aal1. The earlier refresh token
 * gets no successor, so that nobody can exchange it for a session at aal2.
 */
export async function raiseSession(
  ctx: AuthContext,
  db: pg.PoolClient,
  user: User,
  sessionId: string,
  factor: Factor,
): Promise<TokenReply> {
  await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    [sessionId, factor.id],
  )
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, now(), now(), $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, factor.factor_type],
  )
  await db.query(
    `delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`,
    [user.id],
  )
  await db.query(
    `update auth.refresh_tokens set revoked = true, updated_at = now()
     where session_id = $1 and not revoked`,
    [sessionId],
  )
  const refreshToken = await addRefreshToken(db, user.id, sessionId, null)
  return tokenReply(ctx, db, user, { id: sessionId, aal: 'aal2' }, refreshToken)
}

/** @param parent the replaced token; null for the first of a session */
export async function addRefreshToken(
  db: pg.PoolClient,
  userId: string,
  sessionId: string,
  parent: string | null,
): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  await db.query(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, false, now(), now())`,
    [token, userId, sessionId, parent],
  )
  return token
}

/** Returns the answer to a sign-in or a refresh, with a new access token and the account. */
export async function tokenReply(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  session: Pick<Session, 'id' | 'aal'>,
  refreshToken: string,
): Promise<TokenReply> {
  const { token, expiresAt } = await ctx.accessTokens.sign({
    sub: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    aal: session.aal,
    amr: await authenticationMethods(db, session.id),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ctx.config.jwtExpiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await userJson(db, user),
  }
}

/** Returns a session; null if it has ended. */
export async function findSession(db: Queryable, id: string): Promise<Session | null> {
  const { rows } = await db.query<Session>('select * from auth.sessions where id = $1', [id])
  return rows[0] ?? null
}

/** Ends sessions of one person, with their refresh tokens. */
export async function endSessions(
  db: Queryable,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  await db.query(
    `delete from auth.sessions
     where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    [userId, which.only ?? null, which.except ?? null],
  )
}

/** The newest comes first. */
async function authenticationMethods(
  db: Queryable,
  sessionId: string,
): Promise<AuthenticationMethod[]> {
  const { rows } = await db.query<AuthenticationMethod>(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows
}
