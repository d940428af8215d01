import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../supabase/local/src/free-port'
import { type Backend, startBackend } from '../../../supabase/local/src/main'
import { makeMigratedDataDir } from '../../../supabase/local/src/testing/cluster'
import { dataStages } from '../data-stages'
import { withConnection } from '../database'
import { treeMemory } from '../memory'
import { pages, screens } from '../screens'
import { runStages } from '../stages'
import { report } from '../table'

// Measures a small data set, with the demo data and a busy worker, by the code with which `npm run bench` measures a
// large one.

const extent = { people: 200, courses: 4, callers: 4, seconds: 0.2 }
/** Pause of the worker between two passes, in milliseconds. */
const ROUND_MS = 100

/** Makes each hourly job due as soon as it is added. */
const HOUR_HAS_COME = `
  create function private.hour_has_come() returns trigger language plpgsql as
    'begin new.due_at := now(); return new; end';
  create trigger hour_has_come before insert on private.due_work for each row
    when (new.kind in ('behind', 'morning')) execute function private.hour_has_come();
  alter table private.due_work enable always trigger hour_has_come`

let folder: string
let backend: Backend

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookies-bench-'))
  backend = await startBackend({
    dataDir: await makeMigratedDataDir(folder),
    port: await freePort(),
    workerPauseMs: ROUND_MS,
  })
  await withConnection(backend.databaseUrl('supabase_admin'), (client) =>
    client.query(HOUR_HAS_COME),
  )
})
afterAll(async () => {
  await backend?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the bench measures each call and has a line for it, and the worker does not change the data meanwhile', {
  timeout: 300_000,
}, async () => {
  const product = { url: backend.url, dataDir: backend.dataDir, pid: process.pid }
  const { results, failures } = await runStages(
    dataStages(() => product, extent),
    { write: () => {} },
  )
  expect(failures).toEqual([])
  // Only Linux reports how much memory processes share.
  const hasMemory = treeMemory(process.pid) !== null
  const growth = '  its growth from 100 people (median)'
  expect(results.map(({ what }) => what)).toEqual([
    'Library answer for 10 courses',
    'Outline of 100 lessons',
    ...Object.keys(screens).flatMap((what) => [`${what}, 200 people`, growth]),
    ...Object.keys(pages).map((what) => `${what}, bytes`),
    'Library in the database alone',
    'Library through the gateway and PostgREST',
    'Ten due mails claimed beside 2,000 that have ended, p95',
    '  median',
    'Fifty due pieces done beside them, p95',
    '  median',
    'Live notification delivered after its insert, at rest, p95',
    '  median',
    'One notification to 198 connected members, p95',
    '  median',
    '  slowest',
    '198 personal notifications at once, each to its member, p95',
    '  median',
    '  slowest',
    ...[
      'Memory of the whole backend before they connected',
      '  with 198 connected',
      '  after the notifications',
    ].filter(() => hasMemory),
  ])
  expect(results.filter(({ value }) => !(value > 0))).toEqual([])
  const text = report(extent, results, failures)
  expect(text).toMatch(/^npm run bench -- --people 200\n200 people, 4 courses; /)
  expect(results.filter(({ what }) => !text.includes(`\n${what}  `))).toEqual([])

  const jobs = await withConnection(backend.databaseUrl('postgres'), async (client) => {
    const { rows } = await client.query(
      `select kind, attempts from private.due_work where kind in ('behind', 'morning') order by kind`,
    )
    return rows
  })
  expect(jobs).toEqual([
    { kind: 'behind', attempts: 0 },
    { kind: 'morning', attempts: 0 },
  ])
})
