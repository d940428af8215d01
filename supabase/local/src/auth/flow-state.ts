import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { ApiError, badRequest, invalid, unprocessable } from './errors'

/** What a PKCE client sends when a flow begins; null for one that wants tokens in the fragment. */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Minutes from the click on the link to the exchange of the code. */
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

/** Remembers the challenge until the link of the mail is followed. Does nothing without one. */
export async function beginFlow(
  db: pg.PoolClient,
  userId: string,
  method: string,
  challenge: Challenge | null,
): Promise<void> {
  if (!challenge) return
  await db.query(
    `insert into auth.flow_state (
       id, user_id, auth_code, code_challenge, code_challenge_method, provider_type,
       authentication_method, created_at, updated_at
     ) values ($1, $2, $3, $4, $5, 'email', $6, now(), now())`,
    [randomUUID(), userId, randomUUID(), challenge.challenge, challenge.method, method],
  )
}

/**
 * The code that a followed link carries back to the client.
 * @throws ApiError flow_state_not_found (422)
 */
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

/**
 * Uses up an auth code. A wrong verifier leaves it usable for the client that has the right one.
 * @throws ApiError flow_state_not_found (404), flow_state_expired (422), bad_code_verifier (400)
 */
export async function takeAuthCode(
  db: pg.PoolClient,
  code: string,
  verifier: string,
): Promise<{ userId: string; method: string }> {
  const { rows } = await db.query<{
    id: string
    user_id: string | null
    code_challenge: string
    code_challenge_method: Challenge['method']
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
  if (!fits(flow.code_challenge, flow.code_challenge_method, verifier)) {
    throw badRequest(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await db.query('delete from auth.flow_state where id = $1', [flow.id])
  return { userId: flow.user_id, method: flow.authentication_method }
}

function fits(challenge: string, method: Challenge['method'], verifier: string): boolean {
  const given =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [left, right] = [Buffer.from(challenge), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}
