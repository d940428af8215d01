import { PlainError } from '../../supabase/local/src/plain-error'
import { fetchedPackage } from './fetched-package'

/** The version of the Supabase CLI's package on npm; Renovate updates this line. */
const SUPABASE_VERSION = '3.1.0'

/**
 * Returns the path of the script that runs the Supabase CLI, which is fetched from npm once.
 * @throws PlainError if the registry does not answer
 */
export function findSupabaseCli(): string {
  const cli = fetchedPackage({
    name: 'supabase',
    title: 'the Supabase CLI',
    version: SUPABASE_VERSION,
    megabytes: 135,
  })
  const script = cli.find(({ resolve }) => resolve('supabase/dist/supabase.js'))
  if (script) return script
  throw new PlainError(`The package supabase ${SUPABASE_VERSION} has no dist/supabase.js.`)
}
