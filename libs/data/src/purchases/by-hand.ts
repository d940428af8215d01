import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, object, oneOf, string } from '../json'
import { cents } from '../money'
import { PURCHASE_STATUSES, type Purchase, type PurchaseStatus } from './purchase-list'

type Caller = Pick<DataClient, 'rpc'>

/** How a purchase that an administrator records was paid; each stands where a provider stands otherwise. */
export const PURCHASE_KINDS = ['bank_transfer', 'scholarship', 'other'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

/** Currencies that the form offers. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY'] as const

/** Whether an administrator recorded it, so that it is refunded here and not at a provider. */
export function isByHand({ provider }: Pick<Purchase, 'provider'>): boolean {
  return PURCHASE_KINDS.some((kind) => kind === provider)
}

/** What the form holds. */
export interface PurchaseDraft {
  person: { id: string } | null
  courseId: string
  /** As it was typed: `49`, `49.90`. */
  amount: string
  currency: string
  kind: PurchaseKind
  reason: string
}

/** A draft on its way: under one key it happens once, however often it is sent. */
export interface NewPurchase {
  key: string
  draft: PurchaseDraft
}

export type PurchaseProblems = Partial<Record<'person' | 'courseId' | 'amount' | 'reason', string>>

/** What is wrong with a draft, by field; empty when nothing is. */
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

/** What is wrong with a reason; the database refuses the same. */
export function reasonProblem(reason: string): { reason?: string } {
  const length = reason.trim().length
  return length > 0 && length <= 500
    ? {}
    : { reason: 'Please give a reason, in up to 500 characters' }
}

/**
 * How one of Refine's `purchases` is created: records it and opens its course, in one transaction
 * (rules/purchases#by-hand). In: a draft without problems. Throws DataError: `42501`, `PT404` `NO_PERSON`, `PT422`
 * `NO_COURSE`, `PT409` `RECORDED_ALREADY` when other values were recorded under the key.
 */
export async function recordPurchase(
  client: Caller,
  { key, draft: { person, courseId, amount, currency, kind, reason } }: NewPurchase,
): Promise<{ id: string }> {
  const answer = await client.rpc('record_purchase', {
    key,
    user_id: person?.id ?? '',
    course_id: courseId,
    amount_cents: cents(amount, currency) ?? -1,
    currency,
    kind,
    reason,
  })
  return { id: string(object(unwrap(answer)).id) }
}

/** What a refund would do. */
export interface RefundImpact {
  status: PurchaseStatus
  /** The grant of this purchase is open, and would be taken away. */
  revokes: boolean
  /** The course stays open to them by another grant. */
  keeps: boolean
}

/** Reads that before it is done. Throws as `refundPurchase` does. */
export async function readRefundImpact(
  client: Caller,
  purchaseId: string,
  signal: AbortSignal,
): Promise<RefundImpact> {
  const call = client.rpc('refund_impact', { purchase_id: purchaseId })
  const answer = object(unwrap(await call.abortSignal(signal)))
  return {
    status: oneOf(PURCHASE_STATUSES, answer.status),
    revokes: boolean(answer.revokes),
    keeps: boolean(answer.keeps),
  }
}

/**
 * Marks a purchase by hand as refunded and takes away the grant it made, and no other
 * (rules/purchases#refund); once, however often it is sent. Throws DataError: `42501`, `PT404` `NO_PURCHASE`,
 * `PT422` `AT_PROVIDER` for one that a provider returns, and `NO_REASON`.
 */
export async function refundPurchase(
  client: Caller,
  purchaseId: string,
  reason: string,
): Promise<void> {
  unwrap(await client.rpc('refund_purchase', { purchase_id: purchaseId, reason }))
}
