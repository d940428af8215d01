import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PlainError } from '../../supabase/local/src/plain-error'
import { findSupabaseCli } from '../lib/supabase-cli'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** How the CLI runs the services: in Docker, or as programs that it downloads for this machine. */
export type Runtime = 'docker' | 'native'

/** Runs the Supabase CLI. Its progress is printed unless `quiet` is set. */
export type Cli = (
  args: string[],
  options?: { quiet?: boolean },
) => { status: number; out: string; err: string }

/**
 * Returns what to spawn for the CLI: the one that SUPABASE_CLI names, or the project's, which is downloaded once.
 * @throws PlainError if the CLI has to be downloaded and the registry does not answer
 */
export function cliCommand(env: NodeJS.ProcessEnv): [command: string, first: string[]] {
  const path = env.SUPABASE_CLI || findSupabaseCli()
  return /\.m?js$/.test(path) ? [process.execPath, [path]] : [path, []]
}

/**
 * Returns the CLI that SUPABASE_CLI names, at least version 3, or the project's, which is downloaded once.
 * @param cwd the folder that contains `supabase`
 * @throws PlainError if the CLI has to be downloaded and the registry does not answer
 */
export function openCli(
  runtime: Runtime,
  { env, cwd = root }: { env: NodeJS.ProcessEnv; cwd?: string },
): Cli {
  const [command, first] = cliCommand(env)
  return (args, { quiet = true } = {}) => {
    const run = spawnSync(command, [...first, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...env, SUPABASE_EXPERIMENTAL_STACK: runtime === 'native' ? '1' : '0' },
    })
    if (run.error) throw new PlainError(`The Supabase CLI cannot be run: ${run.error.message}`)
    return { status: run.status ?? 1, out: run.stdout ?? '', err: run.stderr ?? '' }
  }
}
