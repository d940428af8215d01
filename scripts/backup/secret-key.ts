import { at } from '../doctor/ask'
import { askManagement, ownershipIn } from '../doctor/management-api'

/**
 * Returns the secret key of the hosted project whose owner's token the environment has; undefined without one.
 * @throws PlainError with why the project does not tell it
 */
export async function secretKeyOf(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const owner = ownershipIn(env)
  if (!owner) return undefined
  const answer = await askManagement(owner, '/api-keys?reveal=true')
  const list: unknown[] = Array.isArray(answer) ? answer : []
  const found =
    list.find((one) => at(one, ['type']) === 'secret') ??
    list.find((one) => at(one, ['name']) === 'service_role')
  const key = at(found, ['api_key'])
  return typeof key === 'string' ? key : undefined
}
