import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { AuthContext } from './context'
import { lockUser, type User } from './users'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'reauthentication_token'

/** The prefix of a link's token that a PKCE client asked for. */
const pkcePrefix = 'pkce_'

/** A token that has just been used up, with its account. */
export interface UsedToken {
  type: TokenType
  user: User
  /** Whether the account keeps its password if this token confirms its email. */
  keepsPassword: boolean
}

/** The description of a token to create. */
export interface TokenOrder {
  type: TokenType
  /** The recipient; the code is valid only with this email. */
  email: string
  /** True for a PKCE client. */
  pkce: boolean
  /** See `UsedToken`; if undefined, the value of the earlier token, or false. */
  keepsPassword?: boolean | undefined
}

/**
 * Creates the code and the link's token for one purpose, and voids the earlier ones. The two are independent
 * of each other: an attacker who knows the email can try a million codes, but cannot guess a token.
 *
 * @returns the code and the token of the link; only their hashes are stored
 */
export async function createToken(
  ctx: AuthContext,
  db: pg.PoolClient,
  userId: string,
  { type, email, pkce, keepsPassword }: TokenOrder,
): Promise<{ otp: string; token: string }> {
  const { otpLength, otpExpiry } = ctx.config.email
  const otp = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
  const token = (pkce ? pkcePrefix : '') + randomBytes(32).toString('hex')
  await db.query(
    `insert into auth.one_time_tokens (
       id, user_id, token_type, token_hash, code_hash, relates_to, expires_at, keeps_password
     ) values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), coalesce($8, false))
     on conflict (user_id, token_type) do update
       set id = excluded.id, token_hash = excluded.token_hash, code_hash = excluded.code_hash,
         relates_to = excluded.relates_to, created_at = now(), updated_at = now(),
         expires_at = excluded.expires_at,
         keeps_password = coalesce($8, one_time_tokens.keeps_password)`,
    [
      randomUUID(),
      userId,
      type,
      hash(token),
      hash(email + otp),
      email,
      otpExpiry,
      keepsPassword ?? null,
    ],
  )
  return { otp, token }
}

/**
 * Keeps the sent mail valid, and changes what happens to the password when it is used.
 * @returns whether there is such a token
 */
export async function markToken(
  db: pg.PoolClient,
  userId: string,
  type: TokenType,
  keepsPassword: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update auth.one_time_tokens set keeps_password = $3
     where user_id = $1 and token_type = $2 and expires_at > now()`,
    [userId, type, keepsPassword],
  )
  return rowCount === 1
}

/** Uses up the token of a link. Returns null if it is unknown, used or expired. */
export function takeLink(db: pg.PoolClient, token: string, types: TokenType[]) {
  return take(db, 'token_hash', hash(token), types)
}

/** Uses up a code that was sent to `email`. Returns null if it is wrong, used or expired. */
export function takeCode(db: pg.PoolClient, email: string, code: string, types: TokenType[]) {
  return take(db, 'code_hash', hash(email + code), types)
}

/** Removes a person's unused tokens, of some types or of all. */
export async function clearTokens(
  db: pg.PoolClient,
  userId: string,
  types: TokenType[] | 'all' = 'all',
): Promise<void> {
  await db.query(
    `delete from auth.one_time_tokens
     where user_id = $1 and ($2::text[] is null or token_type::text = any ($2))`,
    [userId, types === 'all' ? null : types],
  )
}

/** Whether a PKCE client asked for the token of a link. */
export const isPkceLink = (token: string) => token.startsWith(pkcePrefix)

/**
 * Deleting the row is the check: of two concurrent attempts, one finds the row gone. The account is locked
 * first, here and wherever tokens are created, so that no deadlock is possible.
 */
async function take(
  db: pg.PoolClient,
  column: 'token_hash' | 'code_hash',
  hashed: string,
  types: TokenType[],
): Promise<UsedToken | null> {
  const found = await db.query<{ id: string; user_id: string }>(
    `select id, user_id from auth.one_time_tokens
     where ${column} = $1 and token_type::text = any ($2) and expires_at > now()`,
    [hashed, types],
  )
  const token = found.rows[0]
  if (!token) return null
  const user = await lockUser(db, token.user_id)
  const { rows } = await db.query<{ type: TokenType; keeps_password: boolean }>(
    'delete from auth.one_time_tokens where id = $1 returning token_type as type, keeps_password',
    [token.id],
  )
  const taken = rows[0]
  return taken ? { type: taken.type, user, keepsPassword: taken.keeps_password } : null
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
