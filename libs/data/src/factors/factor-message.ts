import type { DataError } from '../errors'
import { authMessage, isServerError } from '../session/auth-message'

const SENTENCES: Record<string, string> = {
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
  // What the database says to a person who may not enter at all.
  '42501': 'This account may not be used at the moment. Please contact support.',
}

const FAULT = 'Something went wrong on our side. Please try again in a moment.'

/** What a refused step of two-factor sign-in says. What has no words here keeps Auth's (rules/interface#messages). */
export function factorMessage(error: DataError): string {
  return SENTENCES[error.code] ?? (isServerError(error) ? FAULT : authMessage(error))
}
