import pg from 'pg'
import type { Routes } from '../gateway/http'
import type { RequestSlots } from '../gateway/request-slots'
import { createIssuer, type Issuer } from './issuer'
import { ciRoutes } from './routes'
import { createRunner, type RunnerOptions } from './runner'

export interface CiOptions extends RunnerOptions {
  /** Address of the database for a role that reads every repository. */
  databaseUrl: string
  slots: RequestSlots
  log: (line: string) => void
}

export interface Ci {
  /** All paths that begin with /_ci. */
  routes: Routes
  /** The issuer of tokens, which the function repo-result of this backend trusts besides GitHub. */
  issuer: Issuer
  close(): Promise<void>
}

/**
 * Plays the host of repositories: its pages at /_ci show the repositories that were asked for and connected, and send
 * results of tests for them as jobs of GitHub Actions would.
 */
export function createCi({ databaseUrl, slots, log, ...options }: CiOptions): Ci {
  const issuer = createIssuer(options.siteUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', (error) => log(`/_ci lost a database connection: ${error.message}`))
  const runner = createRunner(pool, issuer, options)
  return { routes: ciRoutes({ runner, issuer, slots }), issuer, close: () => pool.end() }
}
