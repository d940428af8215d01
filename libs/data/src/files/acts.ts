import { acts } from '../records/named'
import type { FileFacts } from './begin-uploads'

export const FILE_ACTS = {
  ...acts(['courses/files'], {
    'courses/describe_file': async () => (await import('./course-files')).describeFile,
  }),
  ...acts([], {
    'files/begin':
      () =>
      async (client, { files }: { files: readonly FileFacts[] }) =>
        (await import('./begin-uploads')).beginUploads(client, 'lesson-files', files),
  }),
}
