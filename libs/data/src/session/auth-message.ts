import { type DataError, DEFAULT_ERROR_MESSAGE } from '../errors'

const TOO_MANY = 'Too many attempts. Please wait a moment and try again.'

/** Sentences for refusals that Auth words for developers; all others keep Auth's own message. */
const SENTENCES: Record<string, string> = {
  email_not_confirmed:
    'Your email address is not verified yet. Please check your email to verify your account.',
  over_request_rate_limit: TOO_MANY,
  over_email_send_rate_limit:
    'An email was asked for a moment ago. Please check your inbox, wait a minute and try again.',
  email_address_invalid: 'Please enter a valid email address',
  validation_failed: 'Please check what you entered and try again.',
}

/**
 * What a refused step at the door says: the provider's message, or the default one (rules/interface#messages). A
 * refusal of the database (422) brings its own sentence; a server in trouble (5xx) words its own for developers.
 */
export function authMessage(error: DataError): string {
  if (error.code === 'NETWORK' || error.code === 'GENERIC_ERROR' || isServerError(error)) {
    return DEFAULT_ERROR_MESSAGE
  }
  return SENTENCES[error.code] ?? error.message
}

/** Whether a server was in trouble, and did not judge what it was asked. */
export function isServerError({ status = 0 }: DataError): boolean {
  return status >= 500
}

/** As `authMessage`, for the code or the link of a mail. */
export function linkMessage(error: DataError): string {
  switch (error.code) {
    case 'pkce_code_verifier_not_found':
    case 'bad_code_verifier':
      return 'This link was opened in another browser than the one you asked for it in. If it was to confirm your email, you can log in now.'
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
