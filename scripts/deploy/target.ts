import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { PlainError } from '../../supabase/local/src/plain-error'
import { bundleFunctions } from '../bundle-functions/bundle'
import { valueAt } from '../doctor/ask'
import { apiKeyOf, askForList, type Ownership, ownershipIn } from '../doctor/management-api'
import { cliCommand } from '../supabase-stack/cli'
import { hostedConfig } from './hosted-config'
import { projectUrl, type Settings } from './settings'

const supabaseDir = fileURLToPath(new URL('../../supabase/', import.meta.url))

/** The hosted project to which the product is deployed. */
export interface Target {
  settings: Settings
  owner: Ownership
  /** The address of the project, without a slash at the end. */
  url: string
  /** Returns the address of the database for the role `postgres`. */
  databaseUrl(): Promise<string>
  /** Calls `act` with a connection to the database. */
  onDatabase<T>(act: (client: pg.Client) => Promise<T>): Promise<T>
  /** Returns the key with which the apps are built. */
  publishableKey(): Promise<string>
  /** Returns the file names of the bundles, which contain a digest, by function. */
  bundles(): Promise<Map<string, string>>
  /** Runs the Supabase CLI for this project and shows its output. @throws PlainError if the CLI fails */
  cli(args: string[], env?: Record<string, string>): Promise<void>
  close(): void
}

/** Opens the project of complete settings. Requests are sent only when their results are needed. */
export function openTarget(settings: Settings, env: NodeJS.ProcessEnv): Target {
  const owner = ownershipIn(settings)
  if (!owner) throw new PlainError('The settings do not name a project.')
  const folder = mkdtempSync(join(tmpdir(), 'rookies-deploy-'))
  const databaseUrl = onlyOnce(
    async () => settings.DATABASE_URL || (await readPoolerAddress(owner, settings)),
  )
  const bundles = onlyOnce(() => bundleInto(join(folder, 'supabase', 'functions')))
  return {
    settings,
    owner,
    url: projectUrl(settings),
    databaseUrl,
    async onDatabase(act) {
      const source = settings.DATABASE_URL ? undefined : 'SUPABASE_DB_PASSWORD'
      const client = await connectDatabase(await databaseUrl(), source)
      try {
        return await act(client)
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    publishableKey: onlyOnce(() => keyOf(owner)),
    bundles,
    async cli(args, more = {}) {
      writeProject(folder, settings, await bundles())
      const { SUPABASE_ACCESS_TOKEN } = settings
      const [command, first] = cliCommand(env)
      const running = spawn(command, [...first, ...args, ...profile(folder, owner)], {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...env, ...more, SUPABASE_ACCESS_TOKEN },
      })
      const [status] = await once(running, 'close')
      if (status === 0) return
      throw new PlainError(
        `The Supabase CLI could not ${args.slice(0, 2).join(' ')}. Its own message is above.`,
      )
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function onlyOnce<T>(get: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= get()
    return kept
  }
}

/**
 * Returns the address of the pooler in session mode. Unlike the database's own host, the pooler is reachable by IPv4.
 */
async function readPoolerAddress(owner: Ownership, settings: Settings): Promise<string> {
  const list = await askForList(owner, '/config/database/pooler')
  const primary = list.find((one) => valueAt(one, ['database_type']) === 'PRIMARY')
  const [user, host, name] = ['db_user', 'db_host', 'db_name'].map((key) => valueAt(primary, [key]))
  if (!user || !host || !name) {
    throw new PlainError(
      'The project does not tell its pooler. Set DATABASE_URL: Connect, Session pooler.',
    )
  }
  const password = encodeURIComponent(settings.SUPABASE_DB_PASSWORD ?? '')
  return `postgresql://${user}:${password}@${host}:5432/${name}`
}

async function keyOf(owner: Ownership): Promise<string> {
  const key = await apiKeyOf(owner, 'publishable')
  if (key) return key
  throw new PlainError('The project has no publishable key. Make one: Project Settings, API Keys.')
}

/** Bundles the functions. The file names contain a digest, which shows later whether a project has this version. */
async function bundleInto(folder: string): Promise<Map<string, string>> {
  const sizes = await bundleFunctions(folder)
  const names = [...sizes.keys()].filter((name) => name !== 'main')
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, name, 'index.js'))
      const file = `index-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`
      writeFileSync(join(folder, name, file), text)
      return [name, file]
    }),
  )
}

/** Writes the files that the CLI reads: the settings of the project, the migrations, and the texts of mails. */
function writeProject(folder: string, settings: Settings, bundles: Map<string, string>): void {
  const to = join(folder, 'supabase')
  mkdirSync(to, { recursive: true })
  for (const name of ['migrations', 'templates']) {
    cpSync(join(supabaseDir, name), join(to, name), { recursive: true })
  }
  const text = hostedConfig(readFileSync(join(supabaseDir, 'config.toml'), 'utf8'), settings)
  const withEntries = [...bundles].reduce((before, [name, file]) => {
    const header = `[functions.${name}]\n`
    return before.replace(header, `${header}entrypoint = "./functions/${name}/${file}"\n`)
  }, text)
  writeFileSync(join(to, 'config.toml'), withEntries, { mode: 0o600 })
}

/** Returns arguments that make the CLI use another management API than Supabase's own. */
function profile(folder: string, { api }: Ownership): string[] {
  if (!api) return []
  const file = join(folder, 'profile.json')
  const { hostname } = new URL(api)
  const profileSettings = {
    name: 'other',
    api_url: api,
    dashboard_url: api,
    project_host: hostname,
  }
  writeFileSync(file, JSON.stringify(profileSettings))
  return ['--profile', file]
}
