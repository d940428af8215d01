import type { DataClient } from '../client'
import { type Enums, type Json, REVIEW_VERDICT } from '../database.gen'
import { type DataError, unwrap } from '../errors'
import { boolean, list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import { type AskedTime, parseAskedTime } from './extension-list'
import { parseWork, type Work } from './queue'
import { parseRound, type Remark, type Round, readable } from './round'
import { type Criterion, parseRubric } from './rubric'

type Caller = Pick<DataClient, 'rpc'>

export type Verdict = Enums<'review_verdict'>

/** A remark that is being written. Its key identifies it in the draft, and is not published. */
export type DraftRemark = Omit<Remark, 'id'> & { key: string }

/** What a reviewer is writing. */
export interface ReviewDraft {
  verdict: Verdict | null
  /** The level of each judged criterion, by its id; 0 is the lowest. */
  levels: Record<string, number>
  comment: string
  remarks: DraftRemark[]
}

export const EMPTY_DRAFT: ReviewDraft = { verdict: null, levels: {}, comment: '', remarks: [] }

/** Returns whether nothing was written or chosen. */
export function isEmptyDraft({ verdict, levels, comment, remarks }: ReviewDraft): boolean {
  return (
    verdict === null &&
    Object.keys(levels).length === 0 &&
    comment.trim() === '' &&
    remarks.length === 0
  )
}

/** A round as its reviewers see it. */
export interface ReviewedRound extends Round {
  /** Whether the caller reviewed it. */
  mine: boolean
}

/** A review that was taken back. */
export interface Withdrawn {
  id: string
  round: number
  verdict: Verdict
  withdrawn_at: string
  reason: string | null
  /** Null for an erased account. */
  by: string | null
}

/** A person's work with everything that the review screen shows. Moments are ISO dates. */
export interface ReviewedWork extends Work {
  /** The lesson's Markdown. */
  brief: string
  rubric: Criterion[]
  can_review: boolean
  /** Whether the caller may take back anybody's review at any time. */
  can_withdraw: boolean
  due: { at: string | null; zone: string; extended: boolean } | null
  extension: { due_at: string; reason: string | null } | null
  /** A request for more time that the caller may answer. */
  extension_request: AskedTime | null
  rounds: ReviewedRound[]
  withdrawn: Withdrawn[]
  /** What the caller wrote, and the number of the round about which they wrote it. */
  draft: { round: number; round_id: string; body: ReviewDraft } | null
}

/** Reads one of Refine's `submissions`; null if there is none that the caller may review. Fails with a DataError. */
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
    // Unknown work gets the same refusal as work that the caller may not review.
    if ((error as DataError).code === '42501') return null
    throw error
  }
}

function parseReviewedWork(json: Json): ReviewedWork {
  const row = object(json)
  return {
    ...parseWork(json),
    brief: stringOrNull(row.brief) ?? '',
    rubric: parseRubric(row.rubric),
    can_review: boolean(row.can_review),
    can_withdraw: boolean(row.can_withdraw),
    due: row.due ? parseDue(row.due) : null,
    extension: row.extension ? parseExtension(row.extension) : null,
    extension_request: row.extension_request ? parseAskedTime(row.extension_request) : null,
    rounds: list(row.rounds).map((round) => ({
      ...parseRound(round),
      mine: boolean(object(round).mine),
    })),
    withdrawn: list(row.withdrawn).map(parseWithdrawn),
    draft: row.draft ? parseKeptDraft(row.draft) : null,
  }
}

function parseDue(json: Json) {
  const row = object(json)
  return { at: stringOrNull(row.at), zone: string(row.zone), extended: boolean(row.extended) }
}

function parseExtension(json: Json) {
  const row = object(json)
  return { due_at: string(row.due_at), reason: stringOrNull(row.reason) }
}

function parseWithdrawn(json: Json): Withdrawn {
  const row = object(json)
  return {
    id: string(row.id),
    round: number(row.round),
    verdict: oneOf(REVIEW_VERDICT, row.verdict),
    withdrawn_at: string(row.withdrawn_at),
    reason: stringOrNull(row.reason),
    by: stringOrNull(row.by),
  }
}

function parseKeptDraft(json: Json) {
  const row = object(json)
  return {
    round: number(row.round),
    round_id: string(row.round_id),
    // A draft that cannot be read must not keep its writer from the work.
    body: readable(() => parseDraft(row.body)) ?? EMPTY_DRAFT,
  }
}

/** Reads the draft of a review; missing parts are empty. Throws DataError `MALFORMED`. */
export function parseDraft(json: Json | undefined): ReviewDraft {
  const row = object(json)
  return {
    verdict: REVIEW_VERDICT.find((verdict) => verdict === row.verdict) ?? null,
    levels: Object.fromEntries(
      Object.entries(object(row.levels ?? {})).map(([id, level]) => [id, number(level)]),
    ),
    comment: stringOrNull(row.comment) ?? '',
    remarks: list(row.remarks ?? []).map((item, at) => {
      const remark = object(item)
      return {
        key: stringOrNull(remark.key) ?? `kept ${at}`,
        path: stringOrNull(remark.path),
        line_from: numberOrNull(remark.line_from),
        line_to: numberOrNull(remark.line_to),
        body: string(remark.body),
      }
    }),
  }
}

/** The latest round, which is the one to review; null for a malformed answer without rounds. */
export const latestRound = ({ rounds }: Pick<ReviewedWork, 'rounds'>): ReviewedRound | null =>
  rounds.at(-1) ?? null

/** Returns the titles of the essential criteria that are not met. Then work cannot pass (rules/assignments#rubric). */
export function unmetCriteria(rubric: readonly Criterion[], levels: ReviewDraft['levels']) {
  return rubric
    .filter(({ id, essential }) => essential && (levels[id] ?? 0) === 0)
    .map(({ title }) => title)
}

/** Leaves out levels that the rubric no longer has, because it was changed after the draft was written. */
export function levelsOf(rubric: readonly Criterion[], levels: ReviewDraft['levels']) {
  return Object.fromEntries(
    rubric.flatMap(({ id, levels: all }) => {
      const level = levels[id]
      return level !== undefined && level < all.length ? [[id, level]] : []
    }),
  )
}
