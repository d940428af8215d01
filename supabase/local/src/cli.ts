import { resolve } from 'node:path'
import { type Limits, RAISED_LIMITS } from './config'
import { type DemoAccount, demoAccounts } from './demo-accounts'
import type { Apps } from './gateway/apps'
import { readHosts } from './gateway/host-check'
import { type Backend, startBackend } from './main'
import { watchParent } from './parent-watch'
import { PlainError } from './plain-error'

/** A second signal within this time comes from the same Ctrl-C, passed on by npm. */
const sameKeyMs = 1_000

/**
 * Runs the backend with the settings of the environment (PORT, ROOKIES_DATA, ROOKIES_HOSTS,
 * ROOKIES_AUTH_LIMITS, STRIPE_WEBHOOK_SECRET) until a signal, or the end of the channel to its parent, ends it. Returns 0
 * then, and 1 if the backend failed. A
 * second Ctrl-C ends it without waiting.
 *
 * @param options.greet prints the greeting once the backend answers
 * @param options.openApps serves the apps instead of the built ones, also under the names of a tunnel
 * @param options.supabaseDir the project's folder; this repository's by default
 */
export async function runBackend(options: {
  greet: (backend: Backend & { accounts: DemoAccount[] }) => string
  openApps?: (hosts?: string[]) => Promise<Apps>
  supabaseDir?: string
}): Promise<void> {
  await keepRunning(
    async () => {
      const environment = backendEnvironment(process.env)
      const backend = await startBackend({
        ...environment,
        supabaseDir: options.supabaseDir,
        say: console.log,
        apps: await options.openApps?.(environment.hosts),
      })
      return { ...backend, accounts: await demoAccounts(backend.databaseUrl('postgres')) }
    },
    {
      greet: options.greet,
      failure: ({ dataDir }) =>
        `The database ended unexpectedly. See ${dataDir}/logs/postgres.log, then start again.`,
    },
  )
}

/**
 * Starts something and keeps it running until a signal ends it, with the exit codes of `runBackend`.
 *
 * @param text.greet printed once it runs
 * @param text.failure printed if `failed` settles
 */
export async function keepRunning<T extends { failed: Promise<void>; stop(): Promise<void> }>(
  start: () => Promise<T>,
  text: { greet: (running: T) => string; failure: (running: T) => string },
): Promise<void> {
  // Writing to a closed terminal must not stop the shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let stop: (() => Promise<void>) | undefined
  let stoppedAt: number | undefined
  const onSignal = () => {
    if (stoppedAt !== undefined) {
      if (Date.now() - stoppedAt > sameKeyMs) process.exit(1)
      return
    }
    stoppedAt = Date.now()
    if (stop) finish(stop)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A program that started this one with a channel closes it, because Windows has no signals for that.
  process.on('disconnect', onSignal)
  watchParent(onSignal)

  try {
    const running = await start()
    stop = running.stop
    if (stoppedAt !== undefined) return finish(stop)
    console.log(text.greet(running))
    await running.failed
    throw new PlainError(text.failure(running))
  } catch (error) {
    report(error)
    await stop?.().catch(() => {})
    process.exit(1)
  }
}

function finish(stop: () => Promise<void>): void {
  stop().then(
    () => process.exit(0),
    (error) => {
      report(error)
      process.exit(1)
    },
  )
}

/** Prints one sentence for an error that a person can correct, and the stack trace for a bug. */
function report(error: unknown): void {
  console.error(error instanceof PlainError ? error.message : error)
}

/**
 * Reads the settings of the environment. @throws PlainError if PORT is not a port, or ROOKIES_HOSTS contains
 * no valid hosts
 */
export function backendEnvironment(env: NodeJS.ProcessEnv): {
  port: number
  dataDir: string
  hosts?: string[]
  projectUrl?: string
  webhookSecret?: string
  limits?: Partial<Limits>
} {
  return {
    port: readPort(env.PORT),
    dataDir: resolve(env.ROOKIES_DATA || '.rookies'),
    hosts: env.ROOKIES_HOSTS ? readHosts(env.ROOKIES_HOSTS) : undefined,
    projectUrl: env.VITE_SUPABASE_URL || undefined,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET || undefined,
    limits: env.ROOKIES_AUTH_LIMITS === 'raised' ? RAISED_LIMITS : undefined,
  }
}

function readPort(text = ''): number {
  const port = text === '' ? 4300 : Number(text)
  if (/^\d*$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new PlainError(`PORT must be a whole number from 1 to 65535; it is "${text}".`)
}
