import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { bringOver } from '../bring-over'
import { freePort } from '../free-port'
import { localAnonKey } from '../gateway/local-keys'
import { prepareDataDir } from '../lock/data-dir'
import { type BackendOptions, startBackend } from '../main'
import { seed } from '../migrate/seed'
import { LAST_OF_THE_SQUASH } from '../migrate/squashed-migrations'
import { copyMigratedCluster } from '../migrated-cluster'
import { startPostgres } from '../postgres/start-postgres'
import { ask, contentOf, projectDir, SEEDS } from '../testing/older-data'
import { temporaryFolder } from '../testing/temporary-folder'

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

/** Opens the database of a data folder that no backend uses. */
async function inDatabase<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir, log: () => {} })
  try {
    return await work(postgres.urlFor('postgres'))
  } finally {
    await postgres.stop()
  }
}

/** Creates the demo data of a version from before the squash: the same tables, by other migrations. */
async function oldFolder(dir: string): Promise<string> {
  const dataDir = prepareDataDir(join(dir, 'old'))
  mkdirSync(join(dataDir, 'mail'))
  writeFileSync(join(dataDir, 'mail', 'one.json'), '{}')
  await copyMigratedCluster({ dataDir, last: LAST_OF_THE_SQUASH })
  await inDatabase(dataDir, async (url) => {
    await seed({ url, supabaseDir: projectDir, paths: SEEDS })
    await ask(
      url,
      `delete from supabase_migrations.schema_migrations;
       insert into supabase_migrations.schema_migrations (version, name)
         values ('20261101000100', 'foundation'), ('20261124001010', 'import_time');
       insert into supabase_migrations.checksums values ('20261101000100',
         '65b07d7077c6d568eedf05d3d36d72345cc0f4e63a7d3b1b2581ecb091b21c91')`,
    )
  })
  return dataDir
}

const start = async (dataDir: string, more: Partial<BackendOptions> = {}) => {
  const backend = await startBackend({ dataDir, port: await freePort(), ...more })
  onTestFinished(() => backend.stop())
  return backend
}

test('data from before the squash are recognized, and copied completely to a folder that can be opened', {
  timeout: 120_000,
}, async () => {
  const dir = temporaryFolder()
  const from = await oldFolder(dir)
  await expect(start(from)).rejects.toThrow(
    /^This data was made by Rookies of 22 November 2026 or before.* npm run bring-over .*docs\/older-data\.md.* git checkout ff0081c\.$/,
  )

  const to = join(dir, 'new')
  const brought = await bringOver({ from, to })
  const rows = new Map(brought.map((one) => [one.table, one.rows]))
  expect(rows.get('public.profiles')).toBeGreaterThan(10)
  expect(rows.get('public.lesson_completions')).toBeGreaterThan(50)
  expect(await inDatabase(to, contentOf)).toEqual(await inDatabase(from, contentOf))
  expect(existsSync(join(to, 'mail', 'one.json'))).toBe(true)

  const backend = await start(to)
  expect(backend.notices).toEqual([])
  const member = createClient(backend.url, localAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data } = await member.auth.signInWithPassword({
    email: 'member@rookies.test',
    password: 'rookies-demo',
  })
  const completed = await member.from('lesson_completions').select().eq('user_id', data.user?.id)
  expect(completed.data?.length).toBeGreaterThan(5)
  const { data: outline } = await member.from('courses').select('title')
  expect(outline?.length).toBeGreaterThan(0)
})

test('data are copied only to an empty folder, and only from before the squash', async () => {
  const dir = temporaryFolder()
  const [from, to] = [prepareDataDir(join(dir, 'today')), join(dir, 'new')]
  await copyMigratedCluster({ dataDir: from })
  await expect(bringOver({ from, to })).rejects.toThrow('do not need to copy this data')
  expect(existsSync(to)).toBe(false)

  mkdirSync(to)
  writeFileSync(join(to, 'mine.txt'), 'mine')
  await expect(bringOver({ from, to })).rejects.toThrow(`${to} is not empty`)
  expect(readFileSync(join(to, 'mine.txt'), 'utf8')).toBe('mine')
  await expect(bringOver({ from: to, to: join(dir, 'other') })).rejects.toThrow(
    `${to} is not a data folder of Rookies.`,
  )
})
