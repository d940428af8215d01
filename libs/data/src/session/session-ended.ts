/** Refusals that are about the moment: wait, or ask again. */
const PASSING = [408, 409, 425, 429]

/**
 * In: why a session was not refreshed. Out: whether Auth has said that it is over, ended elsewhere or
 * its person gone. Silence, haste, a server in trouble and a gateway that knows no codes say nothing of
 * the session.
 */
export function isSessionEnded({
  name,
  code,
  status = 0,
}: {
  name?: string
  code?: string | undefined
  status?: number | undefined
}): boolean {
  // Of its own name and without a code: Auth knows no such session.
  if (name === 'AuthSessionMissingError') return true
  if (name === 'AuthRetryableFetchError' || name === 'AuthRefreshDiscardedError') return false
  return Boolean(code) && status >= 400 && status < 500 && !PASSING.includes(status)
}
