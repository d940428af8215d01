import { type Enums, PURCHASE_STATUS } from '../database.gen'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  orNull,
  shape,
  string,
} from '../json'
import { choice, DAYS, defineList, typed } from '../lists/define-list'
import type { Toast } from '../toasts'
import { parseNotices } from './notices'

export type PurchaseStatus = Enums<'purchase_status'>

/**
 * The values of the status filter: the statuses, and `NO_MEMBER` for paid purchases without a member
 * (rules/purchases#without-member).
 */
export const PURCHASE_FILTERS = [...PURCHASE_STATUS, 'NO_MEMBER'] as const
export type PurchaseFilter = (typeof PURCHASE_FILTERS)[number]

const parsePurchase = shape({
  id: string,
  amount_cents: number,
  refunded_cents: number,
  currency: string,
  provider: string,
  provider_ref: string,
  created_at: string,
  status: among(PURCHASE_STATUS),
  /** The member; null if the account was deleted or never known. */
  member: orNull(shape({ id: string, name: orNull(string), email: string })),
  needs_member: boolean,
  buyer_email: orNull(string),
  /** The title of the course or the name of the community; null if it was deleted or never known. */
  item: orNull(string),
  reason: orNull(string),
  refund_reason: orNull(string),
})
/** A purchase. Amounts are in the currency's smallest unit; dates are ISO. */
export type Purchase = Answer<typeof parsePurchase>

const figures = {
  total: number,
  completed: number,
  pending: number,
  /** The sum of completed purchases for each currency. */
  revenue: listOf(shape({ currency: string, cents: number })),
}
const parseFigures = shape(figures)
/** The numbers and sums of all purchases in the chosen days that match the search, whatever their status. */
export type PurchaseFigures = Answer<typeof parseFigures>

/**
 * Parses a page, the number of rows on all pages, and the newest events of providers that an administrator must check.
 */
const parsePage = changed(
  shape({
    ...figures,
    purchases: listOf(parsePurchase),
    found: number,
    notices: parseNotices,
  }),
  ({ purchases, found, notices, ...figures }) => ({
    data: purchases,
    total: found,
    figures,
    notices,
  }),
)

/**
 * The list of purchases, newest first, with the numbers and sums from the server. Those depend on the search and the
 * days, but not on the status (rules/purchases#figures).
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
  parse: parsePage,
})

/** Toasts of the purchases' screen. */
export const PURCHASE_MESSAGES = {
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
