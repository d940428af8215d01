/** The storage key of the session that both applications share. */
export const SESSION_KEY = 'rookies-auth'

/** The query key of the signed-in person. */
export const sessionKeys = {
  current: () => ['session'] as const,
}

/** Query keys of data about the signed-in person. The data is removed when the person changes. */
export const accessKeys = {
  all: ['access'] as const,
  boot: () => [...accessKeys.all, 'boot'] as const,
}
