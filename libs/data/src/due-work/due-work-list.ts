import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'
import { defineList, matching, state } from '../lists/define-list'

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

/** To what it is counted. */
export const DUE_WORK_MOST = 1000

/** Due work: what waits with the longest due first, what ended with the latest first (rules/due-work#when). */
export const DUE_WORK_LIST = defineList({
  resource: 'due_work',
  calls: 'due_work_list',
  pageSize: 50,
  filters: {
    state: state(DUE_STATES, (state) => ({ state })),
    kind: matching(/./, (kind) => ({ kind })),
  },
  parse: parsePage,
})

function parsePage(page: JsonObject): DueWorkPage {
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
