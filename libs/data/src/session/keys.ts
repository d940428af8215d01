/** Where the one session of both bundles is kept. */
export const SESSION_KEY = 'rookies-auth'

/** Query key of who is signed in. */
export const sessionKeys = {
  current: () => ['session'] as const,
}
