import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'
import { temporaryFolder } from '../testing/temporary-folder'
import { applyBase, type Defaults } from './base'
import { readGrants, toSql } from './grants'
import { migrate } from './migrate'
import { prepareDatabase } from './prepare-database'

const projectDir = fileURLToPath(new URL('../../../', import.meta.url))
const GRANTS_EVERYTHING = join(projectDir, 'local/sql/grants-everything.sql')

/** Those that the first data was made by, and where migrations stood on two later days. */
const STAGES = ['20261101002500', '20261123017020', '20261128020100']
/** All but the records, whose seed calls what came later. */
const SEEDS = ['./seed.sql', ...[1, 2, 3, 4, 5].map((tens) => `./seeds/${tens}*.sql`)]

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

interface Address {
  superuserUrl: string
  url: string
}

/** A database of its own, with what a project has before its first migration. */
async function newDatabase(name: string, defaults: Defaults = 'everything'): Promise<Address> {
  await cluster.admin.query(`create database ${name} owner postgres`)
  const of = (address: string) => address.replace(/postgres$/, name)
  const made = { superuserUrl: of(cluster.superuserUrl), url: of(cluster.urlFor('postgres')) }
  await applyBase(made.superuserUrl, { defaults })
  return made
}

/** The project as it was when `version` was its last migration. */
function projectAt(version: string): string {
  const dir = temporaryFolder()
  mkdirSync(join(dir, 'migrations'))
  for (const name of readdirSync(join(projectDir, 'migrations'))) {
    if (name > `${version}_~`) continue
    cpSync(join(projectDir, 'migrations', name), join(dir, 'migrations', name))
  }
  cpSync(join(projectDir, 'seed.sql'), join(dir, 'seed.sql'))
  cpSync(join(projectDir, 'seeds'), join(dir, 'seeds'), { recursive: true })
  return dir
}

const prepare = (at: Address, supabaseDir = projectDir, seeds = SEEDS) =>
  prepareDatabase({ ...at, supabaseDir, seeds, log: () => {} })

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

async function grantsOf({ url }: Address): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await readGrants(client)).map((grant) => toSql('grant', grant))
  } finally {
    await client.end()
  }
}

/** A moment, and an id that chance chose: the seeds' own have a form that it does not choose. */
const CHANCE =
  /\d{4}-\d\d-\d\d[T ][\d:.+]+|[\da-f]{8}-(?!0000-)[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Tables that tell when something was done, or came to be, after they were made. */
const OF_THEIR_TIME = ['private.community_visits', 'private.due_work', 'public.list_changes']
/** Others say the same in other rows: titles in records came later, and what is added up is added up now and then. */
const SAID_OTHERWISE: Record<string, string> = {
  'public.audit_logs': '(select id, action, target_id from public.audit_logs)',
  'private.tallies': '(select list, part, sum(rows) as rows from private.tallies group by 1, 2)',
}

/** Every row of every table, but for what a clock or chance chose. */
async function contentOf({ url }: Address): Promise<Record<string, string[]>> {
  const tables = await ask<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (OF_THEIR_TIME.includes(name)) continue
    const from = SAID_OTHERWISE[name] ?? name
    const rows = await ask<{ row: string }>(url, `select to_jsonb(t)::text as row from ${from} t`)
    content[name] = rows.map(({ row }) => row.replace(CHANCE, '*')).sort()
  }
  return content
}

test('data of an earlier version has the grants and the content that new data has', async () => {
  const [first = '', ...later] = STAGES
  const old = await newDatabase('old')
  await prepare(old, projectAt(first))
  for (const version of later) {
    // As each start of an earlier version did, ahead of its migrations.
    await ask(old.superuserUrl, readFileSync(GRANTS_EVERYTHING, 'utf8'))
    await migrate({ url: old.url, supabaseDir: projectAt(version) })
  }
  const open = 'grant select on table public.lesson_files to anon'
  expect(await grantsOf(old)).toContain(open)

  expect(await prepare(old)).toEqual([
    expect.stringMatching(/^An earlier version had opened .*: [2-9]\d of them are closed again/),
  ])
  const fresh = await newDatabase('fresh')
  expect(await prepare(fresh)).toEqual([])
  const grants = await grantsOf(fresh)
  expect(grants.length).toBeGreaterThan(500)
  expect(grants).not.toContain(open)
  expect(await grantsOf(old)).toEqual(grants)
  expect(await contentOf(old)).toEqual(await contentOf(fresh))
  expect(await prepare(old)).toEqual([])
})

test('what a migration makes on data in use is closed, as on new data', async () => {
  const used = await newDatabase('used')
  await prepare(used, projectDir, [])
  const before = await grantsOf(used)
  const supabaseDir = projectAt('2999')
  const memos =
    'create table public.memos (id int); create function public.memo() returns int language sql return 1;'
  writeFileSync(join(supabaseDir, 'migrations/29990101000000_memos.sql'), memos)
  expect(await prepare(used, supabaseDir, [])).toEqual([])
  expect(await grantsOf(used)).toEqual(before)
})

test('the migrations give the same on a project that grants nothing by itself', async () => {
  const grants = async (name: string, defaults: Defaults) => {
    const made = await newDatabase(name, defaults)
    await migrate({ url: made.url, supabaseDir: projectDir })
    return grantsOf(made)
  }
  const bare = await grants('bare', 'nothing')
  expect(bare.length).toBeGreaterThan(500)
  expect(await grants('given', 'everything')).toEqual(bare)
})
