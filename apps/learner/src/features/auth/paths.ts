import { safeReturnPath, saveReturnPath } from '@rookies/data/session/return-path'

/** Returns the address of an auth screen. Its query contains the requested address, the invite and the join link. */
export function authPath(
  path: '/login' | '/signup',
  { from, token, cohort }: { from?: string | null; token?: string | null; cohort?: string } = {},
): string {
  const query = new URLSearchParams()
  const back = safeReturnPath(from)
  if (token) query.set('token', token)
  if (cohort) query.set('cohort', cohort)
  if (back && back !== '/') query.set('from', back)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The router state of `/signup` for a person who comes from the screen of the invite. */
export const INVITE_SHOWN = 'invite-shown'

export function invitePath(token: string): string {
  return `/invite/${encodeURIComponent(token)}`
}

/** The page of the join link of a cohort. */
export function cohortLinkPath(token: string): string {
  return `/cohort/${encodeURIComponent(token)}`
}

/**
 * Returns the address for the link in sign-in mails. The address that the person requested is stored in the browser.
 */
export function signInReturn(from: string | null): string {
  saveReturnPath(from, Date.now())
  return `${location.origin}/login`
}

/** Returns the address to which the link of a reset mail leads. */
export function resetReturn(): string {
  return `${location.origin}/reset-password`
}
