import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { WIDE_MARKDOWN, WIDE_WORD } from '../wide-text'
import { answerWith, changeAnswer, combineMocks, failRequests, withLostRead } from './mocks'

const slug = 'html-css-pages-that-hold'
export const lesson = 'e0000000-0000-4000-8000-000000020103'
export const member = { as: 'member', path: `/app/courses/${slug}/lesson/${lesson}` } as const
const ZONE = 'Europe/Vienna'
const DUE = '2099-11-20T17:00:00Z'

const BRIEF = `Build a page about a drink that you like, with **HTML and CSS** alone.

## What it needs

- one heading, and landmarks that make sense without the colours
- a list of what is in it
- a picture with a text that replaces it

\`\`\`html
<main>
  <h1>Tea</h1>
</main>
\`\`\`
`

const rubric = [
  {
    id: '00000000-0000-4000-8000-0000000000c1',
    title: 'The page makes sense to a screen reader',
    essential: true,
    levels: [
      { title: 'Not yet', points: 0, meaning: 'Headings or landmarks are missing.' },
      { title: 'Nearly', points: 1, meaning: 'One of them is out of place.' },
      { title: 'Yes', points: 3, meaning: 'Everything is where people expect it.' },
    ],
  },
  {
    id: '00000000-0000-4000-8000-0000000000c2',
    title: 'It holds on a narrow phone',
    essential: false,
    levels: [
      { title: 'It scrolls sideways', points: null, meaning: '' },
      { title: 'It holds', points: null, meaning: 'Down to 320 pixels.' },
    ],
  },
]

const due = { at: DUE, day: '2099-11-20', at_time: '18:00', zone: ZONE }
const onTime = { ...due, extended: false, paused: false, shut_at: null, shut: false }

const base = {
  lesson_id: lesson,
  open: true,
  accepts: ['TEXT', 'LINK', 'REPOSITORY', 'CODE', 'FILE'],
  blind: false,
  late: 'MARKED',
  cutoff_days: null,
  due: onTime,
  can_hand_in: true,
  rubric,
  submission: null as object | null,
  rounds: [] as object[],
  draft: null as object | null,
  place: null as object | null,
  usual: { reviews: 20, median_hours: 5.2, p90_hours: 31 },
  extension_request: null as object | null,
}

const PAGE = `<main>
  <h1>Tea</h1>
  <p>It is a leaf, and hot water.</p>
  <h2>What is in it</h2>
  <ul>
    <li>Leaves</li>
    <li>Water that is nearly boiling, and waits for a moment before it is poured over them</li>
  </ul>
</main>
`
const STYLES = `main {
  max-width: 40rem;
  margin: auto;
}
`

export const round = (number: number, change: object = {}) => ({
  id: `00000000-0000-4000-8000-0000000000d${number}`,
  round: number,
  text:
    'I began with the list.\n\nThe colours come last, because they depend on the picture.\n' +
    WIDE_WORD,
  code: [
    { name: 'index.html', body: PAGE },
    { name: 'styles.css', body: STYLES },
  ],
  url: 'https://tea.example.org/a/page/with/a/path/that/is/rather/long?and=more',
  repo_url: 'https://github.com/ada/tea',
  commit_sha: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  commit_url: 'https://github.com/ada/tea/commit/a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  commit_sought: false,
  files: [{ path: '0b0c0d0e-0000-4000-8000-000000000001/tea.pdf', name: 'tea.pdf', bytes: 48_213 }],
  note: `It took me a day. ${WIDE_WORD}`,
  submitted_at: `2026-03-0${number}T10:00:00Z`,
  made_at: null,
  due_at_then: '2026-03-03T17:00:00Z',
  due_zone: ZONE,
  late: false,
  waived_at: null,
  second_opinion: false,
  review: null as object | null,
  ...change,
})

const review = (verdict: 'AGAIN' | 'PASS', change: object = {}) => ({
  id: '00000000-0000-4000-8000-0000000000e1',
  verdict,
  comment:
    verdict === 'PASS'
      ? 'Everything is where people expect it. Well done.'
      : 'You are **nearly there**. The list reads well; the landmark around it is missing.\n\nTry `nav` where people move on.\n\n' +
        WIDE_MARKDOWN,
  levels: verdict === 'PASS' ? { [rubric[0]?.id ?? '']: 2 } : { [rubric[0]?.id ?? '']: 0 },
  rubric,
  published_at: '2026-03-04T10:00:00Z',
  reviewer: 'Grace Silva-Hernández',
  remarks:
    verdict === 'PASS'
      ? []
      : [
          {
            id: '00000000-0000-4000-8000-0000000000f1',
            path: 'index.html',
            line_from: 5,
            line_to: 8,
            body: `This list is what people came for. Give it a heading of its own.\n\n${WIDE_MARKDOWN}`,
          },
          {
            id: '00000000-0000-4000-8000-0000000000f2',
            path: null,
            line_from: 3,
            line_to: 3,
            body: 'Why do they depend on it?',
          },
        ],
  ...change,
})

export const state = (name: 'WAITING' | 'RETURNED' | 'PASSED', number: number) => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  state: name,
  round: number,
  awaiting_since: name === 'WAITING' ? '2026-03-05T10:00:00Z' : null,
  passed_at: name === 'PASSED' ? '2026-03-06T10:00:00Z' : null,
})

const returned = {
  submission: state('RETURNED', 2),
  rounds: [
    round(1, { text: 'I began with the list.', url: null, note: null, review: review('AGAIN') }),
    round(2, {
      late: true,
      review: review('AGAIN', { id: '00000000-0000-4000-8000-0000000000e2' }),
    }),
  ],
}

interface Outline {
  modules: { lessons: { id: string }[] }[]
}

/** Changes the answers about a text lesson of the seed data so that it is an assignment. */
const asAssignment = (change: object = {}) =>
  combineMocks(
    changeAnswer<Outline>('**/rpc/course_outline*', (outline) => ({
      ...outline,
      modules: outline.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((one) =>
          one.id === lesson
            ? { ...one, type: 'ASSIGNMENT', title: 'A page about tea', done: false, due, ...change }
            : one,
        ),
      })),
    })),
    changeAnswer<object>(`**/rest/v1/lessons?*${lesson}*`, (found) => {
      const body = { title: 'A page about tea', content_type: 'ASSIGNMENT', content: BRIEF }
      return Array.isArray(found)
        ? found.map((row: object) => ({ ...row, ...body }))
        : { ...found, ...body }
    }),
    answerWith('**/functions/v1/sign-files', { files: [] }),
    answerWith('**/rpc/save_work_draft', { revision: lesson, kept: [], handed_in: false }),
  )
export const page = (values: object = {}, outline: object = {}) =>
  combineMocks(asAssignment(outline), answerWith('**/rpc/assignment?*', { ...base, ...values }))

const toWork = async (shown: Page) => {
  await shown.getByRole('heading', { name: 'Your work' }).scrollIntoViewIfNeeded()
}

/** An assignment as its learner sees it, in each state. */
export const learnerAssignmentScreens: Screen[] = [
  { name: 'assignment', ...member, shows: 'Hand in', mock: page() },
  {
    name: 'assignment-link',
    like: 'assignment',
    ...member,
    shows: 'Hand in a link.',
    mock: page({ accepts: ['LINK'], rubric: [] }),
  },
  {
    name: 'assignment-rubric',
    ...member,
    shows: 'How it is judged',
    mock: page(),
    prepare: (shown) => shown.getByText(/^How it is judged/).click(),
  },
  {
    name: 'assignment-code',
    ...member,
    shows: 'Code',
    mock: page({
      accepts: ['CODE'],
      draft: {
        body: {
          code: [
            { name: 'index.html', body: PAGE },
            { name: 'styles.css', body: STYLES },
          ],
        },
        revision: lesson,
        kept: [],
      },
    }),
    prepare: toWork,
  },
  {
    name: 'assignment-problems',
    ...member,
    shows: 'Hand in',
    mock: page({ accepts: ['LINK', 'TEXT'] }),
    prepare: async (shown) => {
      await shown.getByRole('textbox', { name: 'Link' }).fill('tea')
      await shown.getByRole('button', { name: 'Hand in' }).click({ delay: 600 })
    },
  },
  {
    name: 'assignment-other-draft',
    ...member,
    shows: 'You also wrote this on another device',
    mock: page({
      accepts: ['TEXT'],
      draft: {
        body: { text: 'What I wrote at my desk.' },
        revision: lesson,
        kept: [
          {
            body: { text: 'What I wrote on the train, on my phone, without a connection.' },
            revision: rubric[0]?.id,
            updated_at: '2026-03-05T10:00:00Z',
          },
        ],
      },
    }),
    prepare: toWork,
  },
  {
    name: 'assignment-waiting',
    like: 'assignment',
    ...member,
    shows: 'You are 3rd of 12 in the queue.',
    mock: page({
      submission: state('WAITING', 1),
      rounds: [round(1, { made_at: '2026-02-28T22:10:00Z' })],
      place: { place: 3, of: 12 },
    }),
  },
  {
    name: 'assignment-returned',
    like: 'assignment-review',
    ...member,
    shows: 'came back',
    mock: page(returned),
  },
  {
    name: 'assignment-review',
    ...member,
    shows: 'came back',
    mock: page({ accepts: ['LINK', 'CODE'], ...returned }),
    prepare: toWork,
  },
  {
    name: 'assignment-changes',
    ...member,
    shows: 'came back',
    mock: page({ ...returned, accepts: ['TEXT'] }),
    prepare: (shown) => shown.getByRole('button', { name: 'What changed since round 1' }).click(),
  },
  {
    name: 'assignment-passed',
    like: 'assignment-review',
    ...member,
    shows: 'Passed',
    mock: page(
      {
        submission: state('PASSED', 1),
        rounds: [round(1, { review: review('PASS') })],
        can_hand_in: false,
      },
      { done: true, due: undefined },
    ),
  },
  {
    name: 'assignment-late',
    like: 'assignment',
    ...member,
    shows: 'Was due',
    mock: page({ accepts: ['LINK'], due: { ...onTime, at: '2026-03-03T17:00:00Z' } }),
  },
  {
    name: 'assignment-more-time',
    ...member,
    shows: 'You asked for 3 more days',
    mock: page({
      accepts: ['LINK'],
      due: { ...onTime, extended: true, shut_at: '2099-11-27T22:59:59Z' },
      late: 'SHUT',
      cutoff_days: 7,
      extension_request: {
        note: 'I was ill.',
        ...{ days: 3, asked_at: '2026-03-02T10:00:00Z', answered_at: null },
        declined_because: null,
      },
    }),
    prepare: (shown) => shown.getByRole('button', { name: 'Change the request' }).click(),
  },
  {
    name: 'assignment-shut',
    ...member,
    shows: 'It has been shut since',
    mock: page({
      due: { ...onTime, at: '2026-03-03T17:00:00Z', shut_at: '2026-03-10T22:59:59Z', shut: true },
      late: 'SHUT',
      can_hand_in: false,
    }),
  },
  {
    name: 'assignment-paused',
    like: 'assignment',
    ...member,
    shows: 'You pause at the moment.',
    mock: page({ accepts: ['LINK'], due: { ...onTime, at: null, paused: true } }),
  },
  {
    name: 'assignment-preview',
    like: 'assignment',
    ...member,
    shows: 'You are reading a free preview.',
    mock: page({ due: null, can_hand_in: false, usual: null }),
  },
  {
    name: 'assignment-failed',
    ...member,
    shows: 'Your work could not be loaded',
    mock: combineMocks(asAssignment(), failRequests('**/rpc/assignment?*', 400)),
    expectProblems: [/400/],
  },
  (() => {
    const away = withLostRead('**/rpc/assignment?*')
    return {
      name: 'assignment-offline',
      like: 'library-needs-connection',
      ...member,
      shows: 'Your work',
      mock: combineMocks(asAssignment(), away.mock),
      expectProblems: away.expectProblems,
    }
  })(),
]
