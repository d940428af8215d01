import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigratedCluster } from '../../migrated-cluster'
import { startCluster } from '../../testing/cluster'
import { ask, contentOf, projectDir, SEEDS } from '../../testing/older-data'
import { temporaryFolder } from '../../testing/temporary-folder'
import type { Defaults } from '../base'
import { readGrants, toSql } from '../grants'
import { migrate } from '../migrate'
import { prepareDatabase } from '../prepare-database'
import { seed } from '../seed'
import { LAST_OF_THE_SQUASH } from '../squashed-migrations'

const GRANTS_EVERYTHING = join(projectDir, 'local/sql/grants-everything.sql')

/** The last migration of a later day on which that data was opened. */
const LATER = '20261128020100'

/** Starts a database with the project's migrations up to `last`. */
async function startMigrated(last?: string, defaults?: Defaults): Promise<Address> {
  const cluster = await startCluster((dataDir) => copyMigratedCluster({ dataDir, last, defaults }))
  onTestFinished(() => cluster.stop())
  return { superuserUrl: cluster.superuserUrl, url: cluster.urlFor('postgres') }
}

interface Address {
  superuserUrl: string
  url: string
}

const prepare = (at: Address, supabaseDir = projectDir, seeds = SEEDS) =>
  prepareDatabase({ ...at, supabaseDir, seeds, log: () => {} })

async function grantsOf({ url }: Address): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await readGrants(client)).map((grant) => toSql('grant', grant))
  } finally {
    await client.end()
  }
}

/**
 * What to read instead of tables whose rows depend on the time of an act, and of two that store the same
 * facts in different rows: records got titles later, and totals are summed up now and then.
 */
const INSTEAD = {
  'private.community_visits': null,
  'private.due_work': null,
  'public.list_changes': null,
  'public.audit_logs': '(select id, action, target_id from public.audit_logs)',
  'private.row_counts':
    '(select list, part, sum(rows) as rows from private.row_counts group by 1, 2)',
}

/** A timestamp, or a random id; the fixed ids of the seeds have a different form. */
const CHANCE =
  /\d{4}-\d\d-\d\d[T ][\d:.+]+|[\da-f]{8}-(?!0000-)[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Returns the content, without timestamps and random ids. */
async function contentsOf({ url }: Address) {
  const content = await contentOf(url, INSTEAD)
  const normalized = (rows: string[]) => rows.map((row) => row.replace(CHANCE, '*')).sort()
  return Object.fromEntries(Object.entries(content).map(([name, rows]) => [name, normalized(rows)]))
}

test('data of an earlier version have the same grants and content as new data', {
  timeout: 120_000,
}, async () => {
  const old = await startMigrated(LAST_OF_THE_SQUASH)
  await seed({ url: old.url, supabaseDir: projectDir, paths: SEEDS })
  // Earlier versions ran this file at each start, before their migrations.
  await ask(old.superuserUrl, readFileSync(GRANTS_EVERYTHING, 'utf8'))
  await migrate({ url: old.url, supabaseDir: projectDir, last: LATER })
  const open = 'grant select on table public.lesson_files to anon'
  expect(await grantsOf(old)).toContain(open)

  expect(await prepare(old)).toEqual([
    expect.stringMatching(/^An earlier version had opened .*: \d{2,} of them are closed again/),
  ])
  const fresh = await startMigrated()
  expect(await prepare(fresh)).toEqual([])
  const grants = await grantsOf(fresh)
  expect(grants.length).toBeGreaterThan(500)
  expect(grants).not.toContain(open)
  expect(await grantsOf(old)).toEqual(grants)
  expect(await contentsOf(old)).toEqual(await contentsOf(fresh))
  expect(await prepare(old)).toEqual([])
})

test('what a migration creates on existing data is closed, as on new data', async () => {
  const used = await startMigrated()
  const before = await grantsOf(used)
  const supabaseDir = temporaryFolder()
  cpSync(join(projectDir, 'migrations'), join(supabaseDir, 'migrations'), { recursive: true })
  const memos =
    'create table public.memos (id int); create function public.memo() returns int language sql return 1;'
  writeFileSync(join(supabaseDir, 'migrations/29990101000000_memos.sql'), memos)
  expect(await prepare(used, supabaseDir, [])).toEqual([])
  expect(await grantsOf(used)).toEqual(before)
})

test('the migrations grant the same on a project without default privileges', async () => {
  const bare = await grantsOf(await startMigrated(undefined, 'nothing'))
  expect(bare.length).toBeGreaterThan(500)
  expect(await grantsOf(await startMigrated())).toEqual(bare)
})
