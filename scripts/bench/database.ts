import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The screens of one person, as the statements that PostgREST sends for them. */
const screens = {
  'Library, p95 in the database': `select public.library()`,
  'Course outline, p95 in the database': `select public.course_outline('scale-course-' || (1 + ($1::int * 7 + 19) % 200))`,
  'Account, permissions and settings, p95 in the database': `select public.boot()`,
  // A word that every lesson has, a rare one, two together, and one with a slip in it.
  'Search, p95 in the database': `select public.search((array['tomesiki', 'zesiva', 'module 17', 'tomeisiki'])[1 + $1::int % 4])`,
  'Lesson body, p95 in the database': `select id, content from public.lessons where id = md5('lesson' || (($1::int * 7 + 19) % 200 * 100 + 3))::uuid`,
}

/** Fills a database with the data set of budgets.md for so many people. */
export async function fill(url: string, people: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set rookies.people = ${people}`)
  await client.query(readFileSync(new URL('scale.sql', import.meta.url), 'utf8'))
  await client.end()
}

async function actAs(client: pg.Client, person: number): Promise<void> {
  await client.query(
    `select set_config('role', 'authenticated', true),
       set_config('request.jwt.claims', json_build_object('sub', md5('person' || $1::text)::uuid, 'role', 'authenticated')::text, true)`,
    [person],
  )
}

/** Milliseconds at the 95th percentile for each screen, over people spread through the whole set. */
export async function measureScreens(
  url: string,
  people: number,
): Promise<{ what: string; p95: number; median: number }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const results = []
  for (const [what, sql] of Object.entries(screens)) {
    const times: number[] = []
    for (let i = 0; i < 220; i += 1) {
      const person = 3 + Math.floor((i * (people - 3)) / 220)
      await client.query('begin')
      await actAs(client, person)
      const statement = { name: what, text: sql, values: sql.includes('$1') ? [person] : [] }
      const began = performance.now()
      await client.query(statement)
      // The first ones warm the connection, as any pooled one is.
      if (i >= 20) times.push(performance.now() - began)
      await client.query('rollback')
    }
    times.sort((a, b) => a - b)
    results.push({
      what,
      p95: times[Math.floor(times.length * 0.95)] ?? 0,
      median: times[Math.floor(times.length / 2)] ?? 0,
    })
  }
  await client.end()
  return results
}

/** Libraries answered a second by the database alone, over a few connections. */
export async function libraryThroughput(url: string, people: number): Promise<number> {
  const seconds = 5
  const until = performance.now() + seconds * 1000
  const worker = async (offset: number) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let count = 0
    while (performance.now() < until) {
      const person = 3 + ((offset * 7919 + count * 31) % (people - 3))
      // One statement, as a pooled request is: claims and answer together.
      await client.query({
        name: 'library',
        text: `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', json_build_object('sub', md5('person' || $1::text)::uuid, 'role', 'authenticated')::text, false)`,
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
