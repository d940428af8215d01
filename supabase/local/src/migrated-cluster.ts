import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyBase, type Defaults } from './migrate/base'
import { migrate } from './migrate/migrate'
import { findPostgres } from './postgres/binaries'
import { startPostgres } from './postgres/start-postgres'

const projectDir = fileURLToPath(new URL('../../../', import.meta.url))
const baseDir = fileURLToPath(new URL('../sql', import.meta.url))
const cacheDir = join(projectDir, 'node_modules', '.cache', 'rookies', 'clusters')

/** The project's migrations. */
export const projectSupabaseDir = join(projectDir, 'supabase')

/** A copy that was not used for this long is removed from the cache. */
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Fills `dataDir` with a stopped PostgreSQL that has all migrations and no data. Applying them takes seconds, so that
 * the first call for these migrations keeps the result in `node_modules/.cache`, and later calls copy it. After a new
 * migration, only this one is applied to a copy. For data that is thrown away: all copies have the same passwords.
 *
 * @param options.supabaseDir folder with the migrations; the project's by default
 * @param options.defaults default privileges before the first migration
 * @param options.last the last version to apply; all by default
 * @throws PlainError if PostgreSQL cannot run here or a migration fails
 */
export async function copyMigratedCluster(options: {
  dataDir: string
  supabaseDir?: string
  defaults?: Defaults
  last?: string
}): Promise<void> {
  const { dataDir, supabaseDir = projectSupabaseDir, defaults = 'everything', last } = options
  const plan = { supabaseDir, defaults, last }
  const places = keysOf(plan).map((key) => join(cacheDir, key))
  const kept = places.at(-1) ?? ''
  if (!existsSync(kept)) await keep(kept, plan, places.findLast(existsSync))
  touch(kept)
  copyFolder(kept, dataDir)
}

function touch(kept: string): void {
  const now = new Date()
  utimesSync(kept, now, now)
}

interface Plan {
  supabaseDir: string
  defaults: Defaults
  last: string | undefined
}

/** @param base a kept folder with the first of the migrations, if there is one */
async function keep(
  kept: string,
  { supabaseDir, defaults, last }: Plan,
  base: string | undefined,
): Promise<void> {
  mkdirSync(cacheDir, { recursive: true })
  if (base) touch(base)
  removeUnused()
  const draft = mkdtempSync(join(cacheDir, 'draft-'))
  try {
    if (base) copyFolder(base, draft)
    const postgres = await startPostgres({ dataDir: draft, log: () => {} })
    try {
      if (!base) await applyBase(postgres.superuserUrl, { defaults })
      await migrate({ url: postgres.urlFor('postgres'), supabaseDir, last })
    } finally {
      await postgres.stop()
    }
    renameSync(draft, kept)
  } catch (error) {
    // Another process may have kept the same in the meantime.
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function removeUnused(): void {
  for (const name of readdirSync(cacheDir)) {
    const dir = join(cacheDir, name)
    const { mtimeMs } = statSync(dir, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs !== undefined && Date.now() - mtimeMs > KEPT_MS) {
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

/**
 * Returns a key for the state before the migrations and after each of them. It tells everything that the state depends on:
 * base, migrations, PostgreSQL, and the code that creates a cluster.
 */
function keysOf({ supabaseDir, defaults, last }: Plan): string[] {
  const hash = createHash('sha256').update(defaults).update(findPostgres().nativeDir)
  hash.update(readFileSync(join(projectDir, 'package-lock.json')))
  for (const file of ['create-cluster', 'settings', 'secrets', '../migrated-cluster']) {
    hash.update(readFileSync(new URL(`postgres/${file}.ts`, import.meta.url)))
  }
  const add = (dir: string, file: string) =>
    hash.update(`\n-- ${file}\n`).update(readFileSync(join(dir, file)))
  for (const file of readdirSync(baseDir).sort()) add(baseDir, file)
  const migrationsDir = join(supabaseDir, 'migrations')
  const files = readdirSync(migrationsDir)
    .filter((file) => !last || (file.split('_', 1)[0] ?? '') <= last)
    .sort()
  return [hash.copy(), ...files.map((file) => add(migrationsDir, file).copy())].map((state) =>
    state.digest('hex').slice(0, 32),
  )
}

/** Copies owners and modes too, because PostgreSQL does not run as root and must own its files. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true })
    return
  }
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`)
}
