import pg from 'pg'
import type { Routes } from '../gateway/http'
import type { RequestSlots } from '../gateway/request-slots'
import { createIssuer, type Issuer } from './issuer'
import { ciRoutes } from './routes'
import { createRunner } from './runner'

export interface CiOptions {
  /** Address of the database, with the role that owns the schema. */
  databaseUrl: string
  /** Origin of the product. */
  siteUrl: string
  slots: RequestSlots
  log: (line: string) => void
}

export interface Ci {
  /** All paths that begin with /_ci. */
  routes: Routes
  /** The issuer of the tokens that these pages send. The function repo-result of this backend trusts it besides GitHub. */
  issuer: Issuer
  close(): Promise<void>
}

/**
 * Plays GitHub on this machine. The page /_ci shows the repositories whose addresses people pasted into lessons. Its buttons
 * send results of tests to repo-result, as jobs of GitHub Actions would.
 */
export function createCi({ databaseUrl, siteUrl, slots, log }: CiOptions): Ci {
  const issuer = createIssuer(siteUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', (error) => log(`/_ci lost a database connection: ${error.message}`))
  const runner = createRunner(pool, issuer, siteUrl)
  return { routes: ciRoutes({ runner, issuer, slots }), issuer, close: () => pool.end() }
}
