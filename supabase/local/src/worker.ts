import pg from 'pg'

const PAUSE_MS = 15_000
/**
 * The first round comes soon after the start, so that jobs that became due in the meantime do not count as
 * overdue.
 */
const FIRST_MS = 1_000
/** The number of jobs that private.run_due_work() does at once. */
const BATCH = 50
/** How often mails, or runs, are taken in one round, before other jobs are done again. */
const QUEUE_ROUNDS = 20

/**
 * Runs the worker of due jobs every 15 seconds, as pg_cron and the function `tick` do on a hosted project,
 * and continues at once while there are more (rules/due-work#motor). Runs do not delay mails or other jobs.
 * @param options.databaseUrl address for the schema's owner
 * @param options.sendMails sends some due mails, and returns how many it took
 * @param options.verifyRuns verifies some due runs, and returns how many it took
 * @param options.pauseMs milliseconds between two rounds
 * @returns a function that stops the worker, and settles when the current round has ended
 */
export function startWorker(options: {
  databaseUrl: string
  sendMails: (signal: AbortSignal) => Promise<number>
  verifyRuns: (signal: AbortSignal) => Promise<number>
  log: (line: string) => void
  pauseMs?: number
}): () => Promise<void> {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 })
  pool.on('error', (error) =>
    options.log(`The worker lost its database connection: ${error.message}`),
  )
  const closing = new AbortController()
  const { signal } = closing
  const doWork = async () => {
    let handled = BATCH
    while (handled >= BATCH && !signal.aborted) {
      const { rows } = await pool.query('select private.run_due_work($1) as handled', [BATCH])
      handled = rows[0].handled
    }
  }
  const emptyQueue = (work: (signal: AbortSignal) => Promise<number>) => async () => {
    for (let round = 0; round < QUEUE_ROUNDS && !signal.aborted; round++) {
      if ((await work(signal)) === 0) return
    }
  }
  const repeat = (...parts: [what: string, act: () => Promise<void>][]) => {
    let timer: NodeJS.Timeout | undefined
    let turn = Promise.resolve()
    const run = async () => {
      for (const [what, act] of parts) {
        // A failure of one part does not stop the other.
        await act().catch((error: unknown) => {
          if (signal.aborted) return
          options.log(`${what} failed: ${error instanceof Error ? error.message : error}`)
        })
      }
      wait()
    }
    const wait = (pauseMs = options.pauseMs ?? PAUSE_MS) => {
      if (signal.aborted) return
      timer = setTimeout(() => {
        turn = run()
      }, pauseMs)
      timer.unref()
    }
    wait(options.pauseMs ?? FIRST_MS)
    return () => {
      clearTimeout(timer)
      return turn
    }
  }
  const ends = [
    repeat(['Background jobs', doWork], ['Due mails', emptyQueue(options.sendMails)]),
    repeat(['Due runs', emptyQueue(options.verifyRuns)]),
  ]

  return async () => {
    closing.abort()
    await Promise.all(ends.map((end) => end()))
    await pool.end()
  }
}
