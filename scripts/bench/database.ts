import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { splitStatements } from '../../supabase/local/src/migrate/split-statements'
import { pages, STAFF, screens } from './screens'
import type { ReportProgress } from './stages'

/** Fills a database with the large data set, scaled to this number of people. */
export async function fill(
  url: string,
  people: number,
  reportProgress: ReportProgress,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set rookies.people = ${people}`)
  const statements = splitStatements(readFileSync(new URL('scale.sql', import.meta.url), 'utf8'))
  let rows = 0
  // Each statement commits on its own, because an `analyze` may have to wait for the lock of a `truncate`.
  for (const [index, { text }] of statements.entries()) {
    reportProgress(`step ${index + 1} of ${statements.length}, ${rows.toLocaleString('en')} rows`)
    const { command, rowCount } = await client.query(text)
    if (command === 'INSERT') rows += rowCount ?? 0
  }
  // Autovacuum leaves tables in the same state: with statistics, and ready for index-only scans.
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}

async function actAs(client: pg.Client, person: number): Promise<void> {
  await client.query(
    `select set_config('role', 'authenticated', true),
       set_config('request.jwt.claims', json_build_object('sub', md5('person' || $1::text)::uuid, 'session_id', md5('session' || $1::text)::uuid, 'role', 'authenticated')::text, true)`,
    [person],
  )
}

/** Returns for each screen the milliseconds at the 95th percentile, over people from the whole data set. */
export async function measureScreens(
  url: string,
  people: number,
  reportProgress: ReportProgress,
): Promise<{ what: string; p95: number; median: number; target: number; own: boolean }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const results = []
  const entries = Object.entries(screens)
  for (const [index, [what, { sql, as, target }]] of entries.entries()) {
    reportProgress(`${index + 1} of ${entries.length}`)
    const times: number[] = []
    for (let i = 0; i < 220; i += 1) {
      const person = 3 + Math.floor((i * (people - 3)) / 220)
      await client.query('begin')
      await actAs(client, STAFF[as] ?? person)
      // PostgreSQL tells names of statements apart by their first 63 characters.
      const statement = {
        name: `screen ${index}`,
        text: sql,
        values: sql.includes('$1') ? [person] : [],
      }
      const began = performance.now()
      await client.query(statement)
      // The first twenty calls warm the connection, because pooled connections are warm too.
      if (i >= 20) times.push(performance.now() - began)
      await client.query('rollback')
    }
    times.sort((a, b) => a - b)
    results.push({
      what,
      p95: times[Math.floor(times.length * 0.95)] ?? 0,
      median: times[Math.floor(times.length / 2)] ?? 0,
      target,
      own: as === 'person',
    })
  }
  await client.end()
  return results
}

/** Returns for each list the kilobytes of one page as they are transferred, compressed. */
export async function weighPages(url: string): Promise<{ what: string; kilobytes: number }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await actAs(client, 1)
  const results = []
  for (const [what, sql] of Object.entries(pages)) {
    const { rows } = await client.query<{ answer: string }>(`select (${sql})::text as answer`)
    results.push({ what, kilobytes: gzipSync(rows[0]?.answer ?? '').length / 1000 })
  }
  await client.end()
  return results
}

/** Returns how many libraries the database alone answers a second, over a few connections. */
export async function libraryThroughput(url: string, people: number): Promise<number> {
  const seconds = 5
  const until = performance.now() + seconds * 1000
  const worker = async (offset: number) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let count = 0
    while (performance.now() < until) {
      const person = 3 + ((offset * 7919 + count * 31) % (people - 3))
      // One statement sets the claims and reads the answer, as in a pooled request.
      await client.query({
        name: 'library',
        text: `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', json_build_object('sub', md5('person' || $1::text)::uuid, 'session_id', md5('session' || $1::text)::uuid, 'role', 'authenticated')::text, false)`,
        values: [person],
      })
      await client.query({ name: 'ask', text: 'select public.library()' })
      count += 1
    }
    await client.end()
    return count
  }
  const counts = await Promise.all(Array.from({ length: 4 }, (_, i) => worker(i + 1)))
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
