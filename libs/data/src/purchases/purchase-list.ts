import type { Database, Json } from '../database.gen'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, DAYS, defineList, typed } from '../lists/define-list'
import { type PurchaseNotice, parseNotices } from './notices'

type PurchaseRow = Database['public']['Tables']['purchases']['Row']

/** Values of the status filter, in the order in which they are offered. */
export const PURCHASE_STATUSES = ['COMPLETED', 'PENDING', 'FAILED', 'REFUNDED'] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** What the status filter offers: those, and what is paid and waits for a member (rules/purchases#without-member). */
export const PURCHASE_FILTERS = [...PURCHASE_STATUSES, 'NO_MEMBER'] as const
export type PurchaseFilter = (typeof PURCHASE_FILTERS)[number]

/** Amounts are in the currency's smallest unit; dates are ISO dates. */
export interface Purchase
  extends Pick<
    PurchaseRow,
    | 'id'
    | 'amount_cents'
    | 'refunded_cents'
    | 'currency'
    | 'provider'
    | 'provider_ref'
    | 'created_at'
    | 'reason'
    | 'refund_reason'
    | 'needs_member'
    | 'buyer_email'
  > {
  status: PurchaseStatus
  /** Null when the account is gone, or was never known. */
  member: { id: string; name: string | null; email: string } | null
  /** Title of the course, or name of the community; null when it is gone, or was never known. */
  item: string | null
}

/** What all that was found in those days comes to, whatever its status. */
export interface PurchaseFigures {
  total: number
  completed: number
  pending: number
  /** What was completed, a sum for each currency. */
  revenue: { currency: string; cents: number }[]
}

/**
 * One page, and how many the list holds on all its pages, narrowed by status too; with the newest events that
 * a person has to look at.
 */
export interface PurchasePage {
  data: Purchase[]
  total: number
  figures: PurchaseFigures
  notices: PurchaseNotice[]
}

/**
 * What was sold, newest first, with counts and sums made by the server; those follow the search and the days, never
 * the status (rules/purchases#figures).
 */
export const PURCHASE_LIST = defineList({
  resource: 'purchases',
  calls: 'purchase_list',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    status: choice(PURCHASE_FILTERS, (status) =>
      status === 'NO_MEMBER' ? { unassigned: true } : { status },
    ),
    ...DAYS,
  },
  exported: { list: 'purchases' },
  parse: (page): PurchasePage => ({
    data: list(page.purchases).map(parsePurchase),
    total: number(page.found),
    figures: {
      total: number(page.total),
      completed: number(page.completed),
      pending: number(page.pending),
      revenue: list(page.revenue).map((sum) => {
        const { currency, cents } = object(sum)
        return { currency: string(currency), cents: number(cents) }
      }),
    },
    notices: parseNotices(page.notices),
  }),
})

function parsePurchase(json: Json): Purchase {
  const row = object(json)
  const member = row.member === null ? null : object(row.member)
  return {
    id: string(row.id),
    amount_cents: number(row.amount_cents),
    refunded_cents: number(row.refunded_cents),
    currency: string(row.currency),
    provider: string(row.provider),
    provider_ref: string(row.provider_ref),
    created_at: string(row.created_at),
    status: oneOf(PURCHASE_STATUSES, row.status),
    member: member && {
      id: string(member.id),
      name: stringOrNull(member.name),
      email: string(member.email),
    },
    needs_member: boolean(row.needs_member),
    buyer_email: stringOrNull(row.buyer_email),
    item: stringOrNull(row.item),
    reason: stringOrNull(row.reason),
    refund_reason: stringOrNull(row.refund_reason),
  }
}
