import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port'
import { PlainError } from '../plain-error'
import type { StartedServer } from './keep-running'
import { serverArguments } from './settings'
import type { Runner } from './unprivileged'

export type ServerProcess = {
  port: number
  readonly pid: number
  /** Does a fast shutdown, and an immediate one after 20 s. */
  stop(): Promise<void>
  /** Settles when the server has ended, by `stop` or for another reason. */
  ended: Promise<void>
}

const readyLine = 'database system is ready to accept connections'
const startLimitMs = 60_000
/** More lines than the server writes between an error and its end. */
const linesKept = 30
const stopPatienceMs = 20_000

/**
 * Failures that pass by themselves: processes of a killed server need a moment to end, and another program
 * may take a free port between its choice and its use.
 */
const passing = /pre-existing shared memory block|could not bind|could not create any TCP\/IP/
const attempts = 25
const pauseMs = 200

/**
 * Runs PostgreSQL on the files in `clusterDir` and waits until it accepts connections. @throws PlainError
 * with the last lines of the server's log if it does not start
 */
export async function runServer(options: {
  program: string
  clusterDir: string
  runner: Runner
  log: (line: string) => void
  port?: number
}): Promise<StartedServer> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const started = await launch(options, port)
    if ('process' in started) return started.process
    if (attempt === attempts || !passing.test(started.failure)) {
      throw new PlainError(`PostgreSQL did not start: ${started.failure}`)
    }
    await delay(pauseMs)
  }
}

async function launch(
  options: Parameters<typeof runServer>[0],
  port: number,
): Promise<{ process: StartedServer } | { failure: string }> {
  const { program, args, uid, gid } = options.runner.wrap(options.program, [
    '-D',
    options.clusterDir,
    ...serverArguments(port),
  ])
  const child = spawn(program, args, {
    uid,
    gid,
    stdio: ['ignore', 'ignore', 'pipe'],
    // The server runs in its own session, so that the backend passes Ctrl-C on in the right order.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const killWithUs = () => child.kill('SIGINT')
  process.once('exit', killWithUs)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  }).finally(() => process.off('exit', killWithUs))

  const recent: string[] = []
  const failure = await failureToStart(child, recent, options.log)
  if (failure !== undefined) return { failure }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    const impatient = setTimeout(() => child.kill('SIGQUIT'), stopPatienceMs)
    await ended
    clearTimeout(impatient)
  }
  const lastWords = () => recent.join('\n')
  return { process: { port, pid: child.pid ?? 0, stop, ended, lastWords } }
}

/** Returns undefined once the server is ready, or else its last lines. The newest lines remain in `recent`. */
function failureToStart(
  child: ChildProcess,
  recent: string[],
  log: (line: string) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      child.kill('SIGQUIT')
      resolve('no answer within a minute.')
    }, startLimitMs)
    const settle = (failure?: string) => {
      clearTimeout(limit)
      resolve(failure)
    }
    child.once('error', (error) => settle(error.message))
    // 'close' comes after the last line, but 'exit' may come before it.
    child.once('close', () => settle(recent.slice(-5).join('\n  ') || 'it ended at once.'))
    if (!child.stderr) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line)
      if (recent.push(line) > linesKept) recent.shift()
      if (line.includes(readyLine)) settle()
    })
  })
}
