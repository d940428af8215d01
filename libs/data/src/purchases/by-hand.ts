import type { DataClient } from '../client'
import { PURCHASE_STATUS } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, shape, string } from '../json'
import { cents } from '../money'
import type { Purchase } from './purchase-list'

type Caller = Pick<DataClient, 'rpc'>

/** How a purchase that an administrator records was paid. It is stored instead of a provider. */
export const PURCHASE_KINDS = ['bank_transfer', 'scholarship', 'other'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

/** The currencies of the form. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY'] as const

/**
 * Returns whether an administrator has recorded the purchase. Such a purchase is refunded here and not at a provider.
 */
export function isByHand({ provider }: Pick<Purchase, 'provider'>): boolean {
  return PURCHASE_KINDS.some((kind) => kind === provider)
}

/** The values of the form. */
export interface PurchaseDraft {
  person: { id: string } | null
  courseId: string
  /** The amount as typed: `49`, `49.90`. */
  amount: string
  currency: string
  kind: PurchaseKind
  reason: string
}

/** The arguments for recording a purchase. */
export interface NewPurchase {
  draft: PurchaseDraft
}

export type PurchaseProblems = Partial<Record<'person' | 'courseId' | 'amount' | 'reason', string>>

/** Returns the errors of a draft by field; an empty object if there are none. */
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

/** Returns the error of a reason, by the same rule as in the database. */
export function reasonProblem(reason: string): { reason?: string } {
  const length = reason.trim().length
  return length > 0 && length <= 500
    ? {}
    : { reason: 'Please give a reason, in up to 500 characters' }
}

export const parseRecordedPurchase = shape({ id: string })

/**
 * Creates a record of Refine's resource `purchases`: records it and gives access to its course in one transaction
 * (rules/purchases#by-hand). The draft must be valid; `id` is the operation id (rules/data#idempotent). Throws
 * DataError: `42501`, `PT404` `NO_PERSON`, `PT422` `NO_COURSE`, `PT409` `RECORDED_ALREADY` if other values were
 * recorded with this id.
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
  /** Whether the purchase has given access that has not ended and would be revoked. */
  revokes: boolean,
  /** Whether the person could still open the course by other access. */
  keeps: boolean,
})
/** The effect of a refund. */
export type RefundImpact = Answer<typeof parseRefundImpact>

/** Reads the effect of a refund without making it. Throws like `refundPurchase`. */
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

/** Returns whether a purchase is paid and belongs to no member yet. */
export function needsMember({ needs_member, status }: Pick<Purchase, 'needs_member' | 'status'>) {
  return needs_member && status === 'COMPLETED'
}

export const parseAssignedPurchase = shape({ opened: boolean })

/**
 * Assigns a paid purchase to a member, gives access to its course, and deletes the buyer's email
 * (rules/purchases#without-member). Repeating the call changes nothing more. Returns whether access was given. Throws
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
