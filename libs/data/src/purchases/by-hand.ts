import type { DataClient } from '../client'
import { PURCHASE_STATUS } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, shape, string } from '../json'
import { cents } from '../money'
import type { Purchase } from './purchase-list'

type Caller = Pick<DataClient, 'rpc'>

/** How a purchase that an administrator records was paid; stored in place of a provider. */
export const PURCHASE_KINDS = ['bank_transfer', 'scholarship', 'other'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

/** The currencies of the form. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY'] as const

/** Returns whether an administrator recorded the purchase, so that it is refunded here and not at a provider. */
export function isByHand({ provider }: Pick<Purchase, 'provider'>): boolean {
  return PURCHASE_KINDS.some((kind) => kind === provider)
}

/** The values of the form. */
export interface PurchaseDraft {
  person: { id: string } | null
  courseId: string
  /** As typed: `49`, `49.90`. */
  amount: string
  currency: string
  kind: PurchaseKind
  reason: string
}

/** A purchase to record. */
export interface NewPurchase {
  draft: PurchaseDraft
}

export type PurchaseProblems = Partial<Record<'person' | 'courseId' | 'amount' | 'reason', string>>

/** Returns the errors of a draft by field; empty if there are none. */
export function purchaseProblems(draft: PurchaseDraft): PurchaseProblems {
  const amount = cents(draft.amount, draft.currency)
  return {
    ...(!draft.person && { person: 'Please choose who bought it' }),
    ...(draft.courseId === '' && { courseId: 'Please choose the course' }),
    ...(amount === null && {
      amount: 'Please enter an amount, such as 49 or 49.90; 0 for a gift',
    }),
    ...reasonProblem(draft.reason),
  }
}

/** Returns what is wrong with a reason; the database has the same rule. */
export function reasonProblem(reason: string): { reason?: string } {
  const length = reason.trim().length
  return length > 0 && length <= 500
    ? {}
    : { reason: 'Please give a reason, in up to 500 characters' }
}

export const parseRecordedPurchase = shape({ id: string })

/**
 * Creates one of Refine's `purchases`: records it and grants its course in one transaction (rules/purchases#by-hand).
 * The draft must have no errors; `id` is the operation id (rules/data#idempotent). Throws DataError: `42501`, `PT404` `NO_PERSON`, `PT422` `NO_COURSE`, `PT409`
 * `RECORDED_ALREADY` if other values were recorded under it.
 */
export async function recordPurchase(
  client: Caller,
  { id, draft: { person, courseId, amount, currency, kind, reason } }: NewPurchase & { id: string },
): Promise<{ id: string }> {
  const answer = await client.rpc('record_purchase', {
    key: id,
    user_id: person?.id ?? '',
    course_id: courseId,
    amount_cents: cents(amount, currency) ?? -1,
    currency,
    kind,
    reason,
  })
  return parseRecordedPurchase(unwrap(answer))
}

export const parseRefundImpact = shape({
  status: among(PURCHASE_STATUS),
  /** Whether the access that this purchase granted is open and would be revoked. */
  revokes: boolean,
  /** Whether other access keeps the course open for the person. */
  keeps: boolean,
})
/** The impact of a refund. */
export type RefundImpact = Answer<typeof parseRefundImpact>

/** Reads the impact before a refund. Throws like `refundPurchase`. */
export async function readRefundImpact(
  client: Caller,
  purchaseId: string,
  signal: AbortSignal,
): Promise<RefundImpact> {
  const call = client.rpc('refund_impact', { purchase_id: purchaseId })
  return parseRefundImpact(unwrap(await call.abortSignal(signal)))
}

/**
 * Marks a recorded purchase as refunded and revokes the access that it granted, and no other (rules/purchases#refund).
 * Repeating the call changes nothing more. Throws DataError: `42501`, `PT404` `NO_PURCHASE`, `PT422` `AT_PROVIDER` for
 * a purchase that a provider refunds, and `NO_REASON`.
 */
export async function refundPurchase(
  client: Caller,
  purchaseId: string,
  reason: string,
): Promise<void> {
  unwrap(await client.rpc('refund_purchase', { purchase_id: purchaseId, reason }))
}

/** Returns whether a paid purchase belongs to no known member yet. */
export function needsMember({ needs_member, status }: Pick<Purchase, 'needs_member' | 'status'>) {
  return needs_member && status === 'COMPLETED'
}

export const parseAssignedPurchase = shape({ opened: boolean })

/**
 * Gives a paid purchase without a member to a member, grants what it bought, and deletes the buyer's email
 * (rules/purchases#without-member). Repeating the call changes nothing more. Returns whether access was granted. Throws
 * DataError: `42501`, `PT404` `NO_PURCHASE` and `NO_PERSON`, `PT409` `HAS_MEMBER`, `PT422` `NOT_PAID`.
 */
export async function assignPurchase(
  client: Caller,
  purchaseId: string,
  personId: string,
): Promise<Answer<typeof parseAssignedPurchase>> {
  const call = client.rpc('assign_purchase', { purchase_id: purchaseId, user_id: personId })
  return parseAssignedPurchase(unwrap(await call))
}
