import { safeReturnPath } from '../session/return-path'

/** Where people enter the code of their second factor. */
const CHALLENGE = '/login/two-factor'

/** Where a second factor is set up, and everything about it is kept. */
export const TWO_FACTOR_PATH = '/app/profile/two-factor'

/** To show the second factor, and come back to `from`. */
export function challengePath(from?: string | null): string {
  return withReturn(CHALLENGE, from)
}

/** To set up a second factor, and come back to `from`. */
export function enrolmentPath(from?: string | null): string {
  return withReturn(TWO_FACTOR_PATH, from)
}

function withReturn(path: string, from: string | null | undefined): string {
  const back = safeReturnPath(from)
  return back === null || back === '/' ? path : `${path}?from=${encodeURIComponent(back)}`
}
