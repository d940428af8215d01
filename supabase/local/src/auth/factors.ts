import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Queryable } from './context'
import { ApiError, unprocessable } from './errors'
import { isUuid } from './uuid'

/** The columns of auth.mfa_factors that this service reads. */
export interface Factor {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone'
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  last_challenged_at: Date | null
}

/** A challenge that waits for its code. */
export interface Challenge {
  id: string
  created_at: Date
  verified_at: Date | null
  ip_address: string
}

/** Minutes after which an unverified factor may be replaced by another attempt. */
const enrolmentLifetime = 5

/** @throws ApiError mfa_factor_not_found (404), also for another person's factor */
export async function findFactor(db: Queryable, userId: string, id: string): Promise<Factor> {
  if (!isUuid(id)) throw new ApiError(404, 'validation_failed', 'factor_id must be an UUID')
  const { rows } = await db.query<Factor>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2',
    [id, userId],
  )
  const factor = rows[0]
  if (!factor) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

/** Returns all second factors of a person, including unverified ones, oldest first. */
export async function factorsOf(db: Queryable, userId: string): Promise<Factor[]> {
  const { rows } = await db.query<Factor>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows
}

/** Whether changes of this person's account require the second factor. */
export async function hasVerifiedFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await factorsOf(db, userId)).some(({ status }) => status === 'verified')
}

/** Removes second factors that were not verified in time. */
export async function dropStaleEnrolments(db: pg.PoolClient, userId: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(mins => $2)`,
    [userId, enrolmentLifetime],
  )
}

/** Stores an unverified second factor and returns its id. */
export async function addTotpFactor(
  db: pg.PoolClient,
  userId: string,
  name: string,
  secret: string,
): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into auth.mfa_factors (
       id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
     ) values ($1, $2, $3, 'totp', 'unverified', $4, now(), now())`,
    [id, userId, name, secret],
  )
  return id
}

/**
 * Marks a factor as verified, and removes the person's unverified ones, whose QR codes may still be visible
 * somewhere.
 */
export async function confirmFactor(db: pg.PoolClient, factor: Factor): Promise<void> {
  await db.query(
    `update auth.mfa_factors set status = 'verified', updated_at = now()
     where id = $1 and status = 'unverified'`,
    [factor.id],
  )
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [factor.user_id, factor.factor_type],
  )
}

/** Removes a factor. Sessions that reached aal2 by this factor return to aal1. */
export async function removeFactor(db: pg.PoolClient, factor: Factor): Promise<void> {
  await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
  await db.query(
    `delete from auth.mfa_amr_claims
     where authentication_method = $3
       and session_id in (select id from auth.sessions where user_id = $1 and factor_id = $2)`,
    [factor.user_id, factor.id, factor.factor_type],
  )
  await db.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
     where user_id = $1 and factor_id = $2`,
    [factor.user_id, factor.id],
  )
}

/** @param now milliseconds since 1970. */
export async function addChallenge(
  db: pg.PoolClient,
  factorId: string,
  ip: string,
  now: number,
): Promise<string> {
  const id = randomUUID()
  // The update comes before the insert. An insert takes a shared lock on the factor, and then two concurrent
  // transactions would wait for each other.
  await db.query(
    'update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1',
    [factorId],
  )
  await db.query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)`,
    [id, factorId, new Date(now), ip],
  )
  return id
}

/** @throws ApiError mfa_factor_not_found (422) */
export async function lockChallenge(
  db: pg.PoolClient,
  factorId: string,
  id: string,
): Promise<Challenge> {
  const { rows } = await db.query<Challenge>(
    'select * from auth.mfa_challenges where id = $1 and factor_id = $2 for update',
    [id, factorId],
  )
  const challenge = rows[0]
  if (!challenge) {
    throw unprocessable(
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  }
  return challenge
}

/**
 * Ends a challenge and stores the time step of its code, so that the code works only once. The hosted tables
 * have no column for the step; `otp_code` is unused for authenticator apps.
 */
export async function closeChallenge(
  db: pg.PoolClient,
  id: string,
  now: number,
  step: number,
): Promise<void> {
  await db.query('update auth.mfa_challenges set verified_at = $2, otp_code = $3 where id = $1', [
    id,
    new Date(now),
    String(step),
  ])
}

/** Returns the time step of the last accepted code of a factor; null before the first. */
export async function lastStep(db: pg.PoolClient, factorId: string): Promise<number | null> {
  const { rows } = await db.query<{ step: string | null }>(
    `select max(otp_code::bigint) as step
     from auth.mfa_challenges where factor_id = $1 and verified_at is not null`,
    [factorId],
  )
  const step = rows[0]?.step ?? null
  return step === null ? null : Number(step)
}

/** Returns a factor for clients, without its secret. */
export function factorJson(factor: Factor): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name ?? '',
    factor_type: factor.factor_type,
    last_challenged_at: factor.last_challenged_at,
  }
}
