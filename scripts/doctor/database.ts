import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { catalogueOfMigrations } from '../../supabase/local/src/catalogue/of-migrations'
import { readCatalogue } from '../../supabase/local/src/catalogue/read-catalogue'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { isReplaced } from '../../supabase/local/src/migrate/replace-squashed'
import { errorMessage } from '../../supabase/local/src/plain-error'
import { readDefinitions } from './definitions'
import { compareLists, differs, type Finding, failed, ok, unknown } from './finding'
import { schedule, worker } from './jobs'
import { compareSchemas, type Plan } from './schema'

const migrationsDir = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url))
/** The value of `major_version` in config.toml. */
const POSTGRES = 17

/**
 * Checks the migrations, everything that they create, whether there is an administrator, and whether the worker runs.
 * @param database address of the database
 * @param project address of the project, if known
 */
export async function examineDatabase(
  database: string,
  project: string | undefined,
): Promise<Finding[]> {
  let client: pg.Client
  try {
    client = await connectDatabase(database)
  } catch (error) {
    return [failed('database', errorMessage(error))]
  }
  try {
    await client.query('begin transaction read only')
    return await examineConnected(client, readPlan, project)
  } catch (error) {
    return [failed('database', `The check failed: ${errorMessage(error)}.`)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs the same checks in an open transaction. */
export async function examineConnected(
  client: pg.Client,
  plan: () => Promise<Plan>,
  project: string | undefined,
): Promise<Finding[]> {
  const look = (about: string, ask: () => Promise<Finding[]>) => lookAt(client, about, ask)
  const begun = [
    ...(await look('database', async () => [await version(client)])),
    ...(await look('database', () => checkRole(client))),
    ...(await look('migrations', async () => [await migrations(client)])),
  ]
  if (begun.some(({ state }) => state !== 'ok')) {
    return [...begun, unknown('schema', 'Not checked until the problems above are fixed.')]
  }
  return [
    ...begun,
    ...(await look('schema', async () =>
      compareSchemas(await plan(), await readCatalogue(client), readDefinitions()),
    )),
    ...(await look('administrators', async () => [await administrators(client)])),
    ...(await look('background jobs', async () => [await worker(client)])),
    ...(await look('background jobs, by pg_cron', () => schedule(client, project))),
  ]
}

/** Runs one check. A failed query becomes a finding, and the other checks go on. */
async function lookAt(
  client: pg.Client,
  about: string,
  ask: () => Promise<Finding[]>,
): Promise<Finding[]> {
  await client.query('savepoint looking')
  try {
    return await ask()
  } catch (error) {
    await client.query('rollback to savepoint looking')
    return [failed(about, `The check failed: ${errorMessage(error)}.`)]
  }
}

/** Reads what the migrations create, from two temporary databases. */
async function readPlan(): Promise<Plan> {
  const [least, most] = await Promise.all([
    catalogueOfMigrations({ defaults: 'nothing' }),
    catalogueOfMigrations({ defaults: 'everything' }),
  ])
  return { least, most }
}

/** Checks the version of PostgreSQL, because another version prints the same policy differently. */
async function version(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ n: number }>(
    `select current_setting('server_version_num')::int / 10000 as n`,
  )
  const major = rows[0]?.n
  return major === POSTGRES
    ? ok('database', `PostgreSQL ${major}`)
    : differs('database', `It is PostgreSQL ${major}, expected ${POSTGRES}: upgrade the project.`)
}

/**
 * Checks the role of the connection. A role that does not own the schema cannot see everything and would miss faults.
 */
async function checkRole(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; owner: boolean }>(
    `select current_user as name, pg_has_role(current_user, 'postgres', 'usage') as owner`,
  )
  return rows[0]?.owner
    ? []
    : [
        failed(
          'database',
          `DATABASE_URL logs in as ${rows[0]?.name}. Take the address for postgres.`,
        ),
      ]
}

/** Compares the applied migrations with the files. */
export async function migrations(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  )
  const cure = 'Apply them: npm run deploy'
  if (!rows[0]?.there) {
    return differs('migrations', `No migrations were applied to this database. ${cure}`)
  }
  const { rows: applied } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by 1',
  )
  const versions = applied.map(({ version }) => version)
  if (versions.some(isReplaced)) {
    return differs(
      'migrations',
      'The project has migrations that newer ones replaced. docs/deploy.md#after-the-squash says what to run.',
    )
  }
  const found = compareLists('migrations', wantedMigrations(), versions)
  return found.state === 'ok' ? found : { ...found, text: `${found.text}. ${cure}` }
}

function wantedMigrations(): string[] {
  return readdirSync(migrationsDir)
    .flatMap((file) => /^(\d+)_.*\.sql$/.exec(file)?.[1] ?? [])
    .sort()
}

async function administrators(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from public.profiles where role = 'ADMIN' and disabled_at is null`,
  )
  const count = rows[0]?.n ?? 0
  return count > 0
    ? ok('administrators', `${count} active`)
    : differs('administrators', 'There is none. Make one: npm run admin -- person@example.org')
}
