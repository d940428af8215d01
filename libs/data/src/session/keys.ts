/** Where the one session of both bundles is kept. */
export const SESSION_KEY = 'rookies-auth'

/** Query key of who is signed in. */
export const sessionKeys = {
  current: () => ['session'] as const,
}

/** Query keys of what is known about the signed-in person; cleared whole when the person changes. */
export const accessKeys = {
  all: ['access'] as const,
  boot: () => [...accessKeys.all, 'boot'] as const,
}
