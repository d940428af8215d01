/**
 * Where people go who leave on purpose, null for those who do not. A person who signed out on purpose
 * is not brought back to where they were; one who was signed out elsewhere is.
 */
export const signOutDestination: { to: string | null } = { to: null }
