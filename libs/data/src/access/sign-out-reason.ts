import { isTransient, toDataError } from '../errors'
import type { FlashName } from '../session/flash'
import type { Boot } from './boot'

/**
 * In: the opening answer, or why there is none. Out: the message with which a person is taken back to sign
 * in, because this session leads nowhere; else null.
 */
export function signOutReason(
  boot: Boot | undefined,
  error: unknown,
): Extract<FlashName, 'profile-missing' | 'auth-error'> | null {
  if (boot) return boot.account?.state === 'NO_PROFILE' ? 'profile-missing' : null
  if (!error) return null
  const failure = toDataError(error)
  // PostgREST says 406 with both; a gateway's 406 says nothing of the session.
  if (failure.code === 'PGRST116') return 'profile-missing'
  return failure.status === 406 && !isTransient(failure) ? 'auth-error' : null
}
