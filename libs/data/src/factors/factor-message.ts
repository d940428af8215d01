import type { DataError } from '../errors'
import { clockAhead } from '../server-clock'
import { authMessage, isServerError } from '../session/auth-message'

const MESSAGES: Record<string, string> = {
  mfa_verification_failed:
    'This code is wrong or too old. Please enter the one your app shows now.',
  mfa_challenge_expired: 'That took too long. Please enter the code your app shows now.',
  mfa_ip_address_mismatch: 'Your network changed in between. Please enter the code once more.',
  over_request_rate_limit: 'Too many attempts. Please wait five minutes and try again.',
  mfa_factor_not_found: 'This authenticator app was removed. Please begin again.',
  mfa_factor_name_conflict:
    'An authenticator app was added elsewhere at the same time. Please begin again.',
  too_many_enrolled_mfa_factors: 'This account has as many authenticator apps as it can have.',
  insufficient_aal: 'Please confirm with your authenticator app first.',
  NETWORK: 'The server did not answer. Please check your connection and try again.',
  // The database refuses in this way if the account may not enter.
  '42501': 'This account may not be used at the moment. Please contact support.',
}

const FAULT = 'Something went wrong on our side. Please try again in a moment.'

/** A clock that is wrong by this much, in milliseconds, is mentioned. Codes are valid for half a minute. */
const WRONG_FROM_MS = 30_000

/** Returns a hint about a wrong clock, with which an app on this device creates wrong codes. */
function clockHint(): string {
  const minutes = Math.round(clockAhead() / 60_000)
  if (Math.abs(clockAhead()) < WRONG_FROM_MS) return ''
  const far = Math.abs(minutes) < 2 ? 'about a minute' : `${Math.abs(minutes)} minutes`
  return ` The clock of this device is ${far} ${minutes < 0 ? 'behind' : 'ahead'}: an authenticator app on it shows wrong codes until you correct the clock.`
}

/**
 * Returns the message about a refused step of the second factor: our own, or else Auth's (rules/interface#messages).
 */
export function factorMessage(error: DataError): string {
  const hint = error.code === 'mfa_verification_failed' ? clockHint() : ''
  const sentence = MESSAGES[error.code]
  return sentence !== undefined
    ? sentence + hint
    : isServerError(error)
      ? FAULT
      : authMessage(error)
}
