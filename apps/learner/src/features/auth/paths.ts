import { saveReturnPath } from '@rookies/data/session/return-after-mail'
import { safeReturnPath } from '@rookies/data/session/return-path'

/** The address of a screen at the door, with the way back and the invite that it is to keep. */
export function authPath(
  path: '/login' | '/signup',
  { from, token }: { from?: string | null; token?: string | null } = {},
): string {
  const query = new URLSearchParams()
  const back = safeReturnPath(from)
  if (token) query.set('token', token)
  if (back && back !== '/') query.set('from', back)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The screen of an invite. */
export function invitePath(token: string): string {
  return `/invite/${encodeURIComponent(token)}`
}

/**
 * The one address that the link of a mail for signing in leads back to. Where its reader was headed waits
 * in this browser.
 */
export function signInReturn(from: string | null): string {
  saveReturnPath(from, Date.now())
  return `${location.origin}/login`
}

/** The one address that the link of a mail for a new password leads back to. */
export function resetReturn(): string {
  return `${location.origin}/reset-password`
}
