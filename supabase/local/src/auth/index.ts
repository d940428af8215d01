import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import type { AuthConfig } from '../config'
import type { Mailer } from '../mail'
import { createAccessTokens } from './access-tokens'
import { startCleanup } from './cleanup'
import type { AuthContext } from './context'
import { ApiError } from './errors'
import { readCall, sendError, sendReply } from './http'
import { createLimits } from './limits'
import { findRoute } from './routes'

export interface AuthOptions {
  /** Connects as supabase_auth_admin. Whoever made it hears its errors and ends it. */
  pool: pg.Pool
  /** What access tokens are signed with; PostgREST has the same. */
  jwtSecret: string
  config: AuthConfig
  /** Origin of the product, where mails lead to. */
  siteUrl: string
  /** Origin of the API, without `/auth/v1`. */
  apiUrl: string
  mailer: Mailer
  /** The clock of one-time codes and limits, in milliseconds; the machine's own unless a test says otherwise. */
  now?: () => number
  log: (line: string) => void
}

export interface Auth {
  /** Answers one request; its URL is relative to /auth/v1. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  close(): Promise<void>
}

/**
 * The embedded backend's sign-in service. Speaks the part of GoTrue's protocol that auth-js uses
 * here; all its state is in schema auth.
 */
export function createAuth(options: AuthOptions): Auth {
  const authUrl = `${options.apiUrl.replace(/\/+$/, '')}/auth/v1`
  const now = options.now ?? Date.now
  const siteUrl = options.siteUrl.replace(/\/+$/, '')
  // The file names the site's address; a local run has its own.
  const here = (url: string) =>
    url.startsWith(`${options.config.siteUrl}/`)
      ? siteUrl + url.slice(options.config.siteUrl.length)
      : url
  const config = { ...options.config, redirectUrls: options.config.redirectUrls.map(here) }
  const ctx: AuthContext = {
    pool: options.pool,
    config,
    siteUrl,
    authUrl,
    mailer: options.mailer,
    limits: createLimits(config, now),
    accessTokens: createAccessTokens(options.jwtSecret, authUrl, config.jwtExpiry),
    now,
    log: options.log,
  }
  const stopCleanup = startCleanup(ctx.pool, ctx.log)

  return {
    async handle(req, res) {
      try {
        const url = new URL(`${ctx.siteUrl}${req.url ?? '/'}`)
        const route = findRoute(url.pathname.replace(/\/$/, ''), req.method ?? '')
        if (!route) throw new ApiError(404, 'not_found', `No ${req.method} ${url.pathname} here`)
        sendReply(res, await route.handler(ctx, await readCall(req, url, route.params)))
      } catch (error) {
        sendError(req, res, answerFor(ctx, req, error))
      }
    },
    async close() {
      stopCleanup()
    },
  }
}

/** What went wrong on our side goes to the log and stays out of the answer. */
function answerFor(ctx: AuthContext, req: IncomingMessage, error: unknown): ApiError {
  const answer =
    error instanceof ApiError
      ? error
      : new ApiError(
          500,
          'unexpected_failure',
          'Unexpected failure, please check server logs for more information',
        )
  if (answer.status >= 500) {
    const cause = error instanceof ApiError ? (error.cause ?? error) : error
    const [path] = (req.url ?? '').split('?')
    ctx.log(
      `${req.method} ${path}: ${cause instanceof Error ? (cause.stack ?? cause.message) : cause}`,
    )
  }
  return answer
}
