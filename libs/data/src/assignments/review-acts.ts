import type { DataClient } from '../client'
import { type Json, REVIEW_VERDICT } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import { type Claim, parseClaim, WORK_STATES, type WorkState } from './queue'
import type { ReviewDraft, Verdict } from './review-work'

type Caller = Pick<DataClient, 'rpc'>

/** The answer to a saved draft. Moments are ISO dates. */
export interface KeptDraft {
  /** When the caller's claim ends; null without one. */
  until: string | null
  claim: Claim | null
  /** The number of a round that was handed in since. */
  newer_round: number | null
}

/**
 * Saves what the caller is writing about a round, and claims the work or renews the claim. If they get no claim and
 * nobody else has one, it throws the reason. Throws DataError: `42501`; `PT409` with SECOND_OPINION, NOT_WAITING or
 * TOO_MANY, after it has saved the text.
 */
export async function saveReviewDraft(
  client: Caller,
  { id, roundId, draft }: { id: string; roundId: string; draft: ReviewDraft },
): Promise<KeptDraft> {
  const body: Json = { ...draft, remarks: draft.remarks.map((remark) => ({ ...remark })) }
  const answer = object(unwrap(await client.rpc('save_review_draft', { round_id: roundId, body })))
  const kept = {
    until: stringOrNull(answer.until),
    claim: answer.claim ? parseClaim(answer.claim) : null,
    newer_round: numberOrNull(answer.newer_round),
  }
  const unclaimed = kept.until === null && kept.claim === null && kept.newer_round === null
  if (!unclaimed) return kept
  return { ...kept, ...(await claimWork(client, id)) }
}

async function claimWork(client: Caller, id: string): Promise<Pick<KeptDraft, 'until'>> {
  const { until } = object(unwrap(await client.rpc('claim_submission', { submission_id: id })))
  return { until: string(until) }
}

/** Ends the caller's claim; what they have written stays. Throws DataError: `42501`. */
export async function releaseClaim(client: Caller, id: string): Promise<void> {
  unwrap(await client.rpc('release_claim', { submission_id: id }))
}

/** A review that was just published and can be taken back until `undo_until`. Moments are ISO dates. */
export interface PublishedReview {
  id: string
  verdict: Verdict
  published_at: string
  undo_until: string
  submission_id: string
  /** Null for a person without a name. */
  person: string | null
}

export interface ReviewToPublish {
  roundId: string
  verdict: Verdict
  draft: Omit<ReviewDraft, 'verdict'>
  operationId: string
}

/**
 * Publishes a review of the latest round; repeating the call with the same operation id changes nothing. Throws
 * DataError: `42501`; `PT409` with NEWER_ROUND, NOT_WAITING, CLAIMED, SECOND_OPINION or MADE_ALREADY, which keep the
 * draft; `PT422` with ESSENTIAL or the field as hint.
 */
export async function publishReview(
  client: Caller,
  { roundId, verdict, draft, operationId }: ReviewToPublish,
): Promise<PublishedReview> {
  const { levels, comment, remarks } = draft
  const answer = object(
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
  return {
    id: string(answer.id),
    verdict: oneOf(REVIEW_VERDICT, answer.verdict),
    published_at: string(answer.published_at),
    undo_until: string(answer.undo_until),
    submission_id: string(answer.submission_id),
    person: stringOrNull(answer.person),
  }
}

/**
 * Takes a published review back, with a reason if it is another person's or older than ten minutes. Throws DataError:
 * `42501`; `PT409` with TOO_LATE or NEWER_ROUND; `PT422` with `reason` as hint.
 */
export async function withdrawReview(
  client: Caller,
  { id, reason }: { id: string; reason?: string },
): Promise<{ state: WorkState }> {
  const answer = await client.rpc('withdraw_review', { review_id: id, ...(reason && { reason }) })
  return { state: oneOf(WORK_STATES, object(unwrap(answer)).state) }
}

/** Removes the mark that the round is late. Throws DataError: `42501`. */
export async function waiveLate(client: Caller, id: string): Promise<void> {
  unwrap(await client.rpc('waive_late', { round_id: id }))
}

/** A person to whom work can be handed over. `claims` is the number of works that they are reviewing. */
export interface Reviewer {
  id: string
  name: string
  claims: number
}

/** Fails with a DataError: `42501`. */
export async function readReviewers(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<Reviewer[]> {
  const call = client.rpc('reviewers', { submission_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map((json) => {
    const row = object(json)
    return { id: string(row.id), name: string(row.name), claims: number(row.claims) }
  })
}

/**
 * Hands work over to a person, or, with null, to any other reviewer. Throws DataError: `42501`; `PT409` with NOT_WAITING
 * or CLAIMED; `PT422` with NOT_REVIEWER or NOBODY.
 */
export async function handOver(
  client: Caller,
  { id, toId }: { id: string; toId: string | null },
): Promise<void> {
  unwrap(await client.rpc('hand_over', { submission_id: id, ...(toId && { to_id: toId }) }))
}
