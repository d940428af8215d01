import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { untilSeen } from '../seen'
import { WIDE_MARKDOWN, WIDE_WORD } from '../wide-text'
import { answerWith, combineMocks, whileLoading, withFailedRead } from './mocks'

const id = (n: number) => `dc000000-0000-4000-8000-0000000004${String(n).padStart(2, '0')}`

const LEVELS = [
  { title: 'Not yet', points: 0, meaning: 'Something that was asked for is missing.' },
  { title: 'Nearly', points: 1, meaning: 'Small things are missing.' },
  { title: 'Met', points: 2, meaning: 'It is as asked.' },
]
const rubric = [
  { id: id(80), title: 'It works', essential: true, levels: LEVELS },
  { id: id(81), title: 'It reads well', essential: false, levels: LEVELS },
]

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** Work that has waited for six and a half hours. */
const work = (n: number, values: object = {}) => ({
  submission_id: id(n),
  state: 'WAITING',
  round: 1,
  awaiting_since: hours(-6.5),
  promise_at: hours(41.5),
  came_back: false,
  passed_at: null,
  lesson: { id: id(60), title: 'Building a page' },
  course: { id: id(61), title: 'HTML and CSS from the beginning', slug: 'html-css' },
  cohort: { id: id(62), title: 'Autumn 2026', time_zone: 'Europe/Vienna' },
  blind: false,
  person: { id: id(70 + n), name: 'Ada Okafor' },
  late: false,
  submitted_at: '2026-11-22T06:00:00Z',
  second_opinion: false,
  not_mine: false,
  claim: null,
  offer: null,
  ...values,
})

export const queue = [
  work(1, {
    came_back: true,
    round: 2,
    awaiting_since: hours(-75),
    promise_at: hours(-27),
    late: true,
    offer: {
      reviewer: 'Grace Silva-Hernández',
      until: '2026-11-22T18:00:00Z',
      mine: true,
      by: null,
    },
  }),
  work(2, {
    person: { id: id(72), name: 'Linus Nowak' },
    claim: { reviewer: 'Sam Osei', until: '2026-11-22T12:30:00Z', mine: false },
  }),
  work(3, {
    lesson: {
      id: id(63),
      title: 'A form that nobody has to fill in twice, with its errors beside the fields',
    },
    blind: true,
    person: null,
    cohort: null,
    second_opinion: true,
  }),
]

export const round = (n: number, values: object = {}) => ({
  id: id(50 + n),
  round: n,
  text: null,
  code: [
    {
      name: 'index.html',
      body: '<main>\n  <h1>Tea</h1>\n  <p>It is hot.</p>\n</main>\n',
    },
  ],
  url: 'https://tea.example.org/my-first-page',
  ...{ repo_url: null, commit_sha: null, commit_url: null, commit_sought: false },
  ...{ files: null, note: null, submitted_at: '2026-11-19T06:00:00Z', made_at: null },
  due_at_then: '2026-11-18T17:00:00Z',
  due_zone: 'Europe/Vienna',
  late: true,
  ...{ waived_at: null, second_opinion: false, review: null, mine: false },
  ...values,
})

const REPOSITORY = {
  repo_url: 'https://github.com/ada/my-first-page',
  commit_sha: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  commit_url:
    'https://github.com/ada/my-first-page/commit/a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
}

const review = (values: object = {}) => ({
  id: id(40),
  verdict: 'AGAIN',
  comment: `A good beginning. The page needs a title that says what it is about.\n\n${WIDE_MARKDOWN}`,
  levels: { [id(80)]: 2, [id(81)]: 0 },
  rubric,
  published_at: '2026-11-20T09:00:00Z',
  reviewer: 'Grace Silva-Hernández',
  remarks: [
    {
      id: id(41),
      path: 'index.html',
      line_from: 2,
      line_to: 2,
      body: `Which tea? Say it here.\n\n${WIDE_MARKDOWN}`,
    },
  ],
  ...values,
})

const reviewed = (values: object = {}) => ({
  ...work(1, { came_back: true, round: 2, late: true }),
  brief: 'Build a page about **tea**, with a title and a list of at least three kinds.',
  accepts: ['CODE', 'LINK', 'REPOSITORY'],
  rubric,
  can_review: true,
  can_withdraw: true,
  due: { at: '2026-11-18T17:00:00Z', zone: 'Europe/Vienna', extended: false, shut_at: null },
  extension: null,
  extension_request: {
    ...{ note: 'I was ill.', days: 3, asked_at: '2026-11-22T08:00:00Z' },
  } as object | null,
  rounds: [
    round(1, { repo_url: REPOSITORY.repo_url, review: review() }),
    round(2, {
      ...REPOSITORY,
      submitted_at: '2026-11-22T06:00:00Z',
      note: `I have added the kinds, and a title. ${WIDE_WORD}`,
      code: [
        {
          name: 'index.html',
          body: '<main>\n  <h1>Green tea, black tea, and white tea: what makes them so different</h1>\n  <p>It is hot.</p>\n  <ul>\n    <li>Green</li>\n    <li>Black</li>\n    <li>White</li>\n  </ul>\n</main>\n',
        },
      ],
    }),
  ],
  withdrawn: [],
  draft: null,
  ...values,
})

const draft = (body: object, of = 2) => ({
  round: of,
  round_id: id(50 + of),
  updated_at: '2026-11-22T11:50:00Z',
  body: { verdict: null, levels: {}, comment: '', remarks: [], ...body },
})
const written = draft({
  verdict: 'PASS',
  levels: { [id(80)]: 2 },
  comment: `Now it says what it is about.\n\n${WIDE_MARKDOWN}`,
  remarks: [
    { key: 'a', path: 'index.html', line_from: 4, line_to: 8, body: 'Exactly what I meant.' },
  ],
})

const list = '**/rpc/review_queue*'
const one = /\/rpc\/review\?/
const next = answerWith('**/rpc/next_review*', id(2))
const none = answerWith('**/rpc/next_review*', null)
export const shown = (values: object = {}) => combineMocks(answerWith(one, reviewed(values)), none)
export const page = { as: 'admin', path: `/admin/reviews/${id(1)}` } as const

/** Presses a key once the review screen is shown. */
async function pressKey(page: Page, key: string): Promise<void> {
  await page.getByRole('heading', { name: 'What was handed in' }).waitFor()
  await page.keyboard.press(key)
}

/** The queue and the review screen, as administrators and moderators see them. */
export const reviewScreens: Screen[] = [
  {
    name: 'admin-reviews',
    as: 'admin',
    path: '/admin/reviews',
    shows: 'Linus Nowak',
    mock: combineMocks(answerWith(list, { total: 3, rows: queue }), next),
  },
  {
    name: 'moderator-reviews',
    like: 'admin-reviews',
    as: 'moderator',
    path: '/moderator/reviews',
    shows: 'Linus Nowak',
    mock: combineMocks(answerWith(list, { total: 3, rows: queue }), next),
  },
  {
    name: 'admin-reviews-loading',
    as: 'admin',
    path: '/admin/reviews',
    shows: 'Work that was handed in',
    ...whileLoading(list),
  },
  {
    name: 'admin-reviews-empty',
    as: 'admin',
    path: '/admin/reviews',
    shows: 'Nothing waits for a review',
    mock: combineMocks(answerWith(list, { total: 0, rows: [] }), none),
  },
  {
    name: 'admin-reviews-error',
    as: 'admin',
    path: '/admin/reviews',
    shows: 'Failed to load what waits for a review',
    ...withFailedRead(list),
  },
  {
    name: 'admin-reviews-passed',
    like: 'admin-reviews',
    as: 'admin',
    path: '/admin/reviews?state=PASSED',
    shows: 'Sam Osei',
    mock: answerWith(list, {
      total: 1,
      rows: [
        work(4, {
          state: 'PASSED',
          awaiting_since: null,
          promise_at: null,
          passed_at: '2026-11-21T06:00:00Z',
          person: { id: id(74), name: 'Sam Osei' },
        }),
      ],
    }),
  },
  {
    name: 'admin-review',
    ...page,
    shows: 'Which tea? Say it here.',
    mock: shown(),
  },
  {
    name: 'admin-review-written',
    ...page,
    shows: 'Exactly what I meant.',
    mock: shown({ draft: written }),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Show Preview' }).last().click()
      await page.getByRole('figure', { name: 'Preview' }).getByRole('table').waitFor()
    },
  },
  {
    name: 'admin-review-published',
    like: 'admin-review',
    ...page,
    shows: 'Published: Passed, Ada Okafor, Building a page',
    mock: combineMocks(
      shown({ draft: written }),
      answerWith('**/rpc/save_review_draft*', { until: '2099-11-22T12:30:00Z' }),
      answerWith('**/rpc/publish_review*', {
        id: id(90),
        verdict: 'PASS',
        published_at: '2026-11-22T12:00:00Z',
        undo_until: '2099-11-22T12:10:00Z',
        submission_id: id(1),
        person: 'Ada Okafor',
      }),
      answerWith(list, { total: 2, rows: queue.slice(1) }),
    ),
    prepare: async (page) => {
      await page.getByText('Exactly what I meant.').waitFor()
      await untilSeen(page)
      await page.getByRole('button', { name: 'Publish' }).click()
    },
  },
  {
    name: 'admin-review-alone',
    ...page,
    shows: 'Green tea, black tea',
    mock: shown(),
    prepare: (page) => pressKey(page, 'd'),
  },
  {
    name: 'admin-review-brief',
    ...page,
    shows: 'with a title and a list of at least three kinds',
    mock: shown(),
    prepare: (page) => page.getByText('Brief', { exact: true }).click(),
  },
  {
    name: 'admin-review-claimed',
    like: 'admin-review',
    ...page,
    shows: 'Sam Osei is reviewing this until',
    mock: shown({ claim: { reviewer: 'Sam Osei', until: '2099-11-22T12:30:00Z', mine: false } }),
  },
  {
    name: 'admin-review-newer-round',
    like: 'admin-review',
    ...page,
    shows: 'Round 2 was handed in while you reviewed round 1',
    mock: shown({
      draft: draft(
        {
          comment: 'A good beginning.',
          remarks: [
            { key: 'a', path: 'index.html', line_from: 3, line_to: 3, body: 'How hot?' },
            { key: 'b', path: 'index.html', line_from: 2, line_to: 2, body: 'Which tea?' },
          ],
        },
        1,
      ),
    }),
  },
  {
    name: 'admin-review-blind',
    like: 'admin-review',
    ...page,
    shows: 'Name hidden until reviewed',
    mock: shown({ blind: true, person: null, cohort: null }),
  },
  {
    name: 'admin-review-passed',
    like: 'admin-review',
    ...page,
    shows: 'Take Back…',
    mock: shown({
      state: 'PASSED',
      late: false,
      awaiting_since: null,
      promise_at: null,
      rounds: [
        round(1, { review: review() }),
        round(2, {
          review: review({ id: id(42), verdict: 'PASS', comment: 'Passed.', remarks: [] }),
        }),
      ],
    }),
  },
  {
    name: 'admin-review-shortcuts',
    ...page,
    shows: 'Publish, and open the next work',
    mock: shown(),
    prepare: (page) => pressKey(page, '?'),
  },
  {
    name: 'admin-review-hand-over',
    ...page,
    shows: 'reviews 2 now',
    mock: combineMocks(
      shown(),
      answerWith('**/rpc/reviewers*', [
        { id: id(90), name: 'Linus Nowak', claims: 2 },
        { id: id(91), name: 'Grace Silva-Hernández', claims: 0 },
      ]),
    ),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Hand Over…' }).click()
    },
  },
  {
    name: 'admin-review-replies',
    as: 'admin',
    path: '/admin/reviews',
    shows: 'Nice work, go on like that.',
    mock: combineMocks(
      answerWith(list, { total: 3, rows: queue }),
      next,
      answerWith('**/rest/v1/saved_replies*', [
        { id: id(95), title: 'Nice', body: 'Nice work, go on like that.' },
        {
          id: id(96),
          title: 'Names of variables',
          body: 'Say with the name what is in it, so that nobody has to look further up.',
        },
      ]),
    ),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Saved Replies…' }).click()
    },
  },
  {
    name: 'admin-review-not-found',
    as: 'admin',
    path: `/admin/reviews/${id(99)}`,
    shows: 'There is no such work',
    expectProblems: [/403/],
  },
  {
    name: 'admin-review-error',
    ...page,
    shows: 'Failed to load work',
    ...withFailedRead(one),
  },
]
