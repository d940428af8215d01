/** Query keys of an import, which Refine's hooks do not cover. */
export const courseEditingKeys = {
  all: ['catalogue'] as const,
  /** The check of an import: what it would do with these choices. */
  importCheck: (folder: number, choices: object) =>
    [...courseEditingKeys.all, 'import', folder, choices] as const,
  /** The difference of a lesson: for which sent content, over which version of the course. */
  importDifference: (sending: string, version: string, path: string) =>
    [...courseEditingKeys.all, 'import-difference', sending, version, path] as const,
  /** The lessons of a folder that were sent for its import. */
  importSending: (folder: number) => [...courseEditingKeys.all, 'import-sending', folder] as const,
}
