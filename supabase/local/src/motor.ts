import pg from 'pg'

const PAUSE_MS = 15_000
/** Soon after the start: what fell due meanwhile is not to be told of as standing still. */
const FIRST_MS = 1_000
/** What private.run_due_work() takes at once. */
const BATCH = 50
/** As often as mails are taken in one turn, before what else is due has its turn again. */
const MAIL_ROUNDS = 20

/**
 * Turns the motor of due work every 15 seconds, as pg_cron and the function `tick` do on a hosted project, and goes on
 * at once while there is more (rules/due-work#motor).
 * @param options.databaseUrl of the schema's owner
 * @param options.sendMails sends some of the mails that are due, and gives how many it took
 * @param options.pauseMs between two turns
 * @returns how to stop it; settles when the turn that is under way has ended.
 */
export function startMotor(options: {
  databaseUrl: string
  sendMails: (signal: AbortSignal) => Promise<number>
  log: (line: string) => void
  pauseMs?: number
}): () => Promise<void> {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 })
  pool.on('error', (error) =>
    options.log(`The motor lost its database connection: ${error.message}`),
  )
  const closing = new AbortController()
  const { signal } = closing
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()

  const doWork = async () => {
    let handled = BATCH
    while (handled >= BATCH && !signal.aborted) {
      const { rows } = await pool.query('select private.run_due_work($1) as handled', [BATCH])
      handled = rows[0].handled
    }
  }
  const sendMails = async () => {
    for (let round = 0; round < MAIL_ROUNDS && !signal.aborted; round++) {
      if ((await options.sendMails(signal)) === 0) return
    }
  }
  const run = async () => {
    for (const [what, act] of [
      ['Due work', doWork],
      ['Due mails', sendMails],
    ] as const) {
      // One that fails does not hold up the other.
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

  return async () => {
    closing.abort()
    clearTimeout(timer)
    await turn
    await pool.end()
  }
}
