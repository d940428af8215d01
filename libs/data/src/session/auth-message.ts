import { type DataError, DEFAULT_ERROR_MESSAGE } from '../errors'

const NOT_SENT = 'The email could not be sent. Please try again in a moment.'
const TOO_MANY = 'Too many attempts. Please wait a moment and try again.'

/** Messages for refusals of Auth whose own messages are written for developers. */
const MESSAGES: Record<string, string> = {
  email_not_confirmed:
    'Your email address is not verified yet. Please check your email to verify your account.',
  hook_timeout: NOT_SENT,
  hook_timeout_after_retry: NOT_SENT,
  over_request_rate_limit: TOO_MANY,
  over_email_send_rate_limit:
    'You asked for an email a moment ago. Please check your inbox, or wait a minute and try again.',
  email_address_invalid: 'Please enter a valid email address',
  validation_failed: 'Please check what you entered and try again.',
}

/**
 * Returns the message about a failed sign-in or sign-up: our own, the provider's, or the default one
 * (rules/interface#messages). The message of a refusal by the database (422) is shown, but not that of a server error
 * (5xx), which is written for developers.
 */
export function authMessage(error: DataError): string {
  if (error.code === 'NETWORK' || error.code === 'GENERIC_ERROR' || isServerError(error)) {
    return DEFAULT_ERROR_MESSAGE
  }
  return MESSAGES[error.code] ?? error.message
}

/** Returns whether the server had a problem and did not process the request. */
export function isServerError({ status = 0 }: DataError): boolean {
  return status >= 500
}

/** Like `authMessage`, for the code or the link in a mail. */
export function linkMessage(error: DataError): string {
  switch (error.code) {
    case 'pkce_code_verifier_not_found':
    case 'bad_code_verifier':
      return 'This link only works in the browser in which you asked for it. If it was to confirm your email, you can log in now.'
    case 'otp_expired':
      return 'This code is wrong or has expired. Please check it, or ask for a new one.'
    case 'flow_state_not_found':
    case 'flow_state_expired':
    case 'LINK_REFUSED':
      return 'This link is invalid or has expired.'
    default:
      return authMessage(error)
  }
}
