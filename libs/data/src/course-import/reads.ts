import { reads } from '../records/named'

export const COURSE_IMPORT_READS = reads([], {
  'courses/import_to_undo': () => async (client, course: { id: string }, signal) => {
    const { readImportToUndo } = await import('./undo-import')
    return { latest: await readImportToUndo(client, course, signal) }
  },
})
