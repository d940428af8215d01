import type pg from 'pg'
import { verifyToken } from '../auth/access-tokens'
import { isDiskFull } from '../disk-full'
import { errorCode } from '../plain-error'
import { accessDenied, badRequest, duplicate, forbidden, noRoom, relatedNotFound } from './errors'

const roles = ['anon', 'authenticated', 'service_role'] as const

/** The sender of a request, as their token describes them. */
export interface Caller {
  role: (typeof roles)[number]
  claims: Record<string, unknown>
}

/** The service role, for reads that need no policy or follow one. */
export const project: Caller = { role: 'service_role', claims: { role: 'service_role' } }

/** @throws StorageError AccessDenied for a forged or expired token */
export async function readCaller(authorization: string | null, key: Uint8Array): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return { role: 'anon', claims: { role: 'anon' } }
  const claims = await verifyToken(token, key).catch((error: Error) => {
    throw accessDenied(error.message)
  })
  return callerOf(claims)
}

/** @throws StorageError AccessDenied if the claims name no known role */
export function callerOf(claims: Record<string, unknown>): Caller {
  const role = roles.find((known) => known === claims.role)
  if (!role) throw accessDenied('The token names no role')
  return { role, claims }
}

/** Returns the caller's id; null for a visitor and for the service role. */
export const personOf = ({ claims }: Caller): string | null =>
  typeof claims.sub === 'string' ? claims.sub : null

export interface Database {
  /**
   * Runs a transaction with the caller's role and claims, so that row security applies.
   * @throws StorageError if the database refuses a statement
   */
  as<T>(caller: Caller, act: (client: pg.PoolClient) => Promise<T>): Promise<T>
}

/** @param pool connects as the role `authenticator`, which may switch to the caller's role */
export function createDatabase(pool: pg.Pool): Database {
  return {
    async as(caller, act) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        await client.query(
          `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
          [caller.role, JSON.stringify(caller.claims)],
        )
        const result = await act(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((problem: Error) => {
          broken = problem
        })
        throw refusalOf(error)
      } finally {
        client.release(broken)
      }
    },
  }
}

function refusalOf(error: unknown): unknown {
  if (isDiskFull(error)) return noRoom()
  const code = errorCode(error)
  if (code === '42501') return forbidden()
  if (code === '23505') return duplicate()
  if (code === '23503') return relatedNotFound()
  // Class 22 (data exception): for example a NUL character in a text, or a number out of range.
  if (code?.startsWith('22')) return badRequest('The request holds what the database cannot take')
  return error
}
