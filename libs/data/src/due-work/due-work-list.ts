import type { CrudFilters } from '@refinedev/core'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { filtersOf, filterValue, type ListParams, signalOf } from '../records/list-params'

/** Which of it is shown, in the order in which they are offered: waiting, given up, ended. */
export const DUE_STATES = ['OPEN', 'FAILED', 'DONE'] as const
export type DueState = (typeof DUE_STATES)[number]

/** How it ended: done, no longer wanted when its hour came, or given up. */
export const DUE_OUTCOMES = ['DONE', 'DROPPED', 'FAILED'] as const
export type DueOutcome = (typeof DUE_OUTCOMES)[number]

/** A piece of due work. Dates are ISO dates. */
export interface DueWork {
  id: string
  /** What is done, in words. */
  label: string
  /** Title of the course, module or lesson that it is about, or the invited address; null where there is none (any more). */
  subject: string | null
  person: { id: string; name: string | null; email: string } | null
  due_at: string
  /** When it is tried next. */
  next_at: string
  attempts: number
  done_at: string | null
  outcome: DueOutcome | null
  /** Why the latest attempt failed. */
  error: string | null
}

export interface DueWorkPage {
  data: DueWork[]
  /** Counted to `DUE_WORK_MOST`. */
  total: number
  /** There are more than `total`. */
  bounded: boolean
  kinds: { kind: string; label: string }[]
  /** Nothing turns the motor. */
  stopped: boolean
}

/** What the list shows, as it stands in its address. */
export interface DueWorkQuery {
  state: DueState
  /** Empty for any. */
  kind: string
}

export const DUE_WORK_PAGE_SIZE = 50
/** To what it is counted. */
export const DUE_WORK_MOST = 1000

/** Reads the list's state from its address; whatever is unknown is left out. */
export function parseDueWorkParams(params: URLSearchParams): DueWorkQuery {
  return {
    state: DUE_STATES.find((state) => state === params.get('state')) ?? 'OPEN',
    kind: params.get('kind') ?? '',
  }
}

/** The same for Refine. */
export function dueWorkFilters({ state, kind }: DueWorkQuery): CrudFilters {
  return filtersOf({ state, kind })
}

/**
 * How Refine's list of `due_work` is read: what waits with the longest due first, what ended with the latest first
 * (rules/due-work#when). Fails with a DataError, `42501` for callers who may not read it.
 */
export async function readDueWork(
  client: Pick<DataClient, 'rpc'>,
  { filters, pagination, meta }: ListParams,
): Promise<DueWorkPage> {
  const kind = filterValue(filters, 'kind')
  const answer = client.rpc('due_work_list', {
    state: filterValue(filters, 'state') ?? 'OPEN',
    ...(kind && { kind }),
    page: pagination?.currentPage ?? 1,
    page_size: pagination?.pageSize ?? DUE_WORK_PAGE_SIZE,
  })
  const page = object(unwrap(await answer.abortSignal(signalOf(meta))))
  const found = number(page.found)
  return {
    data: list(page.work).map(parseDueWork),
    total: Math.min(found, DUE_WORK_MOST),
    bounded: found > DUE_WORK_MOST,
    kinds: list(page.kinds).map((json) => {
      const row = object(json)
      return { kind: string(row.kind), label: string(row.label) }
    }),
    stopped: boolean(page.stopped),
  }
}

/** Tries a piece again that failed (rules/due-work#failing). Fails with a DataError, `PT404` where it has been done since. */
export async function retryDueWork(client: Pick<DataClient, 'rpc'>, id: string): Promise<void> {
  unwrap(await client.rpc('retry_due_work', { work_id: id }))
}

function parseDueWork(json: Json): DueWork {
  const row = object(json)
  const person = row.person === null ? null : object(row.person)
  return {
    id: string(row.id),
    label: string(row.label),
    subject: stringOrNull(row.subject),
    person: person && {
      id: string(person.id),
      name: stringOrNull(person.name),
      email: string(person.email),
    },
    due_at: string(row.due_at),
    next_at: string(row.next_at),
    attempts: number(row.attempts),
    done_at: stringOrNull(row.done_at),
    outcome: row.outcome === null ? null : oneOf(DUE_OUTCOMES, row.outcome),
    error: stringOrNull(row.error),
  }
}
