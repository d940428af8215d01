import { safeReturnPath } from '../session/return-path'

/** The screen where people enter the code of their second factor. */
const CHALLENGE = '/login/two-factor'

/** The screen where people set up and manage their second factor. */
export const TWO_FACTOR_PATH = '/app/profile/two-factor'

/** Returns the path of the screen for the code. After entering it, the person returns to `from`. */
export function challengePath(from?: string | null): string {
  return withReturn(CHALLENGE, from)
}

/** Returns the path of the screen for setting up a second factor. Afterwards, the person returns to `from`. */
export function enrolmentPath(from?: string | null): string {
  return withReturn(TWO_FACTOR_PATH, from)
}

function withReturn(path: string, from: string | null | undefined): string {
  const back = safeReturnPath(from)
  return back === null || back === '/' ? path : `${path}?from=${encodeURIComponent(back)}`
}
