import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PlainError } from '../plain-error'
import { startCluster, type TestCluster } from '../testing/cluster'
import { temporaryFolder } from '../testing/temporary-folder'
import { tinyProject } from '../testing/tiny-project'
import { until } from '../testing/until'
import { migrate } from './migrate'
import { seed } from './seed'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

/** Each test gets an empty database. */
let count = 0
let url: string
beforeEach(async () => {
  count += 1
  await cluster.admin.query(`create database test_${count} owner postgres`)
  url = cluster.urlFor('postgres').replace(/postgres$/, `test_${count}`)
})

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const migrateWith = (supabaseDir: string) => migrate({ url, supabaseDir })
const seedWith = (supabaseDir: string, paths: string[]) => seed({ url, supabaseDir, paths })

test('applies each migration once, in order, as postgres, and records it as the CLI does', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/2_later.sql': 'alter table public.t add column two int; select 1;',
    'migrations/1_first.sql': 'create table public.t (owner text default current_user)',
    'migrations/readme.txt': 'not a migration',
  })
  const names = ['supabase/migrations/1_first.sql', 'supabase/migrations/2_later.sql']
  expect(await migrateWith(supabaseDir)).toEqual(names)
  expect(await migrateWith(supabaseDir)).toEqual([])

  expect(
    await rows('select * from supabase_migrations.schema_migrations order by version'),
  ).toEqual([
    {
      version: '1',
      name: 'first',
      statements: ['create table public.t (owner text default current_user)'],
    },
    {
      version: '2',
      name: 'later',
      statements: ['alter table public.t add column two int', 'select 1'],
    },
  ])
  const owner = "select tableowner from pg_tables where tablename = 't'"
  expect(await rows(owner)).toEqual([{ tableowner: 'postgres' }])
  const powers = "select rolsuper from pg_roles where rolname = 'postgres'"
  expect(await rows(powers)).toEqual([{ rolsuper: false }])
})

test('a migration that takes more than two seconds is announced while it runs, with how many are left', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/1_first.sql': 'create table public.t ();',
    'migrations/2_long.sql': 'select pg_advisory_xact_lock(1);',
    'migrations/3_last.sql': 'alter table public.t add column id int;',
  })
  const lock = new pg.Client(url)
  await lock.connect()
  onTestFinished(() => lock.end())
  await lock.query('select pg_advisory_lock(1)')
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const migrated = migrate({ url, supabaseDir, say: (line) => lines.push(line) })
  await until('the second migration waits for the lock', async () => {
    const { rows } = await lock.query('select from pg_locks where not granted')
    return rows.length === 1
  })
  vi.advanceTimersByTime(1_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  expect(lines).toEqual(['Applying 2_long (2 of 3) …'])
  vi.advanceTimersByTime(39_000)
  await lock.query('select pg_advisory_unlock(1)')
  await migrated
  expect(lines.slice(1)).toEqual(['Applied 2_long in 41 s; 1 left.'])
})

test('a migration that fails names file, line and message and leaves nothing of itself', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/1_good.sql': 'create table public.good ();',
    'migrations/2_bad.sql': 'create table public.bad ();\n\n-- why\nselect 1,\n  nothing;\n',
  })
  await expect(migrateWith(supabaseDir)).rejects.toThrow(
    new PlainError(
      'supabase/migrations/2_bad.sql, line 5: column "nothing" does not exist (42703)',
    ),
  )
  const tables = "select tablename from pg_tables where schemaname = 'public'"
  expect(await rows(tables)).toEqual([{ tablename: 'good' }])

  writeFileSync(join(supabaseDir, 'migrations/2_bad.sql'), 'create table public.mended ();')
  expect(await migrateWith(supabaseDir)).toEqual(['supabase/migrations/2_bad.sql'])
})

test('a migration that was changed or removed after it was applied is refused', async () => {
  const file = 'migrations/1_first.sql'
  const supabaseDir = tinyProject(temporaryFolder(), { [file]: 'create table public.t ();\n' })
  await migrateWith(supabaseDir)

  const path = join(supabaseDir, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace('\n', '\r\n'))
  expect(await migrateWith(supabaseDir)).toEqual([])

  writeFileSync(path, 'create table public.t (id int);\n')
  await expect(migrateWith(supabaseDir)).rejects.toThrow(
    /^supabase\/migrations\/1_first.sql was changed after .*npm run reset/,
  )
  await expect(
    migrateWith(tinyProject(temporaryFolder(), { 'migrations/2_other.sql': '' })),
  ).rejects.toThrow(/has the migration 1_first.sql; this one does not/)
})

test('session settings of one migration do not affect the next', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/1_first.sql': "set search_path = ''; create table public.t ();",
    'migrations/2_second.sql': 'insert into t default values;',
  })
  expect(await migrateWith(supabaseDir)).toHaveLength(2)
})

test('seeds run once, in the order of the patterns, in one transaction', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/1_t.sql': 'create table public.t (id int primary key);',
    'b.sql': 'insert into public.t values (2);',
    'seed.sql': 'insert into public.t values (1);\ninsert into public.t values (2);',
  })
  await migrateWith(supabaseDir)
  await expect(seedWith(supabaseDir, ['./seed.sql', './*.sql'])).rejects.toThrow(
    /^supabase\/b.sql, line 1: duplicate key value .*\(23505\)/,
  )
  expect(await rows('select * from public.t')).toEqual([])

  expect(await seedWith(supabaseDir, ['./none/**/*.sql', './s*d.sql'])).toEqual([
    'supabase/seed.sql',
  ])
  expect(await seedWith(supabaseDir, ['./b.sql'])).toEqual([])
  expect(await rows('select id from public.t order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('a database that was created without seeds gets none later', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/1_t.sql': 'create table public.t (id int);',
    'seed.sql': 'insert into public.t values (1);',
  })
  await migrateWith(supabaseDir)
  expect(await seedWith(supabaseDir, [])).toEqual([])
  expect(await seedWith(supabaseDir, ['./seed.sql'])).toEqual([])
  expect(await rows('select * from public.t')).toEqual([])
})
