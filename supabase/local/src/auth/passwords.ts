import { hash, verify } from '@node-rs/argon2'
import type { AuthConfig } from '../config'
import { ApiError, invalid } from './errors'

// Argon2id, the library's default, with the parameters that OWASP recommends. The result is a PHC string,
// which Auth of a hosted project reads too.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hosted project refuses longer passwords. */
const longest = 72

let decoy: Promise<string> | undefined

/** Returns the Argon2id hash of a password as a PHC string, which contains its parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/**
 * Whether `password` fits the stored hash. Without a stored hash (an unknown email, an account without
 * password) the check takes as long and is false.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const known = stored !== null && stored !== ''
  try {
    const same = await verify(known ? stored : await decoy, password)
    return known && same
  } catch {
    // The stored text is not an Argon2 hash, so no password matches it.
    return false
  }
}

/** @throws ApiError weak_password (422) if too short, validation_failed if too long */
export function checkStrength(config: AuthConfig, password: string): void {
  if (Buffer.byteLength(password) > longest) {
    throw invalid(`Password cannot be longer than ${longest} characters`)
  }
  if ([...password].length < config.minPasswordLength) {
    throw new ApiError(
      422,
      'weak_password',
      `Password should be at least ${config.minPasswordLength} characters.`,
      { weak_password: { reasons: ['length'] } },
    )
  }
}
