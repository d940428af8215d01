/** Query keys of what the members' screens ask beside Refine's own list. */
export const memberKeys = {
  all: ['members'] as const,
  /** Every course that can be granted. */
  courses: () => [...memberKeys.all, 'courses'] as const,
  /** What one person may open. */
  access: (personId: string) => [...memberKeys.all, 'access', personId] as const,
  /** How far one person has come. */
  analyticsOf: (personId: string) => [...memberKeys.all, 'analytics-of', personId] as const,
  /** A page of everybody's progress, by what was asked for. */
  analytics: (args: object) => [...memberKeys.all, 'analytics', args] as const,
}
