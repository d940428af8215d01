/** Query keys of what an import asks beside Refine's own hooks. */
export const courseEditingKeys = {
  all: ['catalogue'] as const,
  /** What importing a folder would do, with what was chosen for it. */
  importCheck: (folder: number, choices: object) =>
    [...courseEditingKeys.all, 'import', folder, choices] as const,
  /** What an import would change in a lesson: of which sending, over which version of the course. */
  importDifference: (sending: string, version: string, path: string) =>
    [...courseEditingKeys.all, 'import-difference', sending, version, path] as const,
  /** The lessons of a folder, sent for its import. */
  importSending: (folder: number) => [...courseEditingKeys.all, 'import-sending', folder] as const,
}
