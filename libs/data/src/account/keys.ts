/** Query keys of the signed-in person's own account. */
export const accountKeys = {
  all: ['account'] as const,
  profile: (id: string) => [...accountKeys.all, 'profile', id] as const,
  /** The unsaved name, which is cleared when the person changes, like everything else. */
  draft: () => [...accountKeys.all, 'draft'] as const,
  sessions: () => [...accountKeys.all, 'sessions'] as const,
  factors: () => [...accountKeys.all, 'factors'] as const,
}
