import type pg from 'pg'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { freePort } from '../../supabase/local/src/free-port'
import { localServiceKey } from '../../supabase/local/src/gateway/local-keys'
import { isDataDir } from '../../supabase/local/src/lock/data-dir'
import { alreadyRunning, lockHolder, takeLock } from '../../supabase/local/src/lock/lock'
import { endOrphans } from '../../supabase/local/src/lock/orphans'
import { startBackend } from '../../supabase/local/src/main'
import { findDatabase } from '../../supabase/local/src/make-admin'
import { PlainError } from '../../supabase/local/src/plain-error'
import { startPostgres } from '../../supabase/local/src/postgres/start-postgres'
import { reset } from '../../supabase/local/src/reset'
import { checkNamed, isHere, nameOneProject } from '../doctor/one-project'
import { secretKeyOf } from './secret-key'
import { type ReadObject, readFromDisk, type StorageApi, storageApi } from './stored-files'
import { SESSION } from './tables'

/** The data folder of the embedded product. */
interface Local {
  dataDir: string
}

/** A project with a connection to its database. */
interface OpenProject {
  /** The address of the project or its data folder, for messages. */
  address: string
  client: pg.Client
  close(): Promise<void>
}

/** A pause this long keeps the embedded worker from running. */
const NEVER_MS = 2 ** 31 - 1

/**
 * Opens the project that is backed up: the one that DATABASE_URL and the address and secret key of its API name, or
 * else the embedded product. If the embedded product is stopped, only its database is started for the backup.
 * @throws PlainError with what is missing
 */
export async function openSource(
  env: NodeJS.ProcessEnv,
  { dataDir }: Local,
): Promise<OpenProject & { read: ReadObject }> {
  const named = await namedProject(env)
  if (named) {
    const client = await connect(named.database)
    const { read } = storageApi(named.api, named.key)
    return { address: named.api, client, read, close: () => client.end() }
  }
  const read = readFromDisk(dataDir)
  const holder = await lockHolder(dataDir)
  if (holder) {
    const client = await connect(await findDatabase(undefined, dataDir))
    return {
      address: `http://localhost:${holder.port}`,
      client,
      read,
      close: () => client.end(),
    }
  }
  if (!isDataDir(dataDir)) {
    throw new PlainError(
      `${dataDir} is not a data folder of Rookies. Set ROOKIES_DATA, or DATABASE_URL, VITE_SUPABASE_URL, and SUPABASE_SERVICE_ROLE_KEY for a project.`,
    )
  }
  // Starting the whole product would apply newer migrations, so only the database is started.
  const release = await takeLock(dataDir, 0)
  try {
    await endOrphans(dataDir, () => {})
    const postgres = await startPostgres({ dataDir, log: () => {} })
    const client = await connect(postgres.urlFor('postgres')).catch(async (error: unknown) => {
      await postgres.stop()
      throw error
    })
    const close = async () => {
      await client.end()
      await postgres.stop()
      release()
    }
    return { address: dataDir, client, read, close }
  } catch (error) {
    release()
    throw error
  }
}

/** The project into which a backup is restored; `undo` removes what opening it created. */
export interface Target extends OpenProject {
  storage: StorageApi
  undo(): Promise<void>
}

/**
 * Opens the project into which a backup is restored: the named project, or else a new data folder of the embedded
 * product, which runs meanwhile without demo data and without a worker.
 * @throws PlainError with what is missing, or if the folder has data
 */
export async function openTarget(env: NodeJS.ProcessEnv, { dataDir }: Local): Promise<Target> {
  const named = await namedProject(env)
  if (named) {
    const client = await connect(named.database)
    const storage = storageApi(named.api, named.key)
    return { address: named.api, client, storage, close: () => client.end(), undo: async () => {} }
  }
  const holder = await lockHolder(dataDir)
  if (holder) throw alreadyRunning(holder)
  if (isDataDir(dataDir)) {
    throw new PlainError(
      `${dataDir} has data, and a backup is restored into a new folder only. Set ROOKIES_DATA to one, or move this one away.`,
    )
  }
  const backend = await startBackend({
    dataDir,
    port: await freePort(),
    seeds: false,
    workerPauseMs: NEVER_MS,
  })
  const client = await connect(backend.databaseUrl('postgres'))
  return {
    address: dataDir,
    client,
    storage: storageApi(backend.url, localServiceKey),
    async close() {
      await client.end()
      await backend.stop()
    },
    async undo() {
      await reset(dataDir)
    },
  }
}

/** Connects to the database for copying. @throws PlainError if the database cannot be reached */
async function connect(database: string): Promise<pg.Client> {
  const client = await connectDatabase(database)
  await client.query(SESSION)
  return client
}

/** Reads which project the environment names; undefined for the embedded product. @throws PlainError */
async function namedProject(env: NodeJS.ProcessEnv) {
  const api = env.VITE_SUPABASE_URL || env.SUPABASE_URL
  checkNamed({ ...env, VITE_SUPABASE_URL: api })
  const database = env.DATABASE_URL
  if (!database) return undefined
  const [several] = nameOneProject({ ...env, VITE_SUPABASE_URL: api })
  if (several) throw new PlainError(several.text)
  if (!api || (isHere(api) && !isHere(database))) {
    throw new PlainError(
      'DATABASE_URL names a project. Set VITE_SUPABASE_URL to the address of its API, too: files are read and written there.',
    )
  }
  const local = isHere(api) ? localServiceKey : undefined
  const key = env.SUPABASE_SERVICE_ROLE_KEY || local || (await secretKeyOf(env))
  if (key) return { database, api: new URL(api).origin, key }
  throw new PlainError(
    'Set SUPABASE_SERVICE_ROLE_KEY to the secret key of the project (Project Settings, API Keys): files are read and written with it.',
  )
}
