import { type DataError, DEFAULT_ERROR_MESSAGE } from '../errors'

const NOT_SENT = 'The email could not be sent. Please try again in a moment.'
const TOO_MANY = 'Too many attempts. Please wait a moment and try again.'

/** Sentences for Auth's refusals whose messages are for developers; all others keep Auth's message. */
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
 * Returns what a failed step of signing in or up says: the provider's message, or the default one
 * (rules/interface#messages). A refusal by the database (422) has its own sentence; a server error (5xx) has a message
 * for developers, which is not shown.
 */
export function authMessage(error: DataError): string {
  if (error.code === 'NETWORK' || error.code === 'GENERIC_ERROR' || isServerError(error)) {
    return DEFAULT_ERROR_MESSAGE
  }
  return MESSAGES[error.code] ?? error.message
}

/** Returns whether the server was in trouble and did not decide about the request. */
export function isServerError({ status = 0 }: DataError): boolean {
  return status >= 500
}

/** Does the same as `authMessage` for the code or the link of a mail. */
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
