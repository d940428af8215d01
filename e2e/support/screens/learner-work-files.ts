import type { Screen } from '../screens'
import { lesson, member, PAGE, page, round, state } from './learner-assignments'
import { all, answers } from './mocks'

const NOTEBOOK = JSON.stringify({
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: 'How long does tea take?' },
    {
      cell_type: 'code',
      source: ['minutes = 3\n', 'print(f"{minutes} minutes")'],
      outputs: [{ output_type: 'stream', text: '3 minutes\n' }],
    },
  ],
})

/** The file of a round that a person opens in the page. */
const opened = (what: string, name: string, content: string): Screen => ({
  name: `assignment-file-${what}`,
  ...member,
  shows: 'You are next',
  mock: all(
    page({
      submission: state('WAITING', 1),
      rounds: [round(1, { code: [], files: [{ path: 'a', name, bytes: content.length }] })],
      place: { place: 1, of: 12 },
    }),
    answers('**/functions/v1/sign-files', {
      files: [{ path: 'a', address: '/object/sign/work-files/a?token=t&download=' }],
    }),
    (shown) =>
      shown.route('**/object/sign/work-files/**', (route) => route.fulfill({ body: content })),
  ),
  prepare: async (shown) => {
    await shown.getByRole('button', { name: `View ${name}` }).click()
    await shown
      .getByRole('region', { name: `Content of ${name}` })
      .locator('pre')
      .first()
      .waitFor()
    await shown.getByRole('region', { name: `Content of ${name}` }).scrollIntoViewIfNeeded()
  },
})

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
  opened('text', 'index.html', PAGE),
  opened('notebook', 'tea.ipynb', NOTEBOOK),
]
