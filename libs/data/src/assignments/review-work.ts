import type { DataClient } from '../client'
import { type Enums, REVIEW_VERDICT } from '../database.gen'
import { type DataError, unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  both,
  changed,
  listOf,
  number,
  or,
  orNull,
  readable,
  recordOf,
  shape,
  string,
} from '../json'
import { parseAskedTime } from './extension-list'
import { parseWork } from './queue'
import { parseRound } from './round'
import { type Criterion, parseRubric } from './rubric'

type Caller = Pick<DataClient, 'rpc'>

export type Verdict = Enums<'review_verdict'>

const parseDraftRemark = shape({
  key: orNull(string),
  path: orNull(string),
  line_from: orNull(number),
  line_to: orNull(number),
  body: string,
})

/** Parses the draft of a review. Missing parts are empty. */
export const parseDraft = shape({
  verdict: (value) => REVIEW_VERDICT.find((verdict) => verdict === value) ?? null,
  /** The level that the reviewer chose for each criterion, by the criterion's id. 0 is the lowest. */
  levels: or(recordOf(number), {}),
  comment: or(string, ''),
  /** The remarks in the draft. `key` identifies a remark only within the draft and is not published. */
  remarks: changed(or(listOf(parseDraftRemark), []), (remarks) =>
    remarks.map((remark, at) => ({ ...remark, key: remark.key ?? `kept ${at}` })),
  ),
})
/** The review that a reviewer is writing. */
export type ReviewDraft = Answer<typeof parseDraft>
export type DraftRemark = ReviewDraft['remarks'][number]

export const EMPTY_DRAFT: ReviewDraft = { verdict: null, levels: {}, comment: '', remarks: [] }

/** Returns whether a draft of a review contains nothing. */
export function isEmptyDraft({ verdict, levels, comment, remarks }: ReviewDraft): boolean {
  return (
    verdict === null &&
    Object.keys(levels).length === 0 &&
    comment.trim() === '' &&
    remarks.length === 0
  )
}

const parseReviewedRound = both(
  parseRound,
  shape({
    /** Whether the caller wrote the review. */
    mine: boolean,
  }),
)
/** A round as its reviewers see it. */
export type ReviewedRound = Answer<typeof parseReviewedRound>

const parseWithdrawn = shape({
  id: string,
  round: number,
  verdict: among(REVIEW_VERDICT),
  withdrawn_at: string,
  reason: orNull(string),
  /** The name of the person who withdrew it; null if the account was deleted. */
  by: orNull(string),
})
/** A review that was withdrawn. */
export type Withdrawn = Answer<typeof parseWithdrawn>

export const parseReviewedWork = both(
  parseWork,
  shape({
    /** The text of the lesson in Markdown. */
    brief: or(string, ''),
    /** The files and folders that the tests take from a commit; null if the assignment has no tests. */
    paths: orNull(listOf(string)),
    rubric: parseRubric,
    can_review: boolean,
    /** Whether the caller may withdraw every review at any time. */
    can_withdraw: boolean,
    due: orNull(shape({ at: orNull(string), zone: string, extended: boolean })),
    extension: orNull(shape({ due_at: string, reason: orNull(string) })),
    /** The person's request for more time, if the caller may answer it. */
    extension_request: orNull(parseAskedTime),
    rounds: listOf(parseReviewedRound),
    withdrawn: listOf(parseWithdrawn),
    /** The draft of the caller's review, and the number of the round that it is about. */
    draft: orNull(
      shape({
        round: number,
        round_id: string,
        // A draft that cannot be read becomes empty, so that its author can still open the work.
        body: changed(readable(parseDraft), (draft) => draft ?? EMPTY_DRAFT),
      }),
    ),
  }),
)
/** A person's work with all data of the review screen. Moments are ISO dates. */
export type ReviewedWork = Answer<typeof parseReviewedWork>

/**
 * Reads a record of Refine's resource `submissions`; null if the caller may not review it or it does not exist. Fails
 * with a DataError.
 */
export async function readReview(
  client: Caller,
  id: string,
  signal: AbortSignal,
): Promise<ReviewedWork | null> {
  const call = client.rpc('review', { submission_id: id }, { get: true })
  const answer = await call.abortSignal(signal)
  try {
    return parseReviewedWork(unwrap(answer))
  } catch (error) {
    // The database does not reveal whether the work exists, so both cases have the same code.
    if ((error as DataError).code === '42501') return null
    throw error
  }
}

/** Returns the latest round, which is to be reviewed; null if the answer contains no rounds. */
export const latestRound = ({ rounds }: Pick<ReviewedWork, 'rounds'>): ReviewedRound | null =>
  rounds.at(-1) ?? null

/** Whether a verdict requires that all essential criteria are met (rules/assignments#rubric). */
export const NEEDS_ESSENTIALS: Record<Verdict, boolean> = { PASS: true, AGAIN: false }

/** Returns the titles of the essential criteria that are not met. */
export function unmetCriteria(rubric: readonly Criterion[], levels: ReviewDraft['levels']) {
  return rubric
    .filter(({ id, essential }) => essential && (levels[id] ?? 0) === 0)
    .map(({ title }) => title)
}

/**
 * Returns the chosen levels without those that the rubric no longer has, because it was changed after the draft was
 * written.
 */
export function levelsOf(rubric: readonly Criterion[], levels: ReviewDraft['levels']) {
  return Object.fromEntries(
    rubric.flatMap(({ id, levels: all }) => {
      const level = levels[id]
      return level !== undefined && level < all.length ? [[id, level]] : []
    }),
  )
}
