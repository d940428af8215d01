import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { differences } from '../../catalogue/differences'
import { type Catalogue, readCatalogue } from '../../catalogue/read-catalogue'
import { copyMigratedCluster } from '../../migrated-cluster'
import { startCluster } from '../../testing/cluster'
import { ask, contentOf, projectDir, SEEDS } from '../../testing/older-data'
import { temporaryFolder } from '../../testing/temporary-folder'
import type { Defaults } from '../base'
import { migrate } from '../migrate'
import { prepareDatabase } from '../prepare-database'
import { replaceSquashed } from '../replace-squashed'
import { seed } from '../seed'
import squashed from '../squashed.json'

interface Address {
  superuserUrl: string
  url: string
}

/** Starts a database with the project's migrations up to `last`. */
async function startMigrated(last?: string, defaults?: Defaults): Promise<Address> {
  const cluster = await startCluster((dataDir) => copyMigratedCluster({ dataDir, last, defaults }))
  onTestFinished(() => cluster.stop())
  return { superuserUrl: cluster.superuserUrl, url: cluster.urlFor('postgres') }
}

const prepare = (at: Address, supabaseDir = projectDir, seeds = SEEDS) =>
  prepareDatabase({ ...at, supabaseDir, seeds, log: () => {} })

const RECORD = `select version, sha256 from supabase_migrations.schema_migrations
  left join supabase_migrations.checksums using (version) order by version`

async function catalogueOf({ url }: Address): Promise<Catalogue> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await readCatalogue(client)
  } finally {
    await client.end()
  }
}

const differing = (wanted: Catalogue, actual: Catalogue) => differences(wanted, wanted, actual)

/** Data as the version before the squash left it: the same tables, with the record of the replaced migrations. */
async function startBefore(): Promise<Address> {
  const old = await startMigrated(squashed.baseline)
  await seed({ url: old.url, supabaseDir: projectDir, paths: SEEDS })
  const rows = Object.entries(squashed.replaced)
  await ask(
    old.url,
    `delete from supabase_migrations.schema_migrations;
     insert into supabase_migrations.schema_migrations (version, name) values ${rows.map(([version]) => `('${version}', 'old')`).join(', ')};
     insert into supabase_migrations.checksums values ${rows.map(([version, sum]) => `('${version}', '${sum}')`).join(', ')}`,
  )
  return old
}

test('a database from before the squash keeps its content, and gets the record and the tables of a new one', {
  timeout: 120_000,
}, async () => {
  const old = await startBefore()
  const before = await contentOf(old.url)
  // Only the record is replaced; the later migrations change rows.
  await replaceSquashed({ url: old.url, supabaseDir: projectDir })
  expect(await contentOf(old.url)).toEqual(before)

  await prepare(old)
  const fresh = await startMigrated()
  expect(await ask(old.url, RECORD)).toEqual(await ask(fresh.url, RECORD))
  expect(differing(await catalogueOf(fresh), await catalogueOf(old))).toEqual([])
})

test('a database with only a part of the replaced migrations, with others, or with changes is refused and not changed', {
  timeout: 120_000,
}, async () => {
  const old = await startBefore()
  const [[first, sum] = []] = Object.entries(squashed.replaced)
  const refused = async (change: string, undo: string) => {
    await ask(old.url, change)
    const before = await ask(old.url, RECORD)
    const message = await prepare(old).catch((error: Error) => error.message)
    expect(await ask(old.url, RECORD)).toEqual(before)
    await ask(old.url, undo)
    return message
  }
  expect(
    await refused(
      `delete from supabase_migrations.schema_migrations where version = '${first}'`,
      `insert into supabase_migrations.schema_migrations (version, name) values ('${first}', 'old');
       insert into supabase_migrations.checksums values ('${first}', '${sum}')`,
    ),
  ).toContain('has 189 of the 190 migrations')
  expect(
    await refused(
      `update supabase_migrations.checksums set sha256 = 'other' where version = '${first}'`,
      `update supabase_migrations.checksums set sha256 = '${sum}' where version = '${first}'`,
    ),
  ).toContain('docs/older-data.md says how to bring it along')
  expect(
    await refused('alter policy courses_update on public.courses using (true)', 'select 1'),
  ).toContain('policy courses_update on public.courses')
})

test('a start that ends while the record is replaced leaves the old record, and the next one replaces it', {
  timeout: 120_000,
}, async () => {
  const old = await startBefore()
  const whole = await ask(old.url, RECORD)
  const query = pg.Client.prototype.query
  onTestFinished(() => {
    pg.Client.prototype.query = query
  })
  for (const last of [
    'lock table',
    'delete from',
    `insert into supabase_migrations.checksums`,
    'commit',
  ]) {
    pg.Client.prototype.query = function interrupted(this: pg.Client, ...args: unknown[]) {
      if (String(args[0]).startsWith(last)) throw new Error('ended')
      return Reflect.apply(query, this, args)
    } as typeof query
    const ended = replaceSquashed({ url: old.url, supabaseDir: projectDir })
    await expect(ended).rejects.toThrow('ended')
    pg.Client.prototype.query = query
    expect(await ask(old.url, RECORD)).toEqual(whole)
  }
  await replaceSquashed({ url: old.url, supabaseDir: projectDir })
  await migrate({ url: old.url, supabaseDir: projectDir })
  expect(await ask(old.url, RECORD)).toEqual(await ask((await startMigrated()).url, RECORD))
})

test('tables that a migration creates in an existing database have no default rights, as in a new one', async () => {
  const used = await startMigrated()
  const before = await catalogueOf(used)
  const supabaseDir = temporaryFolder()
  cpSync(join(projectDir, 'migrations'), join(supabaseDir, 'migrations'), { recursive: true })
  const memos =
    'create table public.memos (id int); create function public.memo() returns int language sql return 1;'
  writeFileSync(join(supabaseDir, 'migrations/29990101000000_memos.sql'), memos)
  await prepare(used, supabaseDir, [])
  const after = await catalogueOf(used)
  for (const part of ['grants on tables', 'grants on functions', 'grants on columns']) {
    expect(after[part]).toEqual(before[part])
  }
})

test('the migrations grant the same on a project without default privileges', async () => {
  const bare = await catalogueOf(await startMigrated(undefined, 'nothing'))
  expect(bare['grants on functions']?.length).toBeGreaterThan(500)
  expect(differing(await catalogueOf(await startMigrated()), bare)).toEqual([])
})
