import type pg from 'pg'
import type { AuthConfig } from '../config'
import type { Mailer, TemplateMail } from '../mail'
import type { AccessTokens } from './access-tokens'
import type { Limits } from './limits'

/** The pool, or one connection in the middle of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/** Everything a route works with; made once, by `createAuth`. */
export interface AuthContext {
  pool: pg.Pool
  config: AuthConfig
  /** Origin of the product, without a slash at the end. */
  siteUrl: string
  /** Where this service answers: the API's origin and `/auth/v1`. */
  authUrl: string
  mailer: Mailer
  limits: Limits
  accessTokens: AccessTokens
  /** The clock of one-time codes, in milliseconds since 1970. */
  now: () => number
  log: (line: string) => void
}

/** One request, taken apart. */
export interface Call {
  /** The parts of the path that its route has names for. */
  params: Record<string, string>
  query: URLSearchParams
  /** The header of that name; empty when there is none. */
  authorization: string
  /** The JSON object of the body; empty when there is none. */
  body: Record<string, unknown>
  /** The caller's address, null when unknown. */
  ip: string | null
  userAgent: string | null
}

/** Answers one call. @throws ApiError for what is refused */
export type Handler = (ctx: AuthContext, call: Call) => Promise<Response>

/** An answer with status 200. */
export const ok = (json: unknown, headers: Record<string, string> = {}) =>
  Response.json(json, { headers })

/** A transaction, and the mails that leave once it is committed. */
export interface Transaction {
  db: pg.PoolClient
  mails: TemplateMail[]
}
