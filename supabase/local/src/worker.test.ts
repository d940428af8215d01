import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openScratchDatabase } from './scratch-database'
import { startWorker } from './worker'

let scratch: Awaited<ReturnType<typeof openScratchDatabase>>
let owner: pg.Client
beforeAll(async () => {
  scratch = await openScratchDatabase()
  owner = new pg.Client({ connectionString: scratch.url })
  await owner.connect()
}, 60_000)
afterAll(async () => {
  await owner.end()
  await scratch.close()
})

const open = async () => {
  const { rows } = await owner.query(
    'select count(*)::int as n from private.due_work where done_at is null and due_at <= now()',
  )
  return rows[0].n
}

const put = (count: number) =>
  owner.query(
    `select private.enqueue_job('exports', gen_random_uuid()::text, now() - interval '1 day', gen_random_uuid())
     from generate_series(1, $1)`,
    [count],
  )

it('the worker runs by itself, does all waiting jobs, and continues until it is stopped', async () => {
  const lines: string[] = []
  await put(120)
  const stop = startWorker({
    databaseUrl: scratch.url,
    sendMails: async () => 0,
    verifyRuns: async () => 0,
    log: (line) => lines.push(line),
    pauseMs: 20,
  })
  await vi.waitFor(async () => expect(await open()).toBe(0), 5_000)
  await put(1)
  await vi.waitFor(async () => expect(await open()).toBe(0), 5_000)
  await stop()
  await put(1)
  expect(await open()).toBe(1)
  expect(lines).toEqual([])
})

it('the worker continues after a round that failed, and logs it', async () => {
  const lines: string[] = []
  await owner.query('alter function private.run_due_work(integer) rename to away')
  const stop = startWorker({
    databaseUrl: scratch.url,
    sendMails: async () => 0,
    verifyRuns: async () => 0,
    log: (line) => lines.push(line),
    pauseMs: 20,
  })
  await vi.waitFor(() => expect(lines.join()).toContain('run_due_work'), 5_000)
  await owner.query('alter function private.away(integer) rename to run_due_work')
  await vi.waitFor(async () => expect(await open()).toBe(0), 5_000)
  await stop()
})

it('endless runs of code delay neither mails nor other jobs', async () => {
  let sent = 0
  const lines: string[] = []
  const stop = startWorker({
    databaseUrl: scratch.url,
    sendMails: async () => {
      sent += 1
      return 0
    },
    verifyRuns: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    log: (line) => lines.push(line),
    pauseMs: 20,
  })
  await put(1)
  await vi.waitFor(async () => expect([await open(), sent > 2]).toEqual([0, true]), 5_000)
  await stop()
  expect(lines).toEqual([])
})
