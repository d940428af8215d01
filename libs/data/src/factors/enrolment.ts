import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { refreshPermissions } from './confirm-code'

/** An authenticator app that is not confirmed yet. */
export interface Enrolment {
  factorId: string
  /** The QR code, as the address of an image. */
  qr: string
  /** The secret in the QR code, in base32, for typing. */
  secret: string
  /** The address that opens an app on this device. */
  uri: string
}

const NAME = 'Authenticator app'

/**
 * Begins to add an authenticator app, which counts after `confirmCode` has accepted one of its codes. Unfinished
 * attempts are removed first, because they block the name, and others may have seen their QR codes. `issuer` is the
 * name of the site that the app shows. Throws DataError, for which `factorMessage` returns the text.
 */
export async function beginEnrolment(client: DataClient, issuer: string): Promise<Enrolment> {
  const { mfa } = client.auth
  const known = await mfa.listFactors()
  if (known.error) throw fromAuthError(known.error)
  for (const { id, status } of known.data.all) {
    if (status === 'verified') continue
    const { error } = await mfa.unenroll({ factorId: id })
    // The unfinished attempt has expired, or another tab has removed it.
    if (error && error.code !== 'mfa_factor_not_found') throw fromAuthError(error)
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer })
  if (error) throw fromAuthError(error)
  if (data.type !== 'totp') throw new DataError({ code: 'MALFORMED' })
  const { qr_code: qr, secret, uri } = data.totp
  return { factorId: data.id, qr: imageAddress(qr), secret, uri }
}

/** Returns a valid address. auth-js does not escape the picture in its address, and a `#` would end the address. */
function imageAddress(qr: string): string {
  const comma = qr.indexOf(',')
  const svg = qr.startsWith('data:') ? qr.slice(comma + 1) : qr
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Removes authenticator apps, after which the password is enough to sign in. The session must have entered a code.
 * Throws DataError; some of several apps may have been removed then.
 */
export async function removeFactors(
  client: DataClient,
  queries: QueryClient,
  factorIds: readonly string[],
): Promise<void> {
  for (const factorId of factorIds) {
    const { error } = await client.auth.mfa.unenroll({ factorId })
    if (error && error.code !== 'mfa_factor_not_found') throw fromAuthError(error)
  }
  // The access token still contains the level aal2. If this refresh fails, a later one corrects the token.
  await client.auth.refreshSession()
  await refreshPermissions(queries)
}
