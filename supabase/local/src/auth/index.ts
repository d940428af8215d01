import type pg from 'pg'
import type { AuthConfig } from '../config'
import type { Routes } from '../gateway/http'
import type { Mailer } from '../mail'
import { createAccessTokens } from './access-tokens'
import { startCleanup } from './cleanup'
import type { AuthContext } from './context'
import { createLimits } from './limits'
import { authRoutes } from './routes'

export interface AuthOptions {
  /** A pool that connects as supabase_auth_admin. The caller handles its errors and ends it. */
  pool: pg.Pool
  /** The secret that signs access tokens; PostgREST has the same. */
  jwtSecret: string
  config: AuthConfig
  /** Origin of the product, to which mails link. */
  siteUrl: string
  /** Origin of the API, without `/auth/v1`. */
  apiUrl: string
  mailer: Mailer
  /** The clock of one-time codes and limits, in milliseconds; tests replace it. */
  now?: () => number
  log: (line: string) => void
}

export interface Auth {
  /** Relative to /auth/v1. */
  routes: Routes
  close(): Promise<void>
}

/**
 * The embedded Auth service. It implements the part of GoTrue's protocol that auth-js uses here, and keeps
 * all its state in the schema auth.
 */
export function createAuth(options: AuthOptions): Auth {
  const authUrl = `${options.apiUrl.replace(/\/+$/, '')}/auth/v1`
  const now = options.now ?? Date.now
  const siteUrl = options.siteUrl.replace(/\/+$/, '')
  // config.toml contains the site's address, and a local run has a different one.
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
    routes: authRoutes(ctx),
    async close() {
      stopCleanup()
    },
  }
}
