import type { Screen } from '../screens'
import { lesson, member, page, round, state } from './learner-assignments'
import { combineMocks } from './mocks'
import { holdsWorkFiles, openWorkFiles, WORK_FILES } from './work-files'

/** The files of work, as their learner chooses and opens them. */
export const learnerWorkFileScreens: Screen[] = [
  {
    name: 'assignment-refused-files',
    ...member,
    shows: 'Files',
    mock: page({
      accepts: ['FILE'],
      draft: {
        body: { files: [{ path: 'a', name: '__init__.py', bytes: 0 }] },
        revision: lesson,
        kept: [],
      },
    }),
    prepare: async (shown) => {
      await shown.locator('input[type="file"]').setInputFiles({
        ...{ name: 'a film of the page.mp4', mimeType: 'video/mp4' },
        buffer: Buffer.alloc(20 * 1024 * 1024 + 1),
      })
      await shown.getByText('is larger than 20 MB. Link to it instead.').waitFor()
    },
  },
  {
    name: 'assignment-files',
    ...member,
    shows: 'It is neither a text nor a picture.',
    mock: combineMocks(
      page({
        submission: state('WAITING', 1),
        rounds: [round(1, { code: [], files: WORK_FILES })],
        place: { place: 1, of: 12 },
      }),
      holdsWorkFiles,
    ),
    prepare: openWorkFiles,
  },
  {
    name: 'assignment-commit-sought',
    like: 'assignment-review',
    ...member,
    shows: 'its commit is being looked up',
    mock: page({
      accepts: ['REPOSITORY'],
      submission: state('WAITING', 1),
      rounds: [
        round(1, {
          ...{ text: null, code: [], url: null, files: null },
          ...{ commit_sha: null, commit_url: null, commit_sought: true },
        }),
      ],
      place: { place: 1, of: 12 },
    }),
  },
]
