import type { CrudFilters, CrudSorting } from '@refinedev/core'
import { ROLES } from '../access/roles'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import {
  filtersOf,
  filterValue,
  type ListParams,
  SEARCH_FIELD,
  signalOf,
} from '../records/list-params'
import { parseWithheld, type Withheld } from './withheld'

type InviteRow = Database['public']['Tables']['invites']['Row']

/** What an invite has come to; derived, never stored (rules/invites#invite-status). */
export const INVITE_STATES = ['ACTIVE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
export type InviteState = (typeof INVITE_STATES)[number]

/** An invite as the lists show it; dates are ISO dates. */
export interface SentInvite
  extends Pick<
    InviteRow,
    | 'id'
    | 'email'
    | 'role'
    | 'created_at'
    | 'expires_at'
    | 'redeemed_at'
    | 'cancelled_at'
    | 'invited_by_id'
    | 'redeemed_by_id'
  > {
  state: InviteState
  /** Of an active one alone. */
  token: string | null
  /** Name or address of the sender; null when the account is gone. */
  inviter: string | null
  /** Titles. */
  courses: string[]
  withheld: Withheld | null
}

/** Invites on one page. */
export const INVITES_PAGE_SIZE = 50

/** Orders of the list; the empty one is the newest first. */
export const INVITE_SORTS = ['', 'oldest', 'ending', 'email', '-email'] as const
export type InviteSort = (typeof INVITE_SORTS)[number]

/** What an invites' list shows, as it stands in its address. */
export interface InviteQuery {
  search: string
  /** Empty for all of them. */
  state: InviteState | ''
  sort: InviteSort
}

/** Reads a list's state from its address; whatever is unknown is left out. */
export function parseInviteParams(params: URLSearchParams): InviteQuery {
  return {
    search: params.get('q')?.trim() ?? '',
    state: INVITE_STATES.find((state) => state === params.get('status')) ?? '',
    sort: INVITE_SORTS.find((sort) => sort === params.get('sort')) ?? '',
  }
}

/** The same for Refine; `mine` leaves out what others sent. */
export function inviteFilters({ search, state }: InviteQuery, mine: boolean): CrudFilters {
  return filtersOf({ [SEARCH_FIELD]: search, state, mine: mine ? 'true' : '' })
}

const SORTERS: Record<InviteSort, CrudSorting[number]> = {
  '': { field: 'created_at', order: 'desc' },
  oldest: { field: 'created_at', order: 'asc' },
  ending: { field: 'expires_at', order: 'asc' },
  email: { field: 'email', order: 'asc' },
  '-email': { field: 'email', order: 'desc' },
}

/** As `inviteFilters`, of the order. */
export function inviteSorters({ sort }: InviteQuery): CrudSorting {
  return [SORTERS[sort]]
}

/**
 * How Refine's list of `invites` is read: through `invite_list()`, because row security keeps a search of
 * the table from its index. Out: one page and the count of all that match. Fails with a
 * DataError, `42501` for a caller who may not invite.
 */
export async function readInvites(
  client: Pick<DataClient, 'rpc'>,
  { filters, sorters = [], pagination, meta }: ListParams,
): Promise<{ data: SentInvite[]; total: number }> {
  const state = filterValue(filters, 'state')
  // Not as an address, which servers write into their logs: people are searched by their e-mail.
  const answer = client.rpc('invite_list', {
    query: filterValue(filters, SEARCH_FIELD),
    ...(state && { state }),
    sort: sortName(sorters[0]),
    mine: filterValue(filters, 'mine') === 'true',
    page: pagination?.currentPage ?? 1,
    page_size: pagination?.pageSize ?? INVITES_PAGE_SIZE,
  })
  const page = object(unwrap(await answer.abortSignal(signalOf(meta))))
  return { data: list(page.invites).map(parseSentInvite), total: number(page.total) }
}

function sortName(sorter: CrudSorting[number] | undefined): string {
  const found = Object.entries(SORTERS).find(
    ([, { field, order }]) => field === sorter?.field && order === sorter.order,
  )
  return found?.[0] || 'newest'
}

/** Reads an invite out of an answer of the database; throws DataError `MALFORMED` when it is something else. */
export function parseSentInvite(json: Json): SentInvite {
  const row = object(json)
  return {
    id: string(row.id),
    email: string(row.email),
    role: oneOf(ROLES, row.role),
    state: oneOf(INVITE_STATES, row.state),
    token: stringOrNull(row.token),
    created_at: string(row.created_at),
    expires_at: string(row.expires_at),
    redeemed_at: stringOrNull(row.redeemed_at),
    cancelled_at: stringOrNull(row.cancelled_at),
    invited_by_id: stringOrNull(row.invited_by_id),
    redeemed_by_id: stringOrNull(row.redeemed_by_id),
    inviter: stringOrNull(row.inviter),
    courses: list(row.courses).map(string),
    withheld: parseWithheld(row.withheld),
  }
}
