import { reads, withoutInput } from '../records/named'

export const ASSIGNMENT_READS = {
  ...reads([], {
    'assignments/figures': async () => (await import('./figures')).readAssignmentFigures,
    'assignments/tests': async () => (await import('./repositories')).readAssignmentTests,
    'extensions/learners': async () => (await import('./extension-list')).readLearners,
    'extensions/list': async () => (await import('./extension-list')).readExtensions,
    'saved_replies/own': async () =>
      withoutInput((await import('./review-replies')).readSavedReplies),
    'submissions/assignments': async () =>
      withoutInput((await import('./queue')).readAssignmentTitles),
    'submissions/files':
      () =>
      async (client, { paths }: { paths: readonly string[] }, _signal, { project }) => {
        const { createFileStore } = await import('../files/file-store')
        return { addresses: await createFileStore(project, client, 'work-files').sign(paths) }
      },
    'submissions/reviewers': async () => (await import('./review-acts')).readReviewers,
  }),
  ...reads(['submissions'], {
    'lessons/repositories': async () => (await import('./repositories')).readLessonRepositories,
    'lessons/repository_emails': async () => (await import('./repositories')).readRepositoryEmails,
    'profiles/work': async () => (await import('./queue')).readPersonWork,
    'submissions/next': async () => (await import('./queue')).readNextReview,
  }),
}
