import { hash, verify } from '@node-rs/argon2'
import type { AuthConfig } from '../config'
import { ApiError, invalid } from './errors'

// Argon2id, the library's default, with the parameters that OWASP recommends. The result is a PHC
// string, which the auth service of a hosted project understands as well.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hosted project refuses longer ones, so this does too. */
const longest = 72

let decoy: Promise<string> | undefined

/** The Argon2id hash under which a password is stored, with its parameters, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/**
 * True when `password` is the one behind `stored`. Without anything stored (an unknown address, an
 * account without password) it takes as long and is false.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const known = stored !== null && stored !== ''
  try {
    const same = await verify(known ? stored : await decoy, password)
    return known && same
  } catch {
    // Not an argon2 hash: there is no password that fits.
    return false
  }
}

/** @throws ApiError weak_password (422) when too short, validation_failed when too long. */
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
