/** Query keys of what the catalogue asks beside Refine's own lists. */
export const courseEditingKeys = {
  all: ['catalogue'] as const,
  /** One lesson, whole, as its dialog edits it. */
  lesson: (id: string) => [...courseEditingKeys.all, 'lesson', id] as const,
  /** What importing a folder would do, with what was chosen for it. */
  importCheck: (folder: number, choices: object) =>
    [...courseEditingKeys.all, 'import', folder, choices] as const,
  /** The lessons of a folder, sent for its import. */
  importSending: (folder: number) => [...courseEditingKeys.all, 'import-sending', folder] as const,
}
