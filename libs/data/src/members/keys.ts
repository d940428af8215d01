/** Query keys of what the members' screens ask beside Refine's own list. */
export const memberKeys = {
  all: ['members'] as const,
  /** Every course that can be granted. */
  courses: () => [...memberKeys.all, 'courses'] as const,
  /** What one person may open. */
  access: (personId: string) => [...memberKeys.all, 'access', personId] as const,
}
