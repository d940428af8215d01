/** Query keys of what the catalogue asks beside Refine's own lists. */
export const catalogueKeys = {
  all: ['catalogue'] as const,
  weight: (kind: 'course' | 'module' | 'lesson', id: string) =>
    [...catalogueKeys.all, 'weight', kind, id] as const,
  /** One lesson, whole, as its dialog edits it. */
  lesson: (id: string) => [...catalogueKeys.all, 'lesson', id] as const,
  /** What importing a folder would do, with what was chosen for it. */
  importCheck: (folder: number, choices: object) =>
    [...catalogueKeys.all, 'import', folder, choices] as const,
  /** The lessons of a folder, sent for its import. */
  importSending: (folder: number) => [...catalogueKeys.all, 'import-sending', folder] as const,
  bins: () => [...catalogueKeys.all, 'bin'] as const,
  /** Of one course, or with null the courses themselves. */
  bin: (courseId: string | null) => [...catalogueKeys.bins(), courseId] as const,
}
