import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { splitStatements } from '../../supabase/local/src/migrate/split-statements'
import { quantiles } from './quantiles'
import { pages, STAFF, screens } from './screens'
import type { ReportProgress } from './stages'

/** The size of the data set, and how much of it is measured. */
export interface Extent {
  people: number
  courses: number
  /** Number of people for whom each screen is measured. */
  callers: number
  /** For how many seconds libraries are requested. */
  seconds: number
}

/** Number of calls that are not measured. They warm the connection up, as connections of a pool are. */
const WARMING = 20

/**
 * Connects to the database, and closes the connection even if `act` fails: an open connection would keep the server
 * from stopping.
 */
export async function withConnection<T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectDatabase(url)
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/**
 * Empties the tables about people and courses, so that demo data does not distort the figures. The lock waits for a
 * running pass of the worker. Afterwards the worker changes no data: it skips the locked jobs, and an hourly job gets
 * no successor while it is open.
 */
const EMPTY = `
  lock table private.due_work;
  truncate auth.users, public.courses, public.audit_logs cascade;
  select private.run_due_work();
  update private.due_work set locked_until = now() + interval '1 day' where done_at is null`

/** Replaces the data of a database by the large data set, scaled to a number of people and courses. */
export function fillDatabase(
  url: string,
  { people, courses }: Extent,
  reportProgress: ReportProgress,
): Promise<void> {
  const statements = splitStatements(readFileSync(new URL('scale.sql', import.meta.url), 'utf8'))
  return withConnection(url, async (client) => {
    await client.query(EMPTY)
    await client.query(`set rookies.people = ${people}; set rookies.courses = ${courses}`)
    let rows = 0
    // Each statement commits by itself, because an `analyze` may wait for the lock of a `truncate`.
    for (const [index, { text }] of statements.entries()) {
      reportProgress(`step ${index + 1} of ${statements.length}, ${rows.toLocaleString('en')} rows`)
      const { command, rowCount } = await client.query(text)
      if (command === 'INSERT') rows += rowCount ?? 0
    }
    // Autovacuum leaves tables in this state, with statistics and ready for index-only scans.
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  })
}

async function actAs(client: pg.Client, person: number): Promise<void> {
  await client.query(
    `select set_config('role', 'authenticated', true),
       set_config('request.jwt.claims', json_build_object('sub', md5('person' || $1::text)::uuid, 'session_id', md5('session' || $1::text)::uuid, 'role', 'authenticated')::text, true)`,
    [person],
  )
}

/**
 * Returns for each screen the 95th percentile in milliseconds, over people from the whole data set. @throws Error if
 * nobody gets an answer, because the figure would mean nothing
 */
export function measureScreens(
  url: string,
  { people, courses, callers }: Extent,
  reportProgress: ReportProgress,
): Promise<{ what: string; p95: number; median: number; target: number; own: boolean }[]> {
  return withConnection(url, async (client) => {
    await client.query(`set rookies.courses = ${courses}`)
    const results = []
    const entries = Object.entries(screens)
    const calls = WARMING + callers
    for (const [index, [what, { sql, as, target }]] of entries.entries()) {
      reportProgress(`${index + 1} of ${entries.length}: ${what}`)
      const times: number[] = []
      let answers = 0
      for (let i = 0; i < calls; i += 1) {
        const person = 3 + Math.floor((i * (people - 3)) / calls)
        await client.query('begin')
        await actAs(client, STAFF[as] ?? person)
        // PostgreSQL distinguishes names of statements by their first 63 characters only.
        const statement = {
          name: `screen ${index}`,
          text: sql,
          values: sql.includes('$1') ? [person] : [],
        }
        const began = performance.now()
        const { rowCount } = await client.query(statement)
        if (i >= WARMING) times.push(performance.now() - began)
        answers += rowCount ?? 0
        await client.query('rollback')
      }
      if (answers === 0) throw new Error('Nobody gets an answer.')
      const { p50, p95 } = quantiles(times)
      results.push({ what, p95, median: p50, target, own: as === 'person' })
    }
    return results
  })
}

/** Returns the compressed size of one page of each list in kilobytes. */
export function weighPages(url: string): Promise<{ what: string; kilobytes: number }[]> {
  return withConnection(url, async (client) => {
    await client.query('begin')
    await actAs(client, 1)
    const results = []
    for (const [what, sql] of Object.entries(pages)) {
      const { rows } = await client.query<{ answer: string }>(`select (${sql})::text as answer`)
      results.push({ what, kilobytes: gzipSync(rows[0]?.answer ?? '').length / 1000 })
    }
    return results
  })
}

/** Returns how many libraries the database alone returns per second, over a few connections. */
export async function libraryThroughput(url: string, { people, seconds }: Extent): Promise<number> {
  const until = performance.now() + seconds * 1000
  const worker = (offset: number) =>
    withConnection(url, async (client) => {
      let count = 0
      while (performance.now() < until) {
        const person = 3 + ((offset * 7919 + count * 31) % (people - 3))
        // One statement sets the claims and reads the answer, as PostgREST does.
        await client.query({
          name: 'library',
          text: `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', json_build_object('sub', md5('person' || $1::text)::uuid, 'session_id', md5('session' || $1::text)::uuid, 'role', 'authenticated')::text, false)`,
          values: [person],
        })
        await client.query({ name: 'ask', text: 'select public.library()' })
        count += 1
      }
      return count
    })
  const counts = await Promise.all(Array.from({ length: 4 }, (_, i) => worker(i + 1)))
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
