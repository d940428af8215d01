import { at } from '../doctor/ask'
import { askManagement, ownershipIn } from '../doctor/management-api'
import { isHere } from '../doctor/one-project'

/**
 * Adds the secret key of the project, with which files are read and written, if the environment has the token of its
 * owner, who may read it. @throws an error that says why the project does not tell it
 */
export async function withSecretKey(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const owner = ownershipIn(env)
  if (!owner || env.SUPABASE_SERVICE_ROLE_KEY || isHere(env.VITE_SUPABASE_URL)) return env
  const answer = await askManagement(owner, '/api-keys?reveal=true')
  const list: unknown[] = Array.isArray(answer) ? answer : []
  const found =
    list.find((one) => at(one, ['type']) === 'secret') ??
    list.find((one) => at(one, ['name']) === 'service_role')
  const key = at(found, ['api_key'])
  return typeof key === 'string' ? { ...env, SUPABASE_SERVICE_ROLE_KEY: key } : env
}
