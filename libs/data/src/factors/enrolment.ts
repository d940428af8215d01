import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { refreshPermissions } from './confirm-code'

/** An authenticator app that is not confirmed yet. */
export interface Enrolment {
  factorId: string
  /** The QR code as an image's address. */
  qr: string
  /** The secret of the QR code for typing, in base32. */
  secret: string
  /** The address for an app on this device. */
  uri: string
}

const NAME = 'Authenticator app'

/**
 * Starts to add an authenticator app, which counts once `confirmCode` has accepted a code of it. Unfinished attempts
 * are removed first, because they occupy the name and their QR codes may have been seen. `issuer` is the site's name,
 * which the app shows. Throws DataError, whose text `factorMessage` returns.
 */
export async function beginEnrolment(client: DataClient, issuer: string): Promise<Enrolment> {
  const { mfa } = client.auth
  const known = await mfa.listFactors()
  if (known.error) throw fromAuthError(known.error)
  for (const { id, status } of known.data.all) {
    if (status === 'verified') continue
    const { error } = await mfa.unenroll({ factorId: id })
    // Another tab has removed it, or it has expired.
    if (error && error.code !== 'mfa_factor_not_found') throw fromAuthError(error)
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer })
  if (error) throw fromAuthError(error)
  if (data.type !== 'totp') throw new DataError({ code: 'MALFORMED' })
  const { qr_code: qr, secret, uri } = data.totp
  return { factorId: data.id, qr: imageAddress(qr), secret, uri }
}

/** auth-js puts the picture into the address unescaped; a `#` in it would end the address. */
function imageAddress(qr: string): string {
  const comma = qr.indexOf(',')
  const svg = qr.startsWith('data:') ? qr.slice(comma + 1) : qr
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Removes authenticator apps from the account; then the password alone signs in. Needs a session that has passed the
 * second factor. Throws DataError; of several apps some may be removed by then.
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
  // The token still says aal2; a new one is correct. If the refresh fails, the next one corrects it.
  await client.auth.refreshSession()
  await refreshPermissions(queries)
}
