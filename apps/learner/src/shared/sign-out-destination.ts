/**
 * Where a person who signs out on purpose goes next; null otherwise. A person who was signed out elsewhere returns
 * to their page after signing in, a person who signed out on purpose does not.
 */
export const signOutDestination: { to: string | null } = { to: null }
