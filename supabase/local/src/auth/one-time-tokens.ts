import { createHash, randomInt, randomUUID } from 'node:crypto'
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
}

/**
 * Makes the code and the link's token for one purpose; whatever was sent before for it is void.
 *
 * @param email where they are sent; the code only fits together with it.
 * @returns the code that is typed and the hash that stands in the link.
 */
export async function createToken(
  ctx: AuthContext,
  db: pg.PoolClient,
  userId: string,
  type: TokenType,
  email: string,
  pkce: boolean,
): Promise<{ otp: string; tokenHash: string }> {
  const { otpLength, otpExpiry } = ctx.config.email
  const otp = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
  const tokenHash = (pkce ? pkcePrefix : '') + hashCode(email, otp)
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     on conflict (user_id, token_type) do update
       set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
         created_at = now(), updated_at = now(), expires_at = excluded.expires_at`,
    [randomUUID(), userId, type, tokenHash, email, otpExpiry],
  )
  return { otp, tokenHash }
}

/** Uses up the token of a link. Null when it is unknown, used or too old. */
export function takeLink(db: pg.PoolClient, tokenHash: string, types: TokenType[]) {
  return take(db, [tokenHash], types)
}

/** Uses up a code that was sent to `email`. Null when it is wrong, used or too old. */
export function takeCode(db: pg.PoolClient, email: string, code: string, types: TokenType[]) {
  const plain = hashCode(email, code)
  return take(db, [plain, pkcePrefix + plain], types)
}

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

export const isPkceLink = (tokenHash: string) => tokenHash.startsWith(pkcePrefix)

/**
 * Deleting is the test: of two attempts at the same moment one finds the row gone. The account is
 * locked first, here and wherever tokens are made, so that no two requests wait for each other.
 */
async function take(
  db: pg.PoolClient,
  hashes: string[],
  types: TokenType[],
): Promise<Taken | null> {
  const found = await db.query<{ id: string; user_id: string }>(
    `select id, user_id from auth.one_time_tokens
     where token_hash = any ($1) and token_type::text = any ($2) and expires_at > now()`,
    [hashes, types],
  )
  const token = found.rows[0]
  if (!token) return null
  const user = await lockUser(db, token.user_id)
  const { rows } = await db.query<{ type: TokenType }>(
    'delete from auth.one_time_tokens where id = $1 returning token_type as type',
    [token.id],
  )
  const taken = rows[0]
  return taken ? { type: taken.type, user } : null
}

function hashCode(email: string, code: string): string {
  return createHash('sha224')
    .update(email + code)
    .digest('hex')
}
