import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

/** The issuer of the tokens of GitHub Actions. */
export const GITHUB = 'https://token.actions.githubusercontent.com'

/** The keys of an issuer cannot be read at present. */
export class KeysUnreachable extends Error {}

/**
 * Returns the keys that an issuer publishes. They are kept for an hour. A token that names an unknown key has them read
 * once more, at most once a minute; requests at the same time share one reading.
 *
 * @param address of the key set
 * @returns a function that finds the key of a token; it throws KeysUnreachable after five seconds
 */
export function issuerKeys(address: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: 3_600_000,
    cooldownDuration: 60_000,
    timeoutDuration: 5_000,
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const isUnknown =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys
      if (isUnknown) throw error
      throw new KeysUnreachable(error instanceof Error ? error.message : String(error))
    }
  }
}
