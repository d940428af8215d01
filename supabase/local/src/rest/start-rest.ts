import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port'
import { errorMessage, PlainError } from '../plain-error'
import { findPostgres } from '../postgres/binaries'
import { findPostgrest, postgrestEnvironment } from './binary'
import { type RestConfig, restConfigText } from './config'
import { restConfigPath, restPidPath } from './files'

export type Rest = {
  /** PostgREST's port on 127.0.0.1, which changes with a restart. */
  readonly port: number
  /** The process id; undefined while there is no process. */
  readonly pid: number | undefined
  /** Lets running requests finish for a moment, then ends PostgREST. */
  stop(): Promise<void>
}

const startLimitMs = 30_000
const stopPatienceMs = 3_000
const firstPauseMs = 100
const longestPauseMs = 5_000
/** Milliseconds of normal work after which an unexpected end counts as the first again. */
const steadyMs = 30_000

/**
 * Starts PostgREST on loopback and waits until it has read the schema. After an unexpected end it is started
 * again, after pauses that grow to five seconds.
 *
 * The caller holds the lock of the data folder. PostgREST's lines go to `log`.
 *
 * @throws PlainError if there is none and none can be downloaded, or if it does not become ready
 */
export async function startRest(options: {
  dataDir: string
  config: Omit<RestConfig, 'port' | 'adminPort'>
  log: (line: string) => void
}): Promise<Rest> {
  const { dataDir, config, log } = options
  const program = await findPostgrest()
  const stopping = new AbortController()
  let current = await run()
  await ready(current, stopping.signal)
  const watching = watch()

  async function run(): Promise<Running> {
    const [port, adminPort] = await Promise.all([freePort(), freePort()])
    const configPath = restConfigPath(dataDir)
    rmSync(configPath, { force: true })
    writeFileSync(configPath, restConfigText({ ...config, port, adminPort }), { mode: 0o600 })
    return spawnRest(program, dataDir, { port, adminPort }, log)
  }

  async function watch(): Promise<void> {
    let pause = firstPauseMs
    for (;;) {
      await current.ended
      if (stopping.signal.aborted) return
      if (Date.now() - current.since > steadyMs) pause = firstPauseMs
      log(`PostgREST ended unexpectedly; starting it again in ${pause} ms.`)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      pause = Math.min(pause * 2, longestPauseMs)
      try {
        current = await run()
      } catch (error) {
        // The configuration could not be written, for example because the disk is full.
        log(`PostgREST could not be run: ${errorMessage(error)}`)
        continue
      }
      // The stop may have come while the ports were chosen.
      if (stopping.signal.aborted) current.child.kill('SIGTERM')
    }
  }

  return {
    get port() {
      return current.port
    },
    get pid() {
      return isRunning(current.child) ? current.child.pid : undefined
    },
    async stop() {
      stopping.abort()
      current.child.kill('SIGTERM')
      const impatient = setTimeout(() => current.child.kill('SIGKILL'), stopPatienceMs)
      await watching
      clearTimeout(impatient)
      rmSync(restPidPath(dataDir), { force: true })
      rmSync(restConfigPath(dataDir), { force: true })
    },
  }
}

type Running = {
  child: ChildProcess
  port: number
  adminPort: number
  /** Milliseconds since 1970. */
  since: number
  ended: Promise<void>
}

function spawnRest(
  program: string,
  dataDir: string,
  ports: { port: number; adminPort: number },
  log: (line: string) => void,
): Running {
  const child = spawn(program, [restConfigPath(dataDir)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // PostgREST runs in its own session, so that the backend passes Ctrl-C on in the right order.
    detached: true,
    windowsHide: true,
    env: postgrestEnvironment(program, findPostgres().nativeDir),
  })
  if (child.pid) writeFileSync(restPidPath(dataDir), `${child.pid}\n`)
  if (child.stderr) createInterface({ input: child.stderr }).on('line', log)
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      log(`PostgREST could not be run: ${error.message}`)
      resolve()
    })
  }).finally(() => process.off('exit', killWithUs))
  return { child, ...ports, since: Date.now(), ended }
}

async function ready(running: Running, signal: AbortSignal): Promise<void> {
  const until = Date.now() + startLimitMs
  while (Date.now() < until && isRunning(running.child)) {
    const answer = await fetch(`http://127.0.0.1:${running.adminPort}/ready`, { signal }).catch(
      () => undefined,
    )
    if (answer?.ok) return
    await delay(10)
  }
  running.child.kill('SIGKILL')
  throw new PlainError('PostgREST did not become ready. See logs/postgrest.log in the data folder.')
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}
