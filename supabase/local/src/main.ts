import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { defaultSchool, readSchool } from '../../functions/_shared/school.ts'
import { deliverDueMails, verifyDueRuns } from '../../functions/tick/deliver-due-mails.ts'
import { createAuth } from './auth'
import { createCi } from './ci'
import { checkSupported, type Limits, readConfig, withLimits } from './config'
import { isDiskFull } from './disk-full'
import { createFunctions } from './functions'
import type { Apps } from './gateway/apps'
import { builtApps } from './gateway/built-apps'
import { createDatabaseSlots } from './gateway/database-slots'
import { createGateway } from './gateway/gateway'
import { createHostCheck } from './gateway/host-check'
import { listen } from './gateway/listen'
import { localJwtSecret, localServiceKey } from './gateway/local-keys'
import { createRequestSlots } from './gateway/request-slots'
import { createRestProxy } from './gateway/rest-proxy'
import { createUpgrade } from './gateway/upgrade'
import { prepareDataDir, removeDrafts } from './lock/data-dir'
import { takeLock } from './lock/lock'
import { endOrphans } from './lock/orphans'
import { openLogFile } from './log-file'
import { createMailbox } from './mail'
import { prepareDatabase } from './migrate/prepare-database'
import { PlainError } from './plain-error'
import { startPostgres } from './postgres/start-postgres'
import { createRealtime } from './realtime'
import { startRest } from './rest/start-rest'
import { createStorage } from './storage'
import { createStack } from './undo-stack'
import { startWorker } from './worker'

const projectDir = fileURLToPath(new URL('../../../', import.meta.url))

export type BackendOptions = {
  /** Folder for all stored data; created if it is missing. */
  dataDir: string
  /** Port on localhost for both apps and the API. */
  port: number
  /** Host names besides the loopback ones that the backend accepts, for a tunnel or a proxy on this machine. */
  hosts?: string[]
  /** Folder with config.toml, migrations and seeds; the project's own by default. */
  supabaseDir?: string
  /** Folder that contains `learner/dist` and `backoffice/dist`; the project's own by default. */
  appsDir?: string
  /** Address of the project for which the apps were built, if it is not this one. */
  projectUrl?: string
  /** Serves the apps instead of the built ones. */
  apps?: Apps
  /** Replace those of config.toml, because a test run sends all requests from one network address. */
  limits?: Partial<Limits>
  /** Signing secrets of Stripe's endpoint, for the function purchase-webhook. */
  webhookSecret?: string
  /** Milliseconds before the first round of the worker and between two; by default the worker's own. */
  workerPauseMs?: number
  /** False leaves the data folder without the demo data, also at later starts. */
  seeds?: boolean
  /** Gets a line for the person who waits, when the start takes long. */
  say?: (line: string) => void
  /** Lets the function check-links check addresses on this machine's own network; for tests only. */
  asksPrivateLinks?: boolean
}

export type Backend = {
  /** Origin of both apps and of the API, without a slash at the end. */
  url: string
  port: number
  /** Absolute path of the data folder. */
  dataDir: string
  /** Returns the connection address of the database for a login role (see postgres/secrets.ts). */
  databaseUrl(role: string): string
  /** Returns the ids of the processes that this backend runs besides its own. */
  pids(): { postgres: number; rest: number | undefined }
  /** Settles if PostgreSQL ends unexpectedly, after which nothing works. */
  failed: Promise<void>
  /** Lets running requests finish, then ends all parts. */
  stop(): Promise<void>
}

/**
 * Starts the whole backend in this process and child processes: PostgreSQL with the project's migrations
 * and seeds, PostgREST, the engines of exercises, Auth, storage, realtime, mail, and the gateway that serves both apps.
 *
 * @throws PlainError with a sentence for an error that a person can correct; nothing is left running
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  try {
    return await start(options)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new PlainError(
      `There is no room left on the disk that holds ${resolve(options.dataDir)}. Make room, then start again.`,
    )
  }
}

async function start(options: BackendOptions): Promise<Backend> {
  const { port } = options
  const supabaseDir = resolve(options.supabaseDir ?? join(projectDir, 'supabase'))
  const config = readConfig(join(supabaseDir, 'config.toml'))
  checkSupported(config)
  const dataDir = prepareDataDir(resolve(options.dataDir))
  const url = `http://localhost:${port}`

  const undo = createStack()
  try {
    undo.push(await takeLock(dataDir, port))
    removeDrafts(dataDir)
    const logTo = (name: string) => {
      const file = openLogFile(join(dataDir, 'logs', `${name}.log`))
      undo.push(file.close)
      return file.write
    }
    const write = logTo('backend')
    const log = (line: string) => write(`${new Date().toISOString()} ${line}`)
    const hostCheck = createHostCheck(options.hosts)
    const listener = await listen(port, hostCheck)
    undo.push(() => listener.close(0))
    await endOrphans(dataDir, log)

    const postgres = await startPostgres({ dataDir, log: logTo('postgres') })
    undo.push(postgres.stop)
    await prepareDatabase({
      superuserUrl: postgres.superuserUrl,
      url: postgres.urlFor('postgres'),
      supabaseDir,
      seeds: config.db.seed.enabled && options.seeds !== false ? config.db.seed.paths : [],
      log,
      say: options.say,
    })

    const rest = await startRest({
      dataDir,
      config: {
        databaseUrl: postgres.urlFor('authenticator'),
        jwtSecret: localJwtSecret,
        schemas: config.api.schemas,
        extraSearchPath: config.api.extraSearchPath,
        maxRows: config.api.maxRows,
        publicUrl: `${url}/rest/v1`,
      },
      log: logTo('postgrest'),
    })
    undo.push(rest.stop)
    const databaseSlots = createDatabaseSlots({ jwtSecret: localJwtSecret })
    const slots = createRequestSlots(databaseSlots)
    const restProxy = createRestProxy({ restPort: () => rest.port })
    undo.push(restProxy.close)

    const pool = new pg.Pool({ connectionString: postgres.urlFor('supabase_auth_admin'), max: 5 })
    // An idle connection that breaks is replaced at the next query.
    pool.on('error', (error) => log(`Sign-in lost a database connection: ${error.message}`))
    undo.push(() => pool.end())
    const mailbox = createMailbox({
      dir: join(dataDir, 'mail'),
      // A mail of Auth does not wait for the name of the school for longer than a person would.
      readSchool: () =>
        readSchool({
          restUrl: `http://127.0.0.1:${rest.port}`,
          storageUrl: `${url}/storage/v1`,
          serviceKey: localServiceKey,
          siteUrl: url,
          signal: AbortSignal.timeout(2_000),
        }).catch(() => defaultSchool(url)),
    })
    const auth = createAuth({
      pool,
      jwtSecret: localJwtSecret,
      config: withLimits(config.auth, options.limits),
      siteUrl: url,
      apiUrl: url,
      mailer: mailbox,
      log,
    })
    undo.push(auth.close)
    const storagePool = new pg.Pool({ connectionString: postgres.urlFor('authenticator'), max: 5 })
    storagePool.on('error', (error) => log(`Storage lost a database connection: ${error.message}`))
    undo.push(() => storagePool.end())
    const storage = await createStorage({
      pool: storagePool,
      jwtSecret: localJwtSecret,
      slots,
      dir: join(dataDir, 'storage'),
      maxSize: config.storage.fileSizeLimit,
      log,
    })
    undo.push(storage.close)
    const restUrl = () => `http://127.0.0.1:${rest.port}`
    const storageUrl = `${url}/storage/v1`
    const delivery = (signal: AbortSignal) => ({
      restUrl: restUrl(),
      storageUrl,
      authUrl: `${url}/auth/v1`,
      functionsUrl: `${url}/functions/v1`,
      serviceKey: localServiceKey,
      siteUrl: url,
      askHost: fetch,
      deliver: mailbox.send,
      log,
      signal,
    })
    undo.push(
      startWorker({
        databaseUrl: postgres.urlFor('postgres'),
        sendMails: (signal) => deliverDueMails(delivery(signal)),
        verifyRuns: (signal) => verifyDueRuns(delivery(signal)),
        log,
        pauseMs: options.workerPauseMs,
      }),
    )
    const ci = createCi({
      databaseUrl: postgres.urlFor('postgres'),
      siteUrl: url,
      slots,
      log,
    })
    undo.push(ci.close)
    const functions = createFunctions({
      restUrl,
      storageUrl,
      slots,
      mailbox,
      siteUrl: url,
      webhookSecret: options.webhookSecret ?? '',
      issuer: ci.issuer,
      asksPrivateLinks: options.asksPrivateLinks ?? false,
      log,
    })
    undo.push(functions.close)

    const appsDir = options.appsDir ?? join(projectDir, 'apps')
    const apps = options.apps ?? builtApps({ appsDir, projectUrl: options.projectUrl })
    undo.push(apps.close)
    const realtime = createRealtime({
      logUrl: postgres.urlFor('postgres'),
      rowsUrl: postgres.urlFor('authenticator'),
      jwtSecret: localJwtSecret,
      slots: databaseSlots,
      log,
    })
    listener.serve(
      createGateway({
        auth: auth.routes,
        rest: restProxy,
        storage: storage.routes,
        functions: functions.routes,
        mailbox: mailbox.routes,
        ci: ci.routes,
        apps,
        slots,
        hostCheck,
        log,
      }),
      createUpgrade({ realtime, apps, hostCheck }),
    )
    // The parts end in the opposite order of their start, so that clients are disconnected before the
    // services end. The listener waits for its WebSockets, which therefore end first.
    undo.push(() => listener.close())
    undo.push(realtime.close)

    let stopping = false
    return {
      url,
      port,
      dataDir,
      databaseUrl: postgres.urlFor,
      pids: () => ({ postgres: postgres.pid, rest: rest.pid }),
      failed: postgres.ended.then(() => {
        if (stopping) return new Promise<void>(() => {})
      }),
      async stop() {
        stopping = true
        await undo.run()
      },
    }
  } catch (error) {
    await undo.run()
    throw error
  }
}
