/** Query keys of the library: whatever changes progress or access invalidates `all`. */
export const libraryKeys = {
  all: ['library'] as const,
  courses: () => [...libraryKeys.all, 'courses'] as const,
  freePreviews: () => [...libraryKeys.all, 'free-previews'] as const,
}
