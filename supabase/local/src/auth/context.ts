import type pg from 'pg'
import type { AuthMail } from '../../../functions/_shared/auth-mails.ts'
import type { AuthConfig } from '../config'
import type { Mailer } from '../mail'
import type { AccessTokens } from './access-tokens'
import type { Limits } from './limits'

/** The pool, or one connection with an open transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/** The dependencies of all routes, created once by `createAuth`. */
export interface AuthContext {
  pool: pg.Pool
  config: AuthConfig
  /** Origin of the product, without a slash at the end. */
  siteUrl: string
  /** The address of Auth: the API's origin and `/auth/v1`. */
  authUrl: string
  mailer: Mailer
  limits: Limits
  accessTokens: AccessTokens
  /** The clock of one-time codes, in milliseconds since 1970. */
  now: () => number
  log: (line: string) => void
}

/** One parsed request. */
export interface Call {
  /** The named parts of the path. */
  params: Record<string, string>
  query: URLSearchParams
  /** The header `Authorization`; empty if absent. */
  authorization: string
  /** The JSON object of the body; empty if absent. */
  body: Record<string, unknown>
  /** The caller's IP address; null if unknown. */
  ip: string | null
  userAgent: string | null
}

/** Answers one call. @throws ApiError for a refused call */
export type Handler = (ctx: AuthContext, call: Call) => Promise<Response>

/** Returns an answer with status 200. */
export const ok = (json: unknown, headers: Record<string, string> = {}) =>
  Response.json(json, { headers })

/** A transaction, with the mails to send after its commit. */
export interface Transaction {
  db: pg.PoolClient
  mails: AuthMail[]
}
