import type { DataClient } from '../client'
import { type Json, REVIEW_VERDICT } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, listOf, number, orNull, shape, string } from '../json'
import { parseClaim, WORK_STATES } from './queue'
import type { ReviewDraft, Verdict } from './review-work'

type Caller = Pick<DataClient, 'rpc'>

export const parseKeptDraft = shape({
  /** When the caller's claim ends; null if the caller has no claim. */
  until: orNull(string),
  claim: orNull(parseClaim),
  /** The number of a round that was handed in after the draft was begun; null if there is none. */
  newer_round: orNull(number),
})
/** The answer to saving a draft of a review. Moments are ISO dates. */
export type KeptDraft = Answer<typeof parseKeptDraft>

/**
 * Saves the draft of the caller's review of a round, and claims the work or renews the claim. If the caller gets no
 * claim although nobody else has one, the text is saved and the reason is thrown. Throws DataError: `42501`; `PT409`
 * with SECOND_OPINION, NOT_WAITING or TOO_MANY.
 */
export async function saveReviewDraft(
  client: Caller,
  { id, roundId, draft }: { id: string; roundId: string; draft: ReviewDraft },
): Promise<KeptDraft> {
  const body: Json = { ...draft, remarks: draft.remarks.map((remark) => ({ ...remark })) }
  const kept = parseKeptDraft(
    unwrap(await client.rpc('save_review_draft', { round_id: roundId, body })),
  )
  const unclaimed = kept.until === null && kept.claim === null && kept.newer_round === null
  if (!unclaimed) return kept
  return { ...kept, ...(await claimWork(client, id)) }
}

export const parseClaimed = shape({ until: string })

async function claimWork(client: Caller, id: string): Promise<Answer<typeof parseClaimed>> {
  return parseClaimed(unwrap(await client.rpc('claim_submission', { submission_id: id })))
}

/** Ends the caller's claim. The draft of the review stays. */
export async function releaseClaim(client: Caller, id: string): Promise<void> {
  unwrap(await client.rpc('release_claim', { submission_id: id }))
}

export const parsePublished = shape({
  id: string,
  verdict: among(REVIEW_VERDICT),
  published_at: string,
  undo_until: string,
  submission_id: string,
  /** The name of the learner; null if there is none. */
  person: orNull(string),
})
/** A review that was just published and can be withdrawn until `undo_until`. Moments are ISO dates. */
export type PublishedReview = Answer<typeof parsePublished>

export interface ReviewToPublish {
  roundId: string
  verdict: Verdict
  draft: Omit<ReviewDraft, 'verdict'>
  operationId: string
}

/**
 * Publishes a review of the latest round. Repeating the call with the same operation id changes nothing. Throws
 * DataError: `42501`; `PT409` with NEWER_ROUND, NOT_WAITING, CLAIMED, SECOND_OPINION or MADE_ALREADY, in which case the
 * draft stays; `PT422` with ESSENTIAL or the field as hint.
 */
export async function publishReview(
  client: Caller,
  { roundId, verdict, draft, operationId }: ReviewToPublish,
): Promise<PublishedReview> {
  const { levels, comment, remarks } = draft
  return parsePublished(
    unwrap(
      await client.rpc('publish_review', {
        round_id: roundId,
        verdict,
        levels,
        comment,
        remarks: remarks.map(({ key: _, ...remark }) => remark),
        operation_id: operationId,
      }),
    ),
  )
}

export const parseTakenBack = shape({ state: among(WORK_STATES) })

/**
 * Withdraws a published review. Needs a reason if another person wrote it or if it is older than ten minutes. Throws
 * DataError: `42501`; `PT409` with TOO_LATE or NEWER_ROUND; `PT422` with `reason` as hint.
 */
export async function withdrawReview(
  client: Caller,
  { id, reason }: { id: string; reason?: string },
): Promise<Answer<typeof parseTakenBack>> {
  const answer = await client.rpc('withdraw_review', { review_id: id, ...(reason && { reason }) })
  return parseTakenBack(unwrap(answer))
}

/** Removes the mark that a round is late. Throws DataError: `42501`. */
export async function waiveLate(client: Caller, id: string): Promise<void> {
  unwrap(await client.rpc('waive_late', { round_id: id }))
}

export const parseReviewers = listOf(
  shape({
    id: string,
    name: string,
    /** The number of works that this person is reviewing. */
    claims: number,
  }),
)
/** A person to whom work can be handed over. */
export type Reviewer = Answer<typeof parseReviewers>[number]

/** Reads the people to whom work can be handed over. Fails with a DataError: `42501`. */
export async function readReviewers(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<Reviewer[]> {
  const call = client.rpc('reviewers', { submission_id: id }, { get: true })
  return parseReviewers(unwrap(await call.abortSignal(signal)))
}

/**
 * Hands work over to a reviewer, or, with null, to nobody in particular. Throws DataError: `42501`; `PT409` with
 * NOT_WAITING or CLAIMED; `PT422` with NOT_REVIEWER or NOBODY.
 */
export async function handOver(
  client: Caller,
  { id, toId }: { id: string; toId: string | null },
): Promise<void> {
  unwrap(await client.rpc('hand_over', { submission_id: id, ...(toId && { to_id: toId }) }))
}
