import type { CrudFilters } from '@refinedev/core'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { type DateRange, dateRange, instantRange } from '../dates/date-range'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import {
  filtersOf,
  filterValue,
  filterValues,
  type ListParams,
  SEARCH_FIELD,
  signalOf,
} from '../records/list-params'
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

/** What the list shows, as it stands in its address. */
export interface PurchaseQuery extends DateRange {
  search: string
  /** Empty for all. */
  status: PurchaseFilter | ''
}

/** Purchases on one page. */
export const PURCHASES_PAGE_SIZE = 50

/** Reads the list's state from its address; whatever is unknown is left out. */
export function parsePurchaseParams(params: URLSearchParams): PurchaseQuery {
  return {
    search: params.get('q')?.trim() ?? '',
    status: PURCHASE_FILTERS.find((status) => status === params.get('status')) ?? '',
    ...dateRange(params),
  }
}

/** The same by the database's names, for the list and for its export; what is empty does not count. */
export function purchaseFilter({ search, status, ...days }: PurchaseQuery) {
  const narrowed =
    status === 'NO_MEMBER' ? { status: '', unassigned: 'true' } : { status, unassigned: '' }
  return { search, ...narrowed, ...instantRange(days) }
}

/** The same for Refine. */
export function purchaseFilters(query: PurchaseQuery): CrudFilters {
  const { search, ...rest } = purchaseFilter(query)
  return filtersOf({ [SEARCH_FIELD]: search, ...rest })
}

/**
 * How Refine's list of `purchases` is read: newest first, with counts and sums made by the server; those
 * follow the search and the days, never the status. Fails with a DataError, `42501` for callers who may
 * not read all of them.
 */
export async function readPurchases(
  client: Pick<DataClient, 'rpc'>,
  { filters, pagination, meta }: ListParams,
): Promise<PurchasePage> {
  const status = PURCHASE_STATUSES.find((known) => known === filterValue(filters, 'status'))
  // Not as an address, which servers write into their logs: people are searched by name.
  const answer = client.rpc('purchase_list', {
    query: filterValue(filters, SEARCH_FIELD),
    ...(status && { status }),
    ...(filterValue(filters, 'unassigned') && { unassigned: true }),
    ...filterValues(filters, ['since', 'until']),
    page: pagination?.currentPage ?? 1,
    page_size: pagination?.pageSize ?? PURCHASES_PAGE_SIZE,
  })
  const page = object(unwrap(await answer.abortSignal(signalOf(meta))))
  return {
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
  }
}

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
