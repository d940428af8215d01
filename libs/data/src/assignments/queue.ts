import type { DataClient } from '../client'
import { type Enums, SUBMISSION_STATE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  changed,
  flag,
  listOf,
  number,
  orNull,
  shape,
  string,
} from '../json'
import { choice, defineList, idFilter, state } from '../lists/define-list'

type Caller = Pick<DataClient, 'rpc'>

export type WorkState = Enums<'submission_state'>
export const WORK_STATES: readonly [WorkState, ...WorkState[]] = SUBMISSION_STATE

const reviewing = { reviewer: string, until: string, mine: boolean }
export const parseClaim = shape(reviewing)
/** Who is reviewing the work now. `until` is an ISO date. */
export type Claim = Answer<typeof parseClaim>

const parseOffer = shape({
  ...reviewing,
  /** The name of the person who handed the work over; null if nobody did. */
  by: orNull(string),
})
/** The reviewer to whom the work is offered first. */
export type Offer = Answer<typeof parseOffer>

const titled = { id: string, title: string }
export const parseTitled = shape(titled)
export const parseCourseTitle = shape({ ...titled, slug: string })
export const parseNamed = shape({ id: string, name: string })

const parseFacts = shape({
  submission_id: string,
  state: among(WORK_STATES),
  round: number,
  awaiting_since: orNull(string),
  /** Until when a review is promised; null for work that does not wait. */
  promise_at: orNull(string),
  /** Whether the person has handed in again after a review. */
  came_back: boolean,
  passed_at: orNull(string),
  lesson: parseTitled,
  course: parseCourseTitle,
  cohort: orNull(shape({ ...titled, time_zone: string })),
  blind: boolean,
  /** The learner; null while work of a blind assignment waits (rules/assignments#blind). */
  person: orNull(parseNamed),
  /** Whether the latest round is late. */
  late: flag,
  submitted_at: orNull(string),
  /** Whether code or files of the latest round cannot be read (rules/assignments#unreadable). */
  unreadable: flag,
  second_opinion: boolean,
  /**
   * Whether the caller may not review this round, because a second opinion was requested
   * (rules/assignments#second-opinion).
   */
  not_mine: boolean,
  claim: orNull(parseClaim),
  offer: orNull(parseOffer),
})

export const parseWork = changed(parseFacts, ({ submission_id: id, ...facts }) => ({
  id,
  ...facts,
}))
/** The work of a person, as the queue lists it (rules/assignments#queue). Moments are ISO dates. */
export type Work = Answer<typeof parseWork>

/** The maximum of the queue's count. A longer queue is shown as "More than". */
export const MAX_QUEUE_ROWS = 1000

const parseQueuePage = changed(
  shape({ rows: listOf(parseWork), total: number }),
  ({ rows, total }) => ({
    data: rows,
    /** Counted up to `MAX_QUEUE_ROWS`. */
    total: Math.min(total, MAX_QUEUE_ROWS),
    /** Whether the queue is longer than `total`. */
    bounded: total > MAX_QUEUE_ROWS,
  }),
)
export type QueuePage = Answer<typeof parseQueuePage>

const filtered = (filter: Record<string, string>) => ({ filter })

/**
 * The work that the caller may review: first work that is offered to the caller, then work that was handed in again,
 * then by waiting time.
 */
export const QUEUE_LIST = defineList({
  resource: 'submissions',
  calls: 'review_queue',
  pageSize: 25,
  filters: {
    state: state(WORK_STATES, (state) => filtered({ state })),
    course: idFilter((course_id) => filtered({ course_id })),
    lesson: idFilter((lesson_id) => filtered({ lesson_id })),
    cohort: idFilter((cohort_id) => filtered({ cohort_id })),
    late: choice(['true'], (late) => filtered({ late })),
    mine: choice(['true'], (mine) => filtered({ mine })),
  },
  exported: { list: 'reviews' },
  parse: parseQueuePage,
})

/** The filters in the address of the queue. */
export type QueueFilter = Partial<Record<keyof typeof QUEUE_LIST.filters, string>>

export const parsePersonWork = listOf(parseWork)

/**
 * Returns the id of the work that follows `after` in the caller's queue; null if there is none. Fails with a DataError:
 * `42501`.
 */
export async function readNextReview(
  client: Caller,
  { after, filter }: { after: string | null; filter: QueueFilter },
  signal: AbortSignal,
): Promise<{ id: string | null }> {
  const { lesson, course, cohort, late, mine } = filter
  const wanted = {
    ...(lesson && { lesson_id: lesson }),
    ...(course && { course_id: course }),
    ...(cohort && { cohort_id: cohort }),
    ...(late && { late }),
    ...(mine && { mine }),
  }
  const call = client.rpc('next_review', { ...(after && { after }), filter: wanted })
  const id: string | null = unwrap(await call.abortSignal(signal))
  return { id }
}

/** Returns a person's work that the caller may review, the most recent first. Fails with a DataError: `42501`. */
export async function readPersonWork(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<Work[]> {
  const call = client.rpc('person_work', { user_id: id }, { get: true })
  return parsePersonWork(unwrap(await call.abortSignal(signal)))
}

/** An assignment as an option of a filter. */
export interface AssignmentTitle {
  id: string
  title: string
  course_id: string
}

/** Returns the assignments that the caller may read, sorted by title. Fails with a DataError: `42501`. */
export async function readAssignmentTitles(
  client: Pick<DataClient, 'from'>,
  signal: AbortSignal,
): Promise<AssignmentTitle[]> {
  const found = await client
    .from('lessons')
    .select('id, title, module:modules!inner(course_id)')
    .eq('content_type', 'ASSIGNMENT')
    .order('title')
    .limit(1000)
    .abortSignal(signal)
  return unwrap(found).map(({ id, title, module }) => ({ id, title, course_id: module.course_id }))
}
