import { apiKeyOf, ownershipIn } from '../doctor/management-api'

/**
 * Returns the secret key of the hosted project, if the environment has the token of its owner; otherwise undefined.
 * @throws PlainError if the project does not return the key
 */
export async function secretKeyOf(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const owner = ownershipIn(env)
  return owner && apiKeyOf(owner, 'secret')
}
