/**
 * The page that opens after this tab has signed out; null unless it is signing out. After a sign-out elsewhere, a
 * person returns to the same page at the next sign-in; after a sign-out here, they do not.
 */
export const signOutDestination: { to: string | null } = { to: null }
