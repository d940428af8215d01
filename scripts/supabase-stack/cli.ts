import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PlainError } from '../../supabase/local/src/plain-error'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The version that is fetched where none is installed; the native runtime needs 3 or later. */
const VERSION = '3.1.0'

/** Docker, or programs of the services that the CLI fetches for this machine. */
export type Runtime = 'docker' | 'native'

/** Runs the Supabase CLI. Its progress is shown unless `quiet`. */
export type Cli = (
  args: string[],
  options?: { quiet?: boolean },
) => { status: number; out: string; err: string }

/**
 * Returns the CLI: the one that SUPABASE_CLI names, the installed one, or the one that npm fetches.
 * @param npm the command and first arguments that run npm
 * @param cwd the folder that contains `supabase`
 */
export function openCli(
  runtime: Runtime,
  { npm, env, cwd = root }: { npm: [string, string[]]; env: NodeJS.ProcessEnv; cwd?: string },
): Cli {
  const [command, first] = program(npm, env.SUPABASE_CLI)
  return (args, { quiet = true } = {}) => {
    const run = spawnSync(command, [...first, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // npm is a script on Windows, which only a shell can run.
      shell: process.platform === 'win32' && command === 'npm',
      env: { ...env, SUPABASE_EXPERIMENTAL_STACK: runtime === 'native' ? '1' : '0' },
    })
    if (run.error) throw new PlainError(`The Supabase CLI cannot be run: ${run.error.message}`)
    return { status: run.status ?? 1, out: run.stdout ?? '', err: run.stderr ?? '' }
  }
}

function program([npm, first]: [string, string[]], named?: string): [string, string[]] {
  const installed = join(root, 'node_modules', 'supabase', 'dist', 'supabase.js')
  const path = named || (existsSync(installed) ? installed : undefined)
  if (path === undefined) {
    return [npm, [...first, 'exec', '--yes', `--package=supabase@${VERSION}`, '--', 'supabase']]
  }
  return /\.m?js$/.test(path) ? [process.execPath, [path]] : [path, []]
}
