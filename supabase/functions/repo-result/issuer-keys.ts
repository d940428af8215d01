import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

/** The issuer of the tokens of GitHub Actions. */
export const GITHUB = 'https://token.actions.githubusercontent.com'

/** The error if the public keys of an issuer cannot be read at present. */
export class KeysUnreachable extends Error {}

/**
 * Returns a function that finds the public key of a token among the keys that an issuer publishes. The function caches
 * the keys for an hour. For a token with an unknown key, it reads the keys again, at most once a minute. Simultaneous
 * requests share one download of the keys. The function throws KeysUnreachable if the download fails or takes more than
 * five seconds.
 *
 * @param address of the key set
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
