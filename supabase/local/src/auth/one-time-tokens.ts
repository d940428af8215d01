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

/** In front of a link's token when it was asked for by a PKCE client. */
const pkcePrefix = 'pkce_'

/** A token that has just been used up, and whose it was. */
export interface Taken {
  type: TokenType
  user: User
  /** Whether the account keeps its password if this token confirms its address. */
  keepsPassword: boolean
}

/** What a token is for. */
export interface TokenOrder {
  type: TokenType
  /** Where it is sent; the code only fits together with it. */
  email: string
  /** It was asked for by a PKCE client. */
  pkce: boolean
  /** See `Taken`; left out it stays as with the token before, and is false without one. */
  keepsPassword?: boolean | undefined
}

/**
 * Makes the code and the link's token for one purpose; what was sent before for it is void. They have
 * nothing to do with each other: who knows the address can try a million codes, but no tokens.
 *
 * @returns the code that is typed and the token that stands in the link; only their hashes are kept.
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
 * Leaves the mail that is out as it is, and changes what becomes of the password when it is used.
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

/** Uses up the token of a link. Null when it is unknown, used or too old. */
export function takeLink(db: pg.PoolClient, token: string, types: TokenType[]) {
  return take(db, 'token_hash', hash(token), types)
}

/** Uses up a code that was sent to `email`. Null when it is wrong, used or too old. */
export function takeCode(db: pg.PoolClient, email: string, code: string, types: TokenType[]) {
  return take(db, 'code_hash', hash(email + code), types)
}

/** Removes what was sent to a person and not used, of some types or of all. */
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

/** Whether a link's token was asked for by a browser that holds its verifier. */
export const isPkceLink = (token: string) => token.startsWith(pkcePrefix)

/**
 * Deleting is the test: of two attempts at the same moment one finds the row gone. The account is
 * locked first, here and wherever tokens are made, so that no two requests wait for each other.
 */
async function take(
  db: pg.PoolClient,
  column: 'token_hash' | 'code_hash',
  hashed: string,
  types: TokenType[],
): Promise<Taken | null> {
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
