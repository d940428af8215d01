import type { MyAssignment } from '../assignments/my-assignment'
import type { Review, Round } from '../assignments/round'
import type { Criterion } from '../assignments/rubric'

/** An open assignment that takes a link, without a due date, on which the person has done nothing. */
export function anAssignment(change: Partial<MyAssignment> = {}): MyAssignment {
  return {
    lesson_id: 'a',
    open: true,
    accepts: ['LINK'],
    blind: false,
    late: 'MARKED',
    cutoff_days: null,
    due: null,
    can_hand_in: true,
    rubric: [],
    submission: null,
    rounds: [],
    draft: null,
    place: null,
    usual: null,
    extension_request: null,
    tests: null,
    ...change,
  }
}

/** A round with a link that has not been reviewed. */
export function aRound(change: Partial<Round> = {}): Round {
  return {
    id: 'r1',
    round: 1,
    text: null,
    code: [],
    url: 'https://example.org/work',
    repo_url: null,
    commit_sha: null,
    commit_url: null,
    commit_sought: false,
    files: [],
    note: null,
    submitted_at: '2026-11-20T10:00:00+00:00',
    made_at: null,
    due_at_then: null,
    due_zone: null,
    late: false,
    waived_at: null,
    connected: false,
    tests: null,
    second_opinion: false,
    unreadable: false,
    review: null,
    ...change,
  }
}

/** A criterion with two levels. */
export const aCriterion: Criterion = {
  id: 'k1',
  title: 'It works',
  essential: true,
  levels: [
    { title: 'Not yet', points: 0, meaning: 'It does not run.' },
    { title: 'Works', points: 2, meaning: null },
  ],
}

/** A review that asks the person to go on. */
export function aReview(change: Partial<Review> = {}): Review {
  return {
    id: 'v1',
    verdict: 'AGAIN',
    comment: 'Nearly there.',
    levels: { k1: 0 },
    rubric: [aCriterion],
    published_at: '2026-11-21T10:00:00+00:00',
    reviewer: 'Grace Reviewer',
    remarks: [],
    ...change,
  }
}
