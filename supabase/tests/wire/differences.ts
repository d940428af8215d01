/**
 * Where the embedded backend is stricter than Supabase, by the names in docs/security.md and
 * docs/deploy.md. `promise()` in a test asks for each.
 */
export const DIFFERENCES = [
  // Auth
  'authenticator-code-twice',
  'code-for-unknown-email',
  'sign-up-with-known-email',
  'predictable-link-tokens',
  'guesses-by-address-only',
  'taken-email-named',
  'second-mail-reveals-account',
  'first-password-stays',
  'proof-in-answer',
  // Realtime
  'visitor-hears-writes',
  'deletes-after-sign-out',
  // Storage
  'type-from-sender',
  'name-from-sender',
  'upload-address-unchecked',
  // The gateway
  'any-host-name',
  'estimated-counts',
  'large-bodies',
] as const

/** The differences that no answer shows, with the reason. */
export const UNSEEN = {
  'no-fair-queue':
    'Seeing it takes a flood. The tests in supabase/tests/waits send one to a backend of their own.',
  'emails-in-logs': 'The API does not answer with logs.',
  'uncounted-log-lines': 'The API does not answer with logs.',
} as const

export type Difference = (typeof DIFFERENCES)[number]
