import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepRunning } from '../../supabase/local/src/cli'
import { type DemoAccount, demoAccounts } from '../../supabase/local/src/demo-accounts'
import { serveAppsBeside } from '../../supabase/local/src/gateway/apps-beside-project'
import { startWorker } from '../../supabase/local/src/worker'
import { openCli, type Runtime } from './cli'
import { chooseRuntime, thisMachine } from './runtime'
import { openStack, prepareSecrets, type Stack } from './stack'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Milliseconds until a call of `tick` counts as failed, as in docs/deploy.md. */
const TICK_MS = 90_000

interface Options {
  env: NodeJS.ProcessEnv
  port: number
  hosts?: string[]
  /** The runtime; by default, the one that suits this machine. */
  named?: Runtime
  /** Builds the apps with the settings of the environment. */
  build: () => void
}

/**
 * Starts a stack of the Supabase CLI unless one runs, builds the apps for its address, serves them, and runs the due
 * jobs. A stack that was started here stops when this process ends.
 */
async function openBesideStack({ env, port, hosts, named, build }: Options) {
  const url = `http://localhost:${port}`
  const runtime = chooseRuntime(thisMachine(), named)
  const secret = prepareSecrets(join(root, 'supabase/functions/.env'), runtime, url)
  const opened = openStack(openCli(runtime, { env }), runtime, console.log)
  // The stack stops however this process ends, for example because the build fails.
  process.once('exit', opened.stop)
  const { stack } = opened
  env.VITE_SUPABASE_URL = stack.apiUrl
  env.VITE_SUPABASE_KEY = stack.key
  build()
  const { stop } = await serveBesideStack({ stack, port, hosts, secret })
  return { url, stack, stop }
}

/** Runs the product beside a stack until a signal stops it. */
export async function runBesideStack(
  options: Options & {
    greet: (product: { url: string; dataDir: string; accounts: DemoAccount[] }) => string
  },
): Promise<void> {
  await keepRunning(
    async () => {
      const opened = await openBesideStack(options)
      const accounts = await demoAccounts(opened.stack.databaseUrl)
      return { ...opened, accounts, failed: new Promise<void>(() => {}) }
    },
    {
      greet: ({ url, stack, accounts }) => {
        const dataDir = `in the Supabase stack at ${stack.apiUrl}`
        const other = '  The links in mails of sign-in lead to port 4300 (config.toml).\n'
        return options.greet({ url, dataDir, accounts }) + (options.port === 4300 ? '' : other)
      },
      failure: () => 'The product ended.',
    },
  )
}

/**
 * Calls `act` while the product runs beside a stack, with the variables that `npm run test:real` needs in the
 * environment.
 */
export async function whileBesideStack<T>(options: Options, act: () => Promise<T>): Promise<T> {
  const { url, stack, stop } = await openBesideStack(options)
  Object.assign(options.env, stack.settings, { ROOKIES_URL: url })
  try {
    return await act()
  } finally {
    await stop()
  }
}

/**
 * Serves the built apps with their headers, forwards /_mail to the stack's mailbox, and calls the worker.
 * @param options.secret the secret that `tick` expects
 */
export async function serveBesideStack(options: {
  stack: Stack
  port: number
  hosts?: string[]
  secret: string
  appsDir?: string
  log?: (line: string) => void
}): Promise<{ stop: () => Promise<void> }> {
  const { stack, log = console.error } = options
  const stopServing = await serveAppsBeside({
    ...options,
    projectUrl: stack.apiUrl,
    mailUrl: stack.mailUrl,
  })
  const stopWorker = startWorker({
    databaseUrl: stack.databaseUrl,
    // `tick` handles all due jobs in one call, including runs of exercises.
    sendMails: async (signal) => {
      const answer = await fetch(`${stack.apiUrl}/functions/v1/tick`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.secret}` },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TICK_MS)]),
      })
      if (!answer.ok) throw new Error(`tick answered ${answer.status} ${await answer.text()}`)
      return 0
    },
    verifyRuns: async () => 0,
    log,
  })
  return {
    async stop() {
      await stopWorker()
      await stopServing()
    },
  }
}
