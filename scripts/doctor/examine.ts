import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ProjectConfig, readConfig } from '../../supabase/local/src/config'
import { findDatabase } from '../../supabase/local/src/make-admin'
import { endpointOf, examineApi } from './api'
import { addressesOf } from './auth'
import { examineDatabase } from './database'
import { type Finding, unknown } from './finding'
import { ownershipIn } from './management-api'
import { checkNamed, isHere, nameOneProject } from './one-project'
import { examineOwners } from './owner'

const supabaseDir = fileURLToPath(new URL('../../supabase/', import.meta.url))

/** Functions that the embedded backend does not need: it runs the worker itself, and its mails stay on this machine. */
const HOSTED_ONLY_FUNCTIONS = ['mail-events', 'send-email', 'tick']

/** The data folder and the port of the embedded backend on this machine. */
interface Local {
  dataDir: string
  port: number
}

/**
 * Checks a project against this repository: the project that DATABASE_URL and VITE_SUPABASE_URL name, or else the
 * backend on this machine. Changes nothing.
 * @throws PlainError if there is no database to check
 */
export async function examine(env: NodeJS.ProcessEnv, local: Local): Promise<Finding[]> {
  checkNamed(env)
  const database = await findDatabase(env.DATABASE_URL, local.dataDir)
  const { DATABASE_URL: given, VITE_SUPABASE_URL: address } = env
  return [
    ...nameOneProject(env),
    ...(await examineDatabase(database, isHere(address) ? undefined : address)),
    ...(await examineAnybodys(env, local)),
    ...(given ? await examineOwned(env) : []),
  ]
}

/** Returns the names of the edge functions in `supabase/functions`. */
export function functionNames(): string[] {
  return readdirSync(`${supabaseDir}functions`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort()
}

async function examineAnybodys(env: NodeJS.ProcessEnv, { port }: Local): Promise<Finding[]> {
  const { DATABASE_URL: given, VITE_SUPABASE_URL: url, VITE_SUPABASE_KEY: key } = env
  if (given && !(url && key)) {
    return [unknown('API, Auth and functions', 'Set VITE_SUPABASE_URL and VITE_SUPABASE_KEY.')]
  }
  const { auth } = expectedSettings(env)
  const names = functionNames().filter(
    (name) => !isHere(url) || !HOSTED_ONLY_FUNCTIONS.includes(name),
  )
  return examineApi(endpointOf(env, port), auth, names)
}

/** Returns the settings of the project in `config.toml`, with the addresses that `npm run deploy` sets. */
export function expectedSettings({
  SUPABASE_PROJECT_REF: project,
  SITE_URL: site,
}: Readonly<Record<string, string | undefined>>): ProjectConfig {
  const config = readConfig(`${supabaseDir}config.toml`, { project })
  return site ? { ...config, auth: { ...config.auth, ...addressesOf(site) } } : config
}

async function examineOwned(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const owner = ownershipIn(env)
  if (owner) return examineOwners(owner, expectedSettings(env), functionNames())
  const advice = 'Set SUPABASE_ACCESS_TOKEN and SUPABASE_PROJECT_REF.'
  return [unknown('settings, as the owner sees them', advice)]
}
