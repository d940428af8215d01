/** Query keys of the signed-in person's second factor. */
export const factorKeys = {
  state: () => ['factors', 'state'] as const,
}
