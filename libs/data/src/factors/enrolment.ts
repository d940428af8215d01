import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { refreshPermissions } from './confirm-code'

/** An authenticator app that waits for its first code. */
export interface Enrolment {
  factorId: string
  /** The QR code, as an address for an image. */
  qr: string
  /** What the QR code says, for typing: base32. */
  secret: string
  /** The same for an app on this device. */
  uri: string
}

const NAME = 'Authenticator app'

/**
 * Begins to add an authenticator app; it counts once `confirmCode` took a code of it. Attempts that
 * were never finished go first: they hold the name, and their QR codes may lie around. `issuer` is
 * what the app shows, the site's name. Throws DataError; `factorMessage` has the words.
 */
export async function beginEnrolment(client: DataClient, issuer: string): Promise<Enrolment> {
  const { mfa } = client.auth
  const known = await mfa.listFactors()
  if (known.error) throw fromAuthError(known.error)
  for (const { id, status } of known.data.all) {
    if (status === 'verified') continue
    const { error } = await mfa.unenroll({ factorId: id })
    // Gone already: another tab was quicker, or its time had run out.
    if (error && error.code !== 'mfa_factor_not_found') throw fromAuthError(error)
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer })
  if (error) throw fromAuthError(error)
  if (data.type !== 'totp') throw new DataError({ code: 'MALFORMED' })
  const { qr_code: qr, secret, uri } = data.totp
  return { factorId: data.id, qr: imageAddress(qr), secret, uri }
}

/** auth-js puts the picture into its address as it is; a `#` in it would end the address. */
function imageAddress(qr: string): string {
  const comma = qr.indexOf(',')
  const svg = qr.startsWith('data:') ? qr.slice(comma + 1) : qr
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Takes authenticator apps off the account; from then on the password alone signs in. Only in a
 * session that has shown the second factor. Throws DataError; with several apps some may be gone by
 * then.
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
  // The token still says aal2; a new one says what is true. Should it fail, the next refresh will do.
  await client.auth.refreshSession()
  await refreshPermissions(queries)
}
