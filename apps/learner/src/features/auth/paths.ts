import { safeReturnPath } from '@rookies/data/access/return-path'

/** The address of a screen at the door, with the way back and the invite that it is to keep. */
export function doorPath(
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

/** As an address that a mail can carry. */
export function absolute(path: string): string {
  return location.origin + path
}
