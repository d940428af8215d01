import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dataProject } from '@rookies/data/env'
import pg from 'pg'
import { readConfig } from '../../supabase/local/src/config'
import { databaseClient, findDatabase } from '../../supabase/local/src/make-admin'
import { errorMessage } from '../../supabase/local/src/plain-error'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'
import { compareAddresses, compareSettings, ownersAuth, publicAuth } from './auth'
import { compareLists, differs, type Finding, ok, unknown } from './finding'
import { compareSchemas, readSchema } from './schema'

const supabaseDir = fileURLToPath(new URL('../../supabase/', import.meta.url))
const PATIENCE_MS = 15_000
/** `major_version` of config.toml. */
const POSTGRES = 17

/** Where the embedded backend of this machine keeps its data and answers. */
interface Local {
  dataDir: string
  port: number
}

/**
 * Looks at a project and says where it differs from this repository: the one that DATABASE_URL and
 * VITE_SUPABASE_URL name, else the backend that runs here. Changes nothing.
 * @throws PlainError when there is no database to look at
 */
export async function examine(env: NodeJS.ProcessEnv, local: Local): Promise<Finding[]> {
  const database = await findDatabase(env.DATABASE_URL, local.dataDir)
  return [
    ...(await examineDatabase(database)),
    ...(await examinePublicAuth(env, local)),
    ...(await examineOwnersAuth(env)),
  ]
}

/** Migrations, the schema's guards and grants, and whether anybody can administer. */
async function examineDatabase(database: string): Promise<Finding[]> {
  const client = databaseClient(database)
  const scratch = await openScratchDatabase()
  try {
    await client.connect()
    await client.query('begin transaction read only')
    const migrations = compareLists('migrations', wantedMigrations(), await applied(client))
    if (migrations.state === 'differs') {
      const why = 'looked at once the migrations are applied: npx supabase db push --remote'
      return [migrations, unknown('schema', why)]
    }
    const plan = new pg.Client(scratch.url)
    await plan.connect()
    try {
      const schema = compareSchemas(await readSchema(plan), await readSchema(client))
      return [
        await version(client),
        migrations,
        ...schema,
        await administrators(client),
        await motor(client),
      ]
    } finally {
      await plan.end()
    }
  } catch (error) {
    return [unknown('database', errorMessage(error))]
  } finally {
    await client.end().catch(() => undefined)
    await scratch.close()
  }
}

function wantedMigrations(): string[] {
  return readdirSync(`${supabaseDir}migrations`)
    .flatMap((file) => /^(\d+)_.*\.sql$/.exec(file)?.[1] ?? [])
    .sort()
}

async function applied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    `select version from supabase_migrations.schema_migrations order by 1`,
  )
  return rows.map(({ version }) => version)
}

/** Another version words the same policy differently, so that nothing below could be compared. */
async function version(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ n: number }>(
    `select current_setting('server_version_num')::int / 10000 as n`,
  )
  const major = rows[0]?.n
  return major === POSTGRES
    ? ok('database', `PostgreSQL ${major}`)
    : differs('database', `PostgreSQL ${major}, expected ${POSTGRES}`)
}

async function administrators(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from public.profiles where role = 'ADMIN' and disabled_at is null`,
  )
  const count = rows[0]?.n ?? 0
  return count > 0
    ? ok('administrators', `${count} active`)
    : differs('administrators', 'none: npm run admin -- person@example.org')
}

/** Whether something does what is due (rules/due-work#motor). */
export async function motor(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ stopped: boolean }>(
    'select private.motor_stopped() as stopped',
  )
  return rows[0]?.stopped
    ? differs('due work', 'nothing has done it for ten minutes: see docs/deploy.md, Turn the motor')
    : ok('due work', 'is done')
}

async function examinePublicAuth(env: NodeJS.ProcessEnv, local: Local): Promise<Finding[]> {
  const about = 'auth, as anybody sees it'
  const url = env.VITE_SUPABASE_URL
  if (!url && env.DATABASE_URL) {
    return [unknown(about, 'set VITE_SUPABASE_URL and VITE_SUPABASE_KEY')]
  }
  const project = dataProject(env, url ?? `http://localhost:${local.port}`)
  try {
    const answer = await json(`${project.url}/auth/v1/settings`, { apikey: project.key })
    const { auth } = readConfig(`${supabaseDir}config.toml`, { project: env.SUPABASE_PROJECT_REF })
    return compareSettings(about, publicAuth(auth), answer)
  } catch (error) {
    return [unknown(about, errorMessage(error))]
  }
}

async function examineOwnersAuth(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const about = 'auth, as its owner sees it'
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_PROJECT_REF: ref } = env
  if (!env.DATABASE_URL) return []
  if (!token || !ref) return [unknown(about, 'set SUPABASE_ACCESS_TOKEN and SUPABASE_PROJECT_REF')]
  const where = `https://api.supabase.com/v1/projects/${encodeURIComponent(ref)}/config/auth`
  try {
    const answer = await json(where, { authorization: `Bearer ${token}` })
    const { auth } = readConfig(`${supabaseDir}config.toml`, { project: ref })
    return [
      ...compareSettings(about, ownersAuth(auth), answer),
      compareAddresses('addresses of mails', auth, answer),
    ]
  } catch (error) {
    return [unknown(about, errorMessage(error))]
  }
}

async function json(url: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  return answer.json()
}
