import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../supabase/local/src/connect-database'
import { freePort } from '../../../supabase/local/src/free-port'
import { localServiceKey } from '../../../supabase/local/src/gateway/local-keys'
import { prepareDataDir } from '../../../supabase/local/src/lock/data-dir'
import { type Backend, startBackend } from '../../../supabase/local/src/main'
import { migrate } from '../../../supabase/local/src/migrate/migrate'
import {
  copyMigratedCluster,
  projectSupabaseDir,
} from '../../../supabase/local/src/migrated-cluster'
import { ask, contentOf } from '../../../supabase/local/src/testing/older-data'
import { runBackup, runRestore } from '../../backup/main'
import { migrationsOf } from '../../backup/tables'
import { localMigrations } from '../../backup/version'
import { describeDifference, maintain, runUpgrade } from '../main'
import { upgrade } from '../upgrade'

// Upgrades a project like a hosted one with demo data to a version with two more migrations, and goes back.
const NEVER_MS = 2 ** 31 - 1
/** Time limit of the slowest test on a busy machine. */
const TIME_LIMIT_MS = 180_000
/** Migrations of the newer version. Each changes rows. */
const GOOD = `alter table public.courses add column heading text; update public.courses set heading = title, title = 'New';`
const BAD = `update public.profiles set name = 'New'; select 1 / 0;`

let dir: string
const running: Backend[] = []
const printed: string[] = []
const here = (name: string) => join(dir, name)

async function start(name: string, seeds: boolean) {
  mkdirSync(here(name))
  await copyMigratedCluster({ dataDir: here(name), defaults: 'nothing' })
  const backend = await startBackend({
    ...{ dataDir: here(name), port: await freePort(), workerPauseMs: NEVER_MS, seeds },
  })
  running.push(backend)
  return backend
}

const surroundings = (backend: Backend) => ({
  env: {
    DATABASE_URL: backend.databaseUrl('postgres'),
    VITE_SUPABASE_URL: backend.url,
    SUPABASE_SERVICE_ROLE_KEY: localServiceKey,
  },
  dataDir: here('nowhere'),
  say: (line: string) => void printed.push(line),
})

/** Writes the folder of a newer version with these migrations. */
function version(name: string, migrations: Record<string, string>): void {
  const folder = here(name)
  cpSync(projectSupabaseDir, folder, { recursive: true })
  for (const [file, text] of Object.entries(migrations)) {
    writeFileSync(join(folder, 'migrations', file), text)
  }
}

/** Upgrades a project as `npm run upgrade` does, with the step of a deployment that changes the database. */
function upgradeTo(
  backend: Backend,
  supabaseDir: string,
  folder: string,
  after = async () => true,
) {
  const url = backend.databaseUrl('postgres')
  const on = async <T>(
    act: (client: Awaited<ReturnType<typeof connectDatabase>>) => Promise<T>,
  ) => {
    const client = await connectDatabase(url)
    return act(client).finally(() => client.end())
  }
  const applied = () => on(async (client) => (await migrationsOf(client)) ?? [])
  return upgrade({
    isDone: async () =>
      (await applied()).length === readdirSync(join(supabaseDir, 'migrations')).length,
    agrees: async () => true,
    maintain: (value) => on((client) => maintain(client, value)),
    backup: () => runBackup([here(folder)], surroundings(backend)),
    async deploy() {
      await migrate({ url, supabaseDir })
      return after()
    },
    state: async () => describeDifference(await applied(), localMigrations(supabaseDir)),
    say: (line) => void printed.push(line),
  })
}

const maintenanceOf = async (backend: Backend) =>
  (
    await ask(backend.databaseUrl('postgres'), 'select maintenance_mode as on from public.settings')
  )[0]?.on

/** Returns every row except sessions, and without what turning maintenance mode on changes. */
const contentBefore = (backend: Backend) =>
  contentOf(backend.databaseUrl('postgres'), {
    'public.settings': `(select to_jsonb(s) - array['maintenance_mode', 'updated_at'] as row from public.settings s)`,
    'public.audit_logs': `(select * from public.audit_logs where action <> 'settings.update')`,
    'public.list_changes': `(select * from public.list_changes where resource <> 'settings')`,
  })

let project: Backend
let before: Awaited<ReturnType<typeof contentBefore>>

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rookies-upgrade-'))
  version('next', { '20990101000000_good.sql': GOOD })
  version('broken', { '20990101000000_good.sql': GOOD, '20990101000001_bad.sql': BAD })
  project = await start('project', true)
  before = await contentBefore(project)
}, TIME_LIMIT_MS)

afterAll(async () => {
  for (const backend of running) await backend.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function goBack(folder: string, name: string) {
  const empty = await start(name, false)
  await runRestore(
    [here(folder), '--erasures', project.databaseUrl('postgres')],
    surroundings(empty),
  )
  expect(await contentBefore(empty)).toEqual(before)
  expect(await maintenanceOf(empty)).toBe(true)
  expect(printed.join('\n')).toContain(
    'Maintenance mode is on, as it was: switch it off in Settings.',
  )
}

test('a backup that fails stops the upgrade before anything is changed', async () => {
  mkdirSync(here('full/of/things'), { recursive: true })
  await expect(upgradeTo(project, here('next'), 'full')).rejects.toThrow(
    /is not empty\. .*\nThere is no backup, so nothing was upgraded\. Maintenance mode is off again\.$/,
  )
  expect(await maintenanceOf(project)).toBe(false)
  expect(await contentBefore(project)).toEqual(before)
})

test('an upgrade that fails during or after a migration describes the state, and a restore brings the earlier state back', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  await expect(upgradeTo(project, here('broken'), 'first')).rejects.toThrow(
    /division by zero[\s\S]*It lacks 1: 20990101000001_bad\. Maintenance mode is on, and the backup is whole\..*Or go back: docs\/backup\.md#go-back\.$/,
  )
  expect(await maintenanceOf(project)).toBe(true)
  await goBack('first', 'back')

  const [back] = running.slice(-1)
  if (!back) throw new Error('nothing was restored')
  await ask(back.databaseUrl('postgres'), 'update public.settings set maintenance_mode = false')
  const failing = async () => {
    throw new Error('The functions could not be deployed')
  }
  await expect(upgradeTo(back, here('next'), 'second', failing)).rejects.toThrow(
    /^The functions could not be deployed\nThe database has (\d+) of the \1 migrations of this version\. Maintenance mode is on/,
  )
  await goBack('second', 'back again')
})

test('a successful upgrade leaves maintenance mode as it was, and a second upgrade has nothing to do', async () => {
  const [back] = running.slice(-1)
  if (!back) throw new Error('nothing was restored')
  await ask(back.databaseUrl('postgres'), 'update public.settings set maintenance_mode = false')
  expect(await upgradeTo(back, here('next'), 'third')).toBe(true)
  expect(await maintenanceOf(back)).toBe(false)
  expect(await upgradeTo(back, here('next'), 'fourth')).toBe(false)
})

test('an upgrade of the data on this machine lists what is missing, makes a backup, and starts; it refuses while the product runs', async () => {
  const versions = readdirSync(join(projectSupabaseDir, 'migrations')).sort()
  const dataDir = here('older')
  mkdirSync(dataDir)
  await copyMigratedCluster({ dataDir, last: versions.at(-2)?.split('_')[0] })
  prepareDataDir(dataDir)
  printed.length = 0
  let starts = 0
  const machine = {
    ...{
      env: {},
      dataDir,
      say: (line: string) => void printed.push(line),
      agrees: async () => false,
    },
    deploy: async () => false,
    async start() {
      starts++
    },
  }
  await runUpgrade(['--check'], machine)
  expect(printed).toEqual([
    `The database has ${versions.length - 1} of the ${versions.length} migrations of this version. It lacks 1: ${versions.at(-1)?.replace('.sql', '')}.`,
  ])
  expect(starts).toBe(0)
  await runUpgrade([here('of older')], machine)
  expect(starts).toBe(1)
  await runBackup([here('of older'), '--check'], machine)
  await expect(runUpgrade([], machine)).rejects.toThrow('npm run upgrade -- --check')
  await expect(
    runUpgrade([here('another')], { ...machine, dataDir: here('project') }),
  ).rejects.toThrow('Stop the product with Ctrl-C first, and run this again.')
})
