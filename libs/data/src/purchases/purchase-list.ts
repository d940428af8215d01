import { type Database, type Json, PURCHASE_STATUS } from '../database.gen'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, DAYS, defineList, typed } from '../lists/define-list'
import type { Toast } from '../toasts'
import { type PurchaseNotice, parseNotices } from './notices'

type PurchaseRow = Database['public']['Tables']['purchases']['Row']

/** The values of the status filter in their order. */
export const PURCHASE_STATUSES = PURCHASE_STATUS
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/**
 * The options of the status filter: the statuses, and paid purchases without a member (rules/purchases#without-member).
 */
export const PURCHASE_FILTERS = [...PURCHASE_STATUSES, 'NO_MEMBER'] as const
export type PurchaseFilter = (typeof PURCHASE_FILTERS)[number]

/** Amounts are in the currency's smallest unit; dates are ISO. */
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
  /** Null if the account was deleted or was never known. */
  member: { id: string; name: string | null; email: string } | null
  /** The title of the course or the name of the community; null if it was deleted or never known. */
  item: string | null
}

/** Counts and sums of everything found in those days, whatever its status. */
export interface PurchaseFigures {
  total: number
  completed: number
  pending: number
  /** The sum of completed purchases for each currency. */
  revenue: { currency: string; cents: number }[]
}

/**
 * One page, the number of rows on all pages (filtered by status too), and the newest events that a person must check.
 */
export interface PurchasePage {
  data: Purchase[]
  total: number
  figures: PurchaseFigures
  notices: PurchaseNotice[]
}

/**
 * The purchases, newest first, with counts and sums from the server, which follow the search and the days but not the
 * status (rules/purchases#figures).
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

/** Toasts of the purchases' screen. */
export const PURCHASE_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load purchases' },
  recorded: { text: 'Purchase recorded' },
  recordFailed: { title: 'Error', text: 'Failed to record purchase' },
  refunded: { text: 'Purchase refunded' },
  refundFailed: { title: 'Error', text: 'Failed to refund purchase' },
  assigned: { text: 'Purchase given' },
  assignedUnopened: {
    text: 'Purchase given. It names no course or community of this site, so it gives no access.',
  },
  assignFailed: { title: 'Error', text: 'Failed to give purchase' },
  dismissed: { text: 'Event dismissed' },
  dismissFailed: { title: 'Error', text: 'Failed to dismiss event' },
  impactFailed: { title: 'Error', text: 'Failed to load what this refund changes' },
} as const satisfies Record<string, Toast>
