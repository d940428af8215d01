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

/** The filter by state, in the order of the options: waiting, failed, finished. */
export const DUE_STATES = ['OPEN', 'FAILED', 'DONE'] as const
export type DueState = (typeof DUE_STATES)[number]

/** How a job ended: done, dropped because it was no longer wanted, or failed for good. */
export const DUE_OUTCOMES = ['DONE', 'DROPPED', 'FAILED'] as const
export type DueOutcome = (typeof DUE_OUTCOMES)[number]

/** A job. Dates are ISO. */
export interface DueWork {
  id: string
  /** A label of what the job does. */
  label: string
  /** The title of its course, module or lesson, or the invited email; null if there is none (any more). */
  subject: string | null
  person: { id: string; name: string | null; email: string } | null
  due_at: string
  /** When the next attempt follows. */
  next_at: string
  attempts: number
  done_at: string | null
  outcome: DueOutcome | null
  /** Why the last attempt failed. */
  error: string | null
}

export interface DueWorkPage {
  data: DueWork[]
  /** Counted up to `DUE_WORK_MOST`. */
  total: number
  /** Whether there are more than `total`. */
  bounded: boolean
  kinds: { kind: string; label: string }[]
  /** Whether no worker processes jobs. */
  stopped: boolean
}

/** The count of jobs ends here. */
export const DUE_WORK_MOST = 1000

/** The jobs: waiting ones with the longest due first, finished ones with the latest first (rules/due-work#when). */
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

/** Repeats a failed job (rules/due-work#failing). Fails with a DataError, `PT404` if it has been done since. */
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
