import pg from 'pg'
import type { Routes } from '../gateway/http'
import type { RequestSlots } from '../gateway/request-slots'
import { createIssuer, type Issuer } from './issuer'
import { ciRoutes } from './routes'
import { createRunner } from './runner'

export interface CiOptions {
  /** Address of the database for the owner of the schema. */
  databaseUrl: string
  /** Origin of the product. */
  siteUrl: string
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
export function createCi({ databaseUrl, siteUrl, slots, log }: CiOptions): Ci {
  const issuer = createIssuer(siteUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', (error) => log(`/_ci lost a database connection: ${error.message}`))
  const runner = createRunner(pool, issuer, siteUrl)
  return { routes: ciRoutes({ runner, issuer, slots }), issuer, close: () => pool.end() }
}
