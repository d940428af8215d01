import { PlainError } from '../../supabase/local/src/plain-error'
import { differs, type Finding } from './finding'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether an address belongs to this machine. */
export function isHere(address: string | undefined): boolean {
  return (
    address === undefined || !URL.canParse(address) || LOOPBACK.includes(new URL(address).hostname)
  )
}

/**
 * Refuses settings that name a hosted project without its database, because the local database would be checked
 * instead. @throws PlainError
 */
export function checkNamed(env: NodeJS.ProcessEnv): void {
  if (env.DATABASE_URL) return
  const given = [
    ...(env.VITE_SUPABASE_URL && !isHere(env.VITE_SUPABASE_URL) ? ['VITE_SUPABASE_URL'] : []),
    ...(env.SUPABASE_PROJECT_REF ? ['SUPABASE_PROJECT_REF'] : []),
  ]
  if (given.length === 0) return
  throw new PlainError(
    `${given.join(' and ')} ${given.length > 1 ? 'name' : 'names'} a hosted project. Set DATABASE_URL to the address of its database, too.`,
  )
}

/** Reports settings that name different projects, because each check would then examine another project. */
export function nameOneProject(env: NodeJS.ProcessEnv): Finding[] {
  const named = [
    ['DATABASE_URL', refOfDatabase(env.DATABASE_URL)],
    ['VITE_SUPABASE_URL', refOfAddress(env.VITE_SUPABASE_URL)],
    ['SUPABASE_PROJECT_REF', env.SUPABASE_PROJECT_REF],
  ].filter((pair): pair is [string, string] => Boolean(pair[1]))
  if (new Set(named.map(([, ref]) => ref)).size < 2) return []
  const list = named.map(([name, ref]) => `${name} names ${ref}`).join(', ')
  return [differs('project', `The settings name several: ${list}. Set them to one.`)]
}

/** Reads the reference from a direct host (`db.<ref>.supabase.co`) or a user of the pooler (`postgres.<ref>`). */
function refOfDatabase(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { hostname, username } = new URL(address)
  return (
    /^db\.(\w+)\.supabase\.co$/.exec(hostname)?.[1] ??
    (hostname.endsWith('.pooler.supabase.com') ? /\.(\w+)$/.exec(username)?.[1] : undefined)
  )
}

/** Returns undefined if the project has its own domain. */
function refOfAddress(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  return /^(\w+)\.supabase\.co$/.exec(new URL(address).hostname)?.[1]
}
