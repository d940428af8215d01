import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Deliver } from '../../../functions/_shared/mailer.ts'
import { type DeliveryOptions, deliverDueMails } from '../../../functions/tick/deliver-due-mails.ts'
import { openScratchDatabase } from '../scratch-database'

/**
 * Prepares the database for a test file, without due jobs before each test, and fakes the services that a
 * worker calls: the parts of PostgREST, a storage and an Auth that answer with the status in `answers`, and the hosts of
 * repositories, which answer as `hosts.answers` does.
 */
export function useDueMails() {
  let pool: pg.Pool
  let scratch: Awaited<ReturnType<typeof openScratchDatabase>>
  let url = ''
  /** The files that storage was asked to remove. */
  const removals: string[] = []
  /** The status of storage's answers. */
  const storage = { answers: 200 }
  /** The emails to which Auth was asked to send a confirmation. */
  const confirmations: string[] = []
  const auth = { answers: 200 }
  /** The hosts of repositories: what they were asked, and with which headers. */
  const hosts = {
    asked: [] as string[],
    headers: [] as object[],
    answers: (response: ServerResponse): unknown => response.writeHead(404).end(),
  }

  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/hosts/')) {
      hosts.asked.push(`${request.method} https://${request.url.slice('/hosts/'.length)}`)
      hosts.headers.push(request.headers)
      return hosts.answers(response)
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === 'DELETE') {
      removals.push(`${request.url} ${Buffer.concat(chunks)}`)
      return response.writeHead(storage.answers).end('[]')
    }
    if (request.url?.startsWith('/auth/')) {
      confirmations.push(`${request.url} ${Buffer.concat(chunks)}`)
      return response.writeHead(auth.answers).end('{}')
    }
    const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString())
    const names = Object.keys(body)
    const call = `${request.url?.replace('/rpc/', 'public.')}(${names.map((name, i) => `${name} => $${i + 1}`)})`
    await query(`select ${call} as answer`, Object.values(body))
      .then(({ rows }) => response.end(JSON.stringify(rows[0].answer || null)))
      .catch(() => response.writeHead(500).end())
  })

  beforeAll(async () => {
    scratch = await openScratchDatabase()
    pool = new pg.Pool({ connectionString: scratch.url })
    // The database stops before the connections of the pool end.
    pool.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }, 60_000)
  afterAll(async () => {
    server.close()
    await pool.end()
    await scratch.close()
  })
  beforeEach(async () => {
    removals.length = 0
    confirmations.length = 0
    hosts.asked.length = 0
    hosts.headers.length = 0
    await query('delete from private.due_work')
  })

  /** Runs a statement without row security. */
  const query = (text: string, values: unknown[] = []) => pool.query(text, values)

  /** Returns the options of every worker. */
  const place = () => ({
    restUrl: url,
    storageUrl: `${url}/storage`,
    authUrl: `${url}/auth`,
    functionsUrl: 'https://project.example/functions/v1',
    serviceKey: 'x',
    siteUrl: 'https://rookies.example',
    askHost: (address: string, init: RequestInit) =>
      fetch(address.replace('https://', `${url}/hosts/`), init),
    log: () => {},
  })

  return {
    owner: { query },
    removals,
    storage,
    confirmations,
    auth,
    hosts,
    place,

    /** Creates a due mail to this number of people, and returns their emails. */
    async due(count = 1): Promise<string[]> {
      const people = Array.from({ length: count }, () => randomUUID())
      const { rows } = await query(
        `with made as (
           insert into auth.users (id, email, email_confirmed_at) select id, id || '@example.test', now() from unnest($1::uuid[]) id returning id, email)
         select email from made`,
        [people],
      )
      await query(`update public.profiles set role = 'MODERATOR' where id = any ($1)`, [people])
      await query(
        `insert into public.invites (email, invited_by_id, expires_at)
         select 'late@example.test', id, date_trunc('day', now(), 'UTC') + interval '36 hours' from unnest($1::uuid[]) id`,
        [people],
      )
      await query('delete from private.due_work')
      await query(
        `select private.enqueue_job('invites_ending_mail', id || ':today', now(), null, id) from unnest($1::uuid[]) id`,
        [people],
      )
      return rows.map(({ email }) => email).sort()
    },

    /** Ends the pauses of jobs, and the claims of other workers. */
    later: () => query('update private.due_work set locked_until = now()'),

    /** Returns the state of the mails and of the file removals. */
    work: async () =>
      (await query('select outcome, attempts, error from private.due_work where mail')).rows,

    /** Runs one round of a worker. */
    worker: (deliver: Deliver, options: Partial<DeliveryOptions> = {}) =>
      deliverDueMails({ ...place(), deliver, ...options }),
  }
}
