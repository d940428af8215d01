import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../../supabase/local/src/testing/temporary-folder'
import { type Cli, openCli, type Runtime } from '../cli'

const standIn = fileURLToPath(new URL('supabase-stand-in.mjs', import.meta.url))

/** Lines of `supabase status` as both runtimes print them. */
export const STATUS = {
  API_URL: 'http://127.0.0.1:54321',
  DB_URL: 'postgresql://postgres:postgres@127.0.0.1:54322/postgres',
  MAILPIT_URL: 'http://127.0.0.1:54324',
  PUBLISHABLE_KEY: 'sb_publishable_x',
  SECRET_KEY: 'sb_secret_x',
  ANON_KEY: 'eyJ.anon',
  SERVICE_ROLE_KEY: 'eyJ.service',
}

/**
 * Returns a substitute for the CLI, which runs no services, until the test ends, and the calls that it received.
 * @param how.fault the fault to simulate, by its name in the stand-in
 */
export function openStandIn(
  how: { runtime?: Runtime; fault?: string; status?: object; runs?: boolean } = {},
): { cli: Cli; calls: () => string[]; runs: () => boolean } {
  const folder = temporaryFolder()
  const [running, calls] = [join(folder, 'running'), join(folder, 'calls')]
  if (how.runs) writeFileSync(running, '')
  const lines = Object.entries(how.status ?? STATUS).map(([name, value]) => `${name}="${value}"`)
  const env = {
    ...process.env,
    SUPABASE_CLI: standIn,
    STAND_IN: how.fault ?? '',
    STAND_IN_STATE: folder,
    STAND_IN_STATUS: lines.join('\n'),
  }
  return {
    cli: openCli(how.runtime ?? 'docker', { env }),
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
    runs: () => existsSync(running),
  }
}
