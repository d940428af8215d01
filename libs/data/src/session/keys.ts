/** Query key of who is signed in. */
export const sessionKeys = {
  current: () => ['session'] as const,
}
