import type { CrudFilters } from '@refinedev/core'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { type DateRange, dateRange, instantRange } from '../dates/date-range'
import { unwrap } from '../errors'
import { boolean, list, number, object, string, stringOrNull } from '../json'
import { filtersOf, filterValues, type ListParams, signalOf } from '../records/list-params'
import { isRowId } from '../records/row-id'

type AuditRow = Database['public']['Tables']['audit_logs']['Row']

/** Kinds of actions, as the filter offers them (rules/records#audit-filters). */
export const AUDIT_KINDS = ['CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT', 'EXPORT'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** One record; dates are ISO dates. */
export interface AuditRecord
  extends Pick<
    AuditRow,
    'id' | 'action' | 'target_type' | 'target_id' | 'title' | 'course_id' | 'user_id' | 'actor'
  > {
  created_at: string
  ip_address: string | null
  /** Name or address; null when the account is gone, or without a signed-in person. */
  who: string | null
  /** Whether there is a before or an after to be seen. */
  detailed: boolean
}

export interface AuditPage {
  data: AuditRecord[]
  /** Exact where `more` is false; else there are more than that. */
  total: number
  more: boolean
  newer: boolean
  older: boolean
  /** The person that was typed may mean more than ten people: nothing was looked for. */
  manyPeople: boolean
}

/** What the list shows, as it stands in its address. */
export interface AuditQuery extends DateRange {
  /** A kind (`UPDATE`), or an action (`course.publish`); empty for all. */
  action: string
  target: string
  /** An id, the beginning of one, or words of a name or address. */
  person: string
  /** Id of a course: what was done to it and in it; empty for everything. */
  course: string
  /** Place behind or ahead of which the page is, `time,id`; at most one of them. */
  after: string
  before: string
}

/** Records on one page. */
export const AUDIT_PAGE_SIZE = 50

const PLACE = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d),\d{1,18}$/

/** Reads the list's state from its address; whatever cannot be is left out. */
export function parseAuditParams(params: URLSearchParams): AuditQuery {
  const matching = (name: string, form: RegExp) => {
    const value = params.get(name) ?? ''
    return form.test(value) ? value : ''
  }
  const after = matching('after', PLACE)
  return {
    action: matching('action', /^[A-Z]{4,6}$|^[a-z_]{1,40}\.[a-z_]{1,40}$/),
    target: matching('target', /^[a-z_]{1,40}$/),
    person: params.get('person')?.trim().slice(0, 100) ?? '',
    course: isRowId(params.get('course') ?? '') ? (params.get('course') ?? '') : '',
    after,
    before: after ? '' : matching('before', PLACE),
    ...dateRange(params),
  }
}

/** The filter by the database's names, for the list and for its export; what is empty does not count. */
export function auditFilter({ action, target, person, course, from, to }: AuditQuery) {
  const kind = AUDIT_KINDS.find((candidate) => candidate === action)
  return {
    kind: kind ?? '',
    action: kind ? '' : action,
    target,
    person,
    course,
    ...instantRange({ from, to }),
  }
}

const FILTERS = [
  'kind',
  'action',
  'target',
  'person',
  'course',
  'since',
  'until',
  'after',
  'before',
] as const

/** Where a record stands in the list, for the page behind or ahead of it. */
export function placeOf({ created_at, id }: AuditRecord): string {
  return `${created_at},${id}`
}

/** The same for Refine, with the place. */
export function auditFilters(query: AuditQuery): CrudFilters {
  const { after, before } = query
  return filtersOf({ ...auditFilter(query), after, before })
}

/**
 * How Refine's list of `audit_logs` is read: newest first, from anywhere in it at the same cost. Fails
 * with a DataError, `42501` for callers who may not read it.
 */
export async function readAudit(
  client: Pick<DataClient, 'rpc'>,
  { filters, pagination, meta }: ListParams,
): Promise<AuditPage> {
  // Not as an address, which servers write into their logs: people are searched by name.
  const answer = client.rpc('audit_list', {
    ...filterValues(filters, FILTERS),
    page_size: pagination?.pageSize ?? AUDIT_PAGE_SIZE,
  })
  return parsePage(unwrap(await answer.abortSignal(signalOf(meta))))
}

/** What can be chosen from: actions and target types that the record holds. */
export interface AuditChoices {
  actions: string[]
  targets: string[]
}

/** Every action and target type in use. Fails with a DataError. */
export async function readAuditChoices(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<AuditChoices> {
  const answer = client.rpc('audit_choices', undefined, { get: true }).abortSignal(signal)
  const choices = object(unwrap(await answer))
  return {
    actions: list(choices.actions).map(string),
    targets: list(choices.target_types).map(string),
  }
}

function parsePage(json: Json): AuditPage {
  const page = object(json)
  return {
    more: boolean(page.more),
    newer: boolean(page.newer),
    older: boolean(page.older),
    manyPeople: boolean(page.many_people),
    total: number(page.count),
    data: list(page.records).map(parseAuditRecord),
  }
}

/** Reads a record out of an answer of the database; throws DataError `MALFORMED` when it is something else. */
export function parseAuditRecord(json: Json): AuditRecord {
  const row = object(json)
  return {
    id: number(row.id),
    action: string(row.action),
    target_type: string(row.target_type),
    target_id: stringOrNull(row.target_id),
    title: stringOrNull(row.title),
    course_id: stringOrNull(row.course_id),
    created_at: string(row.created_at),
    user_id: stringOrNull(row.user_id),
    who: stringOrNull(row.who),
    actor: stringOrNull(row.actor),
    ip_address: stringOrNull(row.ip_address),
    detailed: boolean(row.detailed),
  }
}
