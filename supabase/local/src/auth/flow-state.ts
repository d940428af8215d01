import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { ApiError, badRequest, invalid, unprocessable } from './errors'

/** The challenge that a PKCE client sends; null for a client that expects tokens in the fragment. */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Minutes from opening the link to the exchange of its code. */
const codeLifetime = 5

/** @throws ApiError validation_failed (400) */
export function readChallenge(body: Record<string, unknown>): Challenge | null {
  const challenge = body.code_challenge || ''
  const method = body.code_challenge_method || ''
  if (challenge === '' && method === '') return null
  if (typeof challenge !== 'string' || typeof method !== 'string' || !challenge || !method) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const name = method.toLowerCase()
  if (name !== 's256' && name !== 'plain') throw invalid('Invalid code challenge method')
  return { challenge, method: name }
}

/**
 * Stores the challenge until the link of the mail is opened; does nothing without a challenge.
 * @param chosen hash of the password with which a sign-up began
 */
export async function beginFlow(
  db: pg.PoolClient,
  userId: string,
  method: string,
  challenge: Challenge | null,
  chosen: string | null = null,
): Promise<void> {
  if (!challenge) return
  await db.query(
    `insert into auth.flow_state (
       id, user_id, auth_code, code_challenge, code_challenge_method, provider_type,
       authentication_method, encrypted_password, created_at, updated_at
     ) values ($1, $2, $3, $4, $5, 'email', $6, $7, now(), now())`,
    [randomUUID(), userId, randomUUID(), challenge.challenge, challenge.method, method, chosen],
  )
}

/** Returns the code that an opened link passes to the client. @throws ApiError flow_state_not_found (422) */
export async function issueAuthCode(
  db: pg.PoolClient,
  userId: string,
  method: string,
): Promise<string> {
  const { rows } = await db.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
     where id = (
       select id from auth.flow_state
       where user_id = $1 and authentication_method = $2 order by created_at desc limit 1
     )
     returning auth_code`,
    [userId, method],
  )
  const flow = rows[0]
  if (!flow) throw unprocessable('flow_state_not_found', 'No valid flow state found for user.')
  return flow.auth_code
}

/** Returns whether a client began a flow of this method with a challenge during the last day. */
export async function hasFlow(db: pg.PoolClient, userId: string, method: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from auth.flow_state where user_id = $1 and authentication_method = $2',
    [userId, method],
  )
  return rowCount !== 0
}

/** The result of an exchanged code. */
interface UsedCode {
  userId: string
  method: string
  /** Hash of the password with which a sign-up began. */
  chosen: string | null
}

/**
 * Uses up an auth code. Accepts the verifier of any flow of the same kind and account, so that another person who
 * begins a flow later cannot lock out the owner of the mailbox. After a wrong verifier, the code remains valid for the
 * right client.
 *
 * @throws ApiError flow_state_not_found (404), flow_state_expired (422), bad_code_verifier (400)
 */
export async function takeAuthCode(
  db: pg.PoolClient,
  code: string,
  verifier: string,
): Promise<UsedCode> {
  const { rows } = await db.query<{
    user_id: string | null
    authentication_method: string
    fresh: boolean
  }>(
    `select *, auth_code_issued_at > now() - make_interval(mins => $2) as fresh
     from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update`,
    [code, codeLifetime],
  )
  const flow = rows[0]
  if (!flow?.user_id) {
    throw new ApiError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (!flow.fresh) {
    throw unprocessable('flow_state_expired', 'invalid flow state, flow state has expired')
  }
  const { rows: begun } = await db.query<{
    code_challenge: string
    code_challenge_method: Challenge['method']
    encrypted_password: string | null
  }>(
    `select * from auth.flow_state
     where user_id = $1 and authentication_method = $2 order by created_at desc`,
    [flow.user_id, flow.authentication_method],
  )
  const own = begun.find((one) => fits(one.code_challenge, one.code_challenge_method, verifier))
  if (!own) {
    throw badRequest(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await db.query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [
    flow.user_id,
    flow.authentication_method,
  ])
  const { user_id: userId, authentication_method: method } = flow
  return { userId, method, chosen: own.encrypted_password }
}

function fits(challenge: string, method: Challenge['method'], verifier: string): boolean {
  const given =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [left, right] = [Buffer.from(challenge), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}
