import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PlainError } from '../../supabase/local/src/plain-error'
import { findSupabaseCli } from '../lib/supabase-cli'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Docker, or programs of the services that the CLI fetches for this machine. */
export type Runtime = 'docker' | 'native'

/** Runs the Supabase CLI. Its progress is shown unless `quiet`. */
export type Cli = (
  args: string[],
  options?: { quiet?: boolean },
) => { status: number; out: string; err: string }

/**
 * Returns what to spawn for the CLI that SUPABASE_CLI names, or for the project's, which is fetched once.
 * @throws PlainError if it has to be fetched, and the registry does not answer
 */
export function cliCommand(env: NodeJS.ProcessEnv): [command: string, first: string[]] {
  const path = env.SUPABASE_CLI || findSupabaseCli()
  return /\.m?js$/.test(path) ? [process.execPath, [path]] : [path, []]
}

/**
 * Returns the CLI that SUPABASE_CLI names, from version 3, or the project's, which is fetched once.
 * @param cwd the folder that contains `supabase`
 * @throws PlainError if it has to be fetched, and the registry does not answer
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
