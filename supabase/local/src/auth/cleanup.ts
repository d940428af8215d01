import type pg from 'pg'

const hour = 60 * 60 * 1000

const stale = [
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.refresh_tokens where revoked and updated_at < now() - interval '1 day'`,
  `delete from auth.sessions where not_after < now() - interval '1 day'`,
]

/** Deletes expired rows every hour. @returns a function that stops it */
export function startCleanup(pool: pg.Pool, log: (line: string) => void): () => void {
  const timer = setInterval(async () => {
    try {
      for (const statement of stale) await pool.query(statement)
    } catch (error) {
      log(`cleanup failed: ${error instanceof Error ? error.message : error}`)
    }
  }, hour)
  timer.unref()
  return () => clearInterval(timer)
}
