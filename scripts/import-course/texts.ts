import type { CommandTexts } from '../course-command/command-messages'

export const IMPORT: CommandTexts = {
  doing: 'import',
  right: 'create',
  sentences: {
    BUSY: (origin) =>
      `The server at ${origin} did not answer as expected. Import again in a moment: nothing is imported twice.`,
    '23505': () =>
      'Another course took this slug at the same moment, so nothing was changed. Import again.',
    '23514': () => "The course holds something that can't be stored, so nothing was changed.",
    '57014': () =>
      'The import took longer than the server allows, so nothing was changed. Import a smaller folder.',
  },
}
