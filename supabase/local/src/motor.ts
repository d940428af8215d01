import pg from 'pg'

const PAUSE_MS = 15_000
/** Soon after the start: what fell due meanwhile is not to be told of as standing still. */
const FIRST_MS = 1_000
/** What private.run_due_work() takes at once. */
const BATCH = 50

/**
 * Turns the motor of due work every 15 seconds, as pg_cron does on a hosted project, and goes on at once while there is
 * more (rules/due-work#motor).
 * @param options.databaseUrl of the schema's owner
 * @param options.pauseMs between two turns
 * @returns how to stop it; settles when the turn that is under way has ended.
 */
export function startMotor(options: {
  databaseUrl: string
  log: (line: string) => void
  pauseMs?: number
}): () => Promise<void> {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 })
  pool.on('error', (error) =>
    options.log(`The motor lost its database connection: ${error.message}`),
  )
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()

  const run = async () => {
    try {
      let handled = BATCH
      while (handled >= BATCH && !stopped) {
        const { rows } = await pool.query('select private.run_due_work($1) as handled', [BATCH])
        handled = rows[0].handled
      }
    } catch (error) {
      options.log(`Due work failed: ${error instanceof Error ? error.message : error}`)
    }
    wait()
  }
  const wait = (pauseMs = options.pauseMs ?? PAUSE_MS) => {
    if (stopped) return
    timer = setTimeout(() => {
      turn = run()
    }, pauseMs)
    timer.unref()
  }
  wait(options.pauseMs ?? FIRST_MS)

  return async () => {
    stopped = true
    clearTimeout(timer)
    await turn
    await pool.end()
  }
}
