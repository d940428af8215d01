import type { DataClient } from '../client'
import { unwrap } from '../errors'
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
import { defineList, matching, state } from '../lists/define-list'

/** The filter by state, in the order of the options: waiting, failed, finished. */
export const JOB_STATES = ['OPEN', 'FAILED', 'DONE'] as const
export type JobState = (typeof JOB_STATES)[number]

const parseJob = shape({
  id: string,
  /** A description of the job. */
  label: string,
  /** The title of the job's course, module or lesson, or the invited email; null if it has none or it was deleted. */
  subject: orNull(string),
  person: orNull(shape({ id: string, name: orNull(string), email: string })),
  due_at: string,
  /** When the job is tried next. */
  next_at: string,
  attempts: number,
  done_at: orNull(string),
  /** How the job ended: done, dropped because it was no longer needed, or failed after all attempts. */
  outcome: orNull(among(['DONE', 'DROPPED', 'FAILED'])),
  /** Why the last attempt failed. */
  error: orNull(string),
})
/** A job. Dates are ISO. */
export type Job = Answer<typeof parseJob>
export type JobOutcome = NonNullable<Job['outcome']>

/** The maximum count of jobs. */
export const MAX_JOBS = 1000

const parsePage = changed(
  shape({
    work: listOf(parseJob),
    found: number,
    kinds: listOf(shape({ kind: string, label: string })),
    /** Whether no worker is processing jobs. */
    stopped: boolean,
  }),
  ({ work, found, ...page }) => ({
    ...page,
    data: work,
    /** Counted up to `MAX_JOBS`. */
    total: Math.min(found, MAX_JOBS),
    /** Whether there are more than `total`. */
    bounded: found > MAX_JOBS,
  }),
)

/**
 * The list of jobs: waiting jobs with the longest overdue first, and ended jobs with the latest first
 * (rules/due-work#when).
 */
export const JOB_LIST = defineList({
  resource: 'due_work',
  calls: 'due_work_list',
  pageSize: 50,
  filters: {
    state: state(JOB_STATES, (state) => ({ state })),
    kind: matching(/./, (kind) => ({ kind })),
  },
  parse: parsePage,
})

/** Tries a failed job again (rules/due-work#failing). Fails with a DataError, `PT404` if it was done meanwhile. */
export async function retryJob(client: Pick<DataClient, 'rpc'>, id: string): Promise<void> {
  unwrap(await client.rpc('retry_due_work', { work_id: id }))
}
