/**
 * Whether the person is on their way out because they asked to be. Whoever signed out on purpose is
 * not brought back to where they were; whoever was signed out elsewhere is.
 */
export const departure = { deliberate: false }
