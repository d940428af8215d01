/** Query keys of what the profile shows of the signed-in person's own account. */
export const accountKeys = {
  all: ['account'] as const,
  profile: (id: string) => [...accountKeys.all, 'profile', id] as const,
  /** What is typed and not saved: forgotten, as everything is, when the person changes. */
  draft: () => [...accountKeys.all, 'draft'] as const,
  sessions: () => [...accountKeys.all, 'sessions'] as const,
  factors: () => [...accountKeys.all, 'factors'] as const,
}
