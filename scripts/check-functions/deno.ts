import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PlainError } from '../../supabase/local/src/plain-error'
import { makeExecutable } from '../../supabase/local/src/postgres/binaries'
import { fetchedPackage } from '../lib/fetched-package'
import { npmCommand } from '../lib/npm-command.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The version of Deno's package on npm; Renovate updates this line. */
const DENO_VERSION = '2.9.6'

const deno = fetchedPackage({ name: 'deno', title: 'Deno', version: DENO_VERSION, megabytes: 95 })
const functions = join(root, 'supabase', 'functions')

/** The milliseconds in which a function has to start, including its packages. */
const START_MS = 120_000

/**
 * Returns the path of Deno: the program in the variable DENO, or the one from npm, which is installed once.
 * The package contains a program for each platform as an optional dependency, so that no install script has
 * to run.
 * @throws PlainError if there is none for this platform, or the registry does not answer
 */
export function findDeno(): string {
  if (process.env.DENO) return process.env.DENO
  const found = deno.find(program)
  if (found) return found
  throw new PlainError(
    `npm has no Deno for ${process.platform}-${process.arch}. Name one with DENO=<path of the program>.`,
  )
}

function program({ resolve }: ReturnType<typeof createRequire>): string {
  const target = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  const folder = dirname(resolve(`@deno/${target}/package.json`))
  const path = join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
  makeExecutable(path)
  return path
}

/** The variables that programs, proxies and certificates need; the settings of a project are not passed on. */
const PASSED_ON =
  /^(path|home|userprofile|systemroot|temp|tmp|tmpdir|https?_proxy|ssl_cert_.*|node_extra_ca_certs|deno_(cert|tls_ca_store))$/i

function environment(secrets: Record<string, string>): Record<string, string> {
  const [command, first] = npmCommand()
  const registry = execFileSync(command, [...first, 'config', 'get', 'registry'], {
    cwd: root,
    encoding: 'utf8',
  })
  const passed = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && PASSED_ON.test(name) ? [[name, value] as const] : [],
  )
  return {
    ...Object.fromEntries(passed),
    NO_PROXY: '127.0.0.1,localhost',
    NO_COLOR: '1',
    DENO_DIR: join(deno.home, 'kept'),
    DENO_NO_UPDATE_CHECK: '1',
    // A hosted project has only the folders of the functions, without package.json and node_modules.
    DENO_NO_PACKAGE_JSON: '1',
    NPM_CONFIG_REGISTRY: registry.trim(),
    DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
    ...secrets,
  }
}

export interface RunningFunction {
  /** The address of the running function. */
  url: string
  /** Returns the log up to now. */
  logged: () => string
  stop: () => Promise<void>
}

/**
 * Runs a function like a hosted project: with its own deno.json and packages of npm, and without permission
 * to write files or to start programs. Its network is this machine, so that no check depends on another.
 * @param entry path of the first file
 * @param secrets the whole environment of the function
 * @throws PlainError if the function does not start to listen
 */
export async function runFunction(
  deno: string,
  { name, entry, secrets }: { name: string; entry: string; secrets: Record<string, string> },
): Promise<RunningFunction> {
  const config = join(functions, name, 'deno.json')
  const child = spawn(
    deno,
    [
      'run',
      '--no-prompt',
      '--no-lock',
      '--no-remote',
      '--node-modules-dir=none',
      ...(existsSync(config) ? ['--config', config] : ['--no-config']),
      '--allow-net=127.0.0.1,localhost',
      '--allow-env',
      '--allow-sys',
      `--allow-read=${functions}`,
      entry,
    ],
    { cwd: functions, stdio: ['ignore', 'pipe', 'pipe'], env: environment(secrets) },
  )
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const url = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), START_MS)
    const settle = (found: string | null) => {
      clearTimeout(timer)
      resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, address] = /Listening on (http:\/\/\S+)\/\s/.exec(output) ?? []
        if (address) settle(address)
      })
    }
    child.once('error', (error) => {
      output += error.message
      settle(null)
    })
    void ended.then(() => settle(null))
  })
  if (url === null) {
    await stop()
    throw new PlainError(`${name} does not start under Deno.\n${output}`)
  }
  return { url: `${url}/${name}`, logged: () => output, stop }
}
