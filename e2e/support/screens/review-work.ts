import type { Screen } from '../screens'
import { combineMocks } from './mocks'
import { page, round, shown } from './reviews'
import { holdsWorkFiles, openWorkFiles, WORK_FILES } from './work-files'

/** Files, links and repositories of handed-in work, as the reviewer sees them. */
export const reviewWorkScreens: Screen[] = [
  {
    name: 'admin-review-files',
    ...page,
    shows: 'It is neither a text nor a picture.',
    mock: combineMocks(
      shown({ rounds: [round(1, { code: [], files: WORK_FILES })] }),
      holdsWorkFiles,
    ),
    prepare: openWorkFiles,
  },
  {
    name: 'admin-review-commit-sought',
    like: 'admin-review',
    ...page,
    shows: 'its commit is being looked up',
    mock: shown({
      rounds: [
        round(2, {
          repo_url: 'https://github.com/ada/my-first-page-with-everything-that-belongs-to-it',
          commit_sought: true,
        }),
      ],
    }),
  },
]
