import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port'
import { PlainError } from '../plain-error'
import type { PostgresBinaries } from './binaries'
import type { StartedServer } from './keep-running'
import { readPostmaster } from './postmaster-file'
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
/** The number of log lines that are kept. The server writes fewer lines between an error and its end. */
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
  binaries: PostgresBinaries
  clusterDir: string
  runner: Runner
  log: (line: string) => void
  port?: number
  platform?: NodeJS.Platform
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
  const { binaries, clusterDir, runner, platform = process.platform } = options
  const isWindows = platform === 'win32'
  const { program, args, uid, gid } = isWindows
    ? runner.wrap(binaries.pgCtl, pgCtlArguments(clusterDir, port))
    : runner.wrap(binaries.postgres, ['-D', clusterDir, ...serverArguments(port)])
  const child = spawn(program, args, {
    uid,
    gid,
    stdio: ['ignore', isWindows ? 'pipe' : 'ignore', 'pipe'],
    // The server runs in its own session, or on Windows its own console, so that the backend passes Ctrl-C on in the
    // right order.
    detached: !isWindows,
    windowsHide: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const pidOf = () => (isWindows ? readPostmaster(dirname(clusterDir))?.pid : child.pid)
  let isRunning = true
  const signal = (name: 'INT' | 'QUIT') => {
    const pid = isRunning ? pidOf() : undefined
    if (pid === undefined) return
    if (!isWindows) return void child.kill(`SIG${name}`)
    const told = runner.wrap(binaries.pgCtl, ['kill', name, String(pid)])
    spawnSync(told.program, told.args, { uid, gid, stdio: 'ignore', windowsHide: true })
  }
  const endWithUs = () => signal('INT')
  process.once('exit', endWithUs)
  const ended = new Promise<void>((resolve) => {
    // pg_ctl ends at once; the server has its output, and closes it at its own end.
    child.once(isWindows ? 'close' : 'exit', () => resolve())
    child.once('error', () => resolve())
  }).finally(() => {
    isRunning = false
    process.off('exit', endWithUs)
  })

  const recent: string[] = []
  const quit = () => signal('QUIT')
  const failure = await failureToStart(child, { recent, quit, log: options.log })
  if (failure !== undefined) return { failure }
  const stop = async () => {
    signal('INT')
    const impatient = setTimeout(quit, stopPatienceMs)
    await ended
    clearTimeout(impatient)
  }
  const lastWords = () => recent.join('\n')
  return { process: { port, pid: pidOf() ?? 0, stop, ended, lastWords } }
}

/**
 * Windows runs PostgreSQL by pg_ctl: the server itself refuses to run as an administrator, and pg_ctl takes those rights
 * away first. It hands the server's options to a shell.
 */
function pgCtlArguments(clusterDir: string, port: number): string[] {
  const quoted = serverArguments(port).map((word) => (word.includes(' ') ? `"${word}"` : word))
  return ['start', '-W', '-D', clusterDir, '-o', quoted.join(' ')]
}

/** Returns undefined once the server is ready, or else its last lines. The newest lines remain in `recent`. */
function failureToStart(
  child: ChildProcess,
  { recent, quit, log }: { recent: string[]; quit: () => void; log: (line: string) => void },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      quit()
      resolve('no answer within a minute.')
    }, startLimitMs)
    const settle = (failure?: string) => {
      clearTimeout(limit)
      resolve(failure)
    }
    child.once('error', (error) => settle(error.message))
    // 'close' comes after the last line, but 'exit' may come before it.
    child.once('close', () => settle(recent.slice(-5).join('\n  ') || 'it ended at once.'))
    for (const input of [child.stdout, child.stderr]) {
      if (!input) continue
      createInterface({ input }).on('line', (line) => {
        log(line)
        if (recent.push(line) > linesKept) recent.shift()
        if (line.includes(readyLine)) settle()
      })
    }
  })
}
