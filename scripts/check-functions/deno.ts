import { spawn } from 'node:child_process'
import type { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PlainError } from '../../supabase/local/src/plain-error'
import { makeExecutable } from '../../supabase/local/src/postgres/binaries'
import { fetchedPackage } from '../lib/fetched-package'

/** The version of Deno's package on npm; Renovate updates this line. */
const DENO_VERSION = '2.9.6'

const deno = fetchedPackage({ name: 'deno', title: 'Deno', version: DENO_VERSION, megabytes: 95 })

/** Milliseconds in which a function has to start. */
const START_MS = 120_000

/**
 * Returns the path of Deno: the program in the variable DENO, or the one from npm, which is installed once. The npm
 * package has a program for each platform as an optional dependency, so no install script has to run.
 * @throws PlainError if this platform has no program, or the registry does not answer
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

/** Variables that programs, proxies and certificates need. The settings of a project are not passed on. */
const PASSED_ON =
  /^(path|home|userprofile|systemroot|temp|tmp|tmpdir|https?_proxy|ssl_cert_.*|node_extra_ca_certs|deno_(cert|tls_ca_store))$/i

function environment(secrets: Record<string, string>): Record<string, string> {
  const passed = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && PASSED_ON.test(name) ? [[name, value] as const] : [],
  )
  return {
    ...Object.fromEntries(passed),
    NO_PROXY: '127.0.0.1,localhost',
    NO_COLOR: '1',
    DENO_DIR: join(deno.home, 'kept'),
    DENO_NO_UPDATE_CHECK: '1',
    DENO_NO_PACKAGE_JSON: '1',
    DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
    ...secrets,
  }
}

export interface RunningFunction {
  /** The address of the running function. */
  url: string
  /** Returns the log so far. */
  logged: () => string
  stop: () => Promise<void>
}

/**
 * Runs the bundle of a function as a hosted project does: with only that file, and without permission to write files
 * or start programs. It can reach only this machine, so that no check depends on other hosts.
 * @param bundle path of the file
 * @param secrets the whole environment of the function
 * @param secrets the complete environment of the function
 */
export async function runFunction(
  deno: string,
  { name, bundle, secrets }: { name: string; bundle: string; secrets: Record<string, string> },
): Promise<RunningFunction> {
  const folder = dirname(bundle)
  const child = spawn(
    deno,
    [
      'run',
      '--no-prompt',
      '--no-lock',
      '--no-remote',
      '--no-npm',
      '--no-config',
      '--allow-net=127.0.0.1,localhost',
      '--allow-env',
      '--allow-sys',
      `--allow-read=${folder}`,
      bundle,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: environment(secrets) },
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
