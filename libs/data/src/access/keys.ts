/** Query keys of what is known about the signed-in person; cleared whole when the person changes. */
export const accessKeys = {
  all: ['access'] as const,
  boot: () => [...accessKeys.all, 'boot'] as const,
}
