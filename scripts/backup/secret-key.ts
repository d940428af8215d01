import { apiKeyOf, ownershipIn } from '../doctor/management-api'

/**
 * Returns the secret key of the hosted project whose owner's token the environment has; undefined without one.
 * @throws PlainError with why the project does not tell it
 */
export async function secretKeyOf(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const owner = ownershipIn(env)
  return owner && apiKeyOf(owner, 'secret')
}
