import { fireEvent } from '@testing-library/react'
import { ALL_RIGHTS, openPanel } from './open-panel'
import { bootAnswer, type WireAnswer, type WireRequest } from './wire'

export const WORK_ID = 'dc000000-0000-4000-8000-000000000401'
export const NEXT_ID = 'dc000000-0000-4000-8000-000000000402'
export const ROUND_ID = 'dc000000-0000-4000-8000-000000000501'
export const NEWER_ID = 'dc000000-0000-4000-8000-000000000502'
export const PERSON_ID = 'dd000000-0000-4000-8000-000000000100'

export const REVIEW = `/admin/reviews/${WORK_ID}`

export const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.body, { key, ...more })
export const publish = () => press('Enter', { ctrlKey: true })

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

const LEVELS = [
  { title: 'Not yet', points: 0, meaning: 'Something is missing.' },
  { title: 'Met', points: 2, meaning: null },
]

/** A row of the review queue: Mia Wu's work, which has waited for three hours. */
export const workFacts = (change: object = {}) => ({
  submission_id: WORK_ID,
  state: 'WAITING',
  round: 1,
  awaiting_since: hours(-3),
  promise_at: hours(45.5),
  came_back: false,
  passed_at: null,
  lesson: { id: 'l1', title: 'Building a page' },
  course: { id: 'c1', title: 'Web', slug: 'web' },
  cohort: { id: 'k1', title: 'Autumn', time_zone: 'Europe/Vienna' },
  blind: false,
  person: { id: PERSON_ID, name: 'Mia Wu' },
  late: false,
  submitted_at: hours(-3),
  second_opinion: false,
  not_mine: false,
  claim: null,
  offer: null,
  ...change,
})

export const roundFacts = (change: object = {}) => ({
  id: ROUND_ID,
  round: 1,
  text: 'My page about tea.\nIt is short.\nThe end.',
  code: null,
  url: null,
  repo_url: null,
  commit_sha: null,
  commit_url: null,
  commit_sought: false,
  files: null,
  note: null,
  submitted_at: hours(-3),
  made_at: null,
  due_at_then: null,
  due_zone: null,
  late: false,
  waived_at: null,
  second_opinion: false,
  review: null,
  mine: false,
  ...change,
})

/** The same work as the database returns it to the review screen. */
export const reviewFacts = (change: object = {}) => ({
  ...workFacts(),
  brief: 'Build a page about tea.',
  accepts: ['TEXT'],
  rubric: [
    { id: 'works', title: 'Works', essential: true, levels: LEVELS },
    { id: 'reads', title: 'Reads well', essential: false, levels: LEVELS },
  ],
  can_review: true,
  can_withdraw: true,
  due: null,
  extension: null,
  extension_request: null,
  rounds: [roundFacts()],
  withdrawn: [],
  draft: null,
  ...change,
})

export const claimOf = (reviewer: string, mine = false) => ({ reviewer, until: hours(0.4), mine })

export const publishedFacts = (change: object = {}) => ({
  id: 'v1',
  verdict: 'PASS',
  published_at: hours(0),
  undo_until: hours(1 / 6),
  submission_id: WORK_ID,
  state: 'PASSED',
  person: 'Mia Wu',
  ...change,
})

type Answers = Record<string, WireAnswer | ((request: WireRequest) => WireAnswer)>

/** Opens the panel. Two submissions wait for a review: `WORK_ID`, and then `NEXT_ID`. */
export function openReviews(path: string, answers: Answers = {}, boot = bootAnswer(ALL_RIGHTS)) {
  const known: Answers = {
    'rpc/review_queue': { body: { total: 1, rows: [workFacts()] } },
    'rpc/review': ({ params }) => ({
      body:
        params.get('submission_id') === NEXT_ID
          ? reviewFacts({
              submission_id: NEXT_ID,
              lesson: { id: 'l2', title: 'Styling a page' },
              rounds: [roundFacts({ id: NEWER_ID })],
            })
          : reviewFacts(),
    }),
    'rpc/next_review': ({ body }) => ({
      body: (body as { after?: string }).after === NEXT_ID ? null : NEXT_ID,
    }),
    'rpc/save_review_draft': {
      body: {
        saved_at: hours(0),
        until: hours(0.5),
        claim: claimOf('Ada', true),
        newer_round: null,
      },
    },
    'rpc/publish_review': { body: publishedFacts() },
    'rpc/withdraw_review': { body: { submission_id: WORK_ID, state: 'WAITING' } },

    saved_replies: { body: [{ id: 'r1', title: 'Nice', body: 'Nice work, go on like that.' }] },
    ...answers,
  }
  return openPanel(path, boot, (request) => {
    const answer = known[request.path]
    return typeof answer === 'function' ? answer(request) : (answer ?? null)
  })
}
