import type { DataClient } from '../client'
import { type Enums, type Json, SUBMISSION_STATE } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, courseFilter, defineList, state } from '../lists/define-list'

type Caller = Pick<DataClient, 'rpc'>

export type WorkState = Enums<'submission_state'>
export const WORK_STATES: readonly [WorkState, ...WorkState[]] = SUBMISSION_STATE

/** Who is reviewing the work now. `until` is an ISO date. */
export interface Claim {
  reviewer: string
  until: string
  mine: boolean
}

/** To whom the work is offered first. `by` is the person who handed it over, if one did. */
export interface Offer extends Claim {
  by: string | null
}

/** Somebody's work as the queue shows it (rules/assignments#queue). Moments are ISO dates. */
export interface Work {
  id: string
  state: WorkState
  round: number
  awaiting_since: string | null
  /** When its review is promised; null for work that does not wait. */
  promise_at: string | null
  /** Whether an earlier round of it was reviewed. */
  came_back: boolean
  passed_at: string | null
  lesson: { id: string; title: string }
  course: { id: string; title: string; slug: string }
  cohort: { id: string; title: string; time_zone: string } | null
  blind: boolean
  /** Null while work of a blind assignment waits (rules/assignments#blind). */
  person: { id: string; name: string } | null
  /** Whether the latest round is late. */
  late: boolean
  submitted_at: string | null
  /** Whether code or files of the latest round cannot be read (rules/assignments#unreadable). */
  unreadable: boolean
  second_opinion: boolean
  /** Whether somebody other than the caller has to review this round (rules/assignments#second-opinion). */
  not_mine: boolean
  claim: Claim | null
  offer: Offer | null
}

/** The number to which the queue is counted. */
export const QUEUE_MOST = 1000

export interface QueuePage {
  data: Work[]
  /** Counted up to `QUEUE_MOST`. */
  total: number
  /** Whether there are more than `total`. */
  bounded: boolean
}

const filtered = (filter: Record<string, string>) => ({ filter })

/** The work that the caller may review: first what is offered to them, then what came back, then by waiting time. */
export const QUEUE_LIST = defineList({
  resource: 'submissions',
  calls: 'review_queue',
  pageSize: 25,
  filters: {
    state: state(WORK_STATES, (state) => filtered({ state })),
    course: courseFilter((course_id) => filtered({ course_id })),
    lesson: courseFilter((lesson_id) => filtered({ lesson_id })),
    cohort: courseFilter((cohort_id) => filtered({ cohort_id })),
    late: choice(['true'], (late) => filtered({ late })),
    mine: choice(['true'], (mine) => filtered({ mine })),
  },
  exported: { list: 'reviews' },
  parse: (page): QueuePage => {
    const found = number(page.total)
    return {
      data: list(page.rows).map(parseWork),
      total: Math.min(found, QUEUE_MOST),
      bounded: found > QUEUE_MOST,
    }
  },
})

/** The filters in the address of the queue. */
export type QueueFilter = Partial<Record<keyof typeof QUEUE_LIST.filters, string>>

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseWork(json: Json): Work {
  const row = object(json)
  return {
    id: string(row.submission_id),
    state: oneOf(WORK_STATES, row.state),
    round: number(row.round),
    awaiting_since: stringOrNull(row.awaiting_since),
    promise_at: stringOrNull(row.promise_at),
    came_back: boolean(row.came_back),
    passed_at: stringOrNull(row.passed_at),
    lesson: parseTitled(row.lesson),
    course: { ...parseTitled(row.course), slug: string(object(row.course).slug) },
    cohort: row.cohort
      ? { ...parseTitled(row.cohort), time_zone: string(object(row.cohort).time_zone) }
      : null,
    blind: boolean(row.blind),
    person: row.person ? parseNamed(row.person) : null,
    late: row.late === true,
    submitted_at: stringOrNull(row.submitted_at),
    unreadable: row.unreadable === true,
    second_opinion: boolean(row.second_opinion),
    not_mine: boolean(row.not_mine),
    claim: row.claim ? parseClaim(row.claim) : null,
    offer: row.offer ? { ...parseClaim(row.offer), by: stringOrNull(object(row.offer).by) } : null,
  }
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseClaim(json: Json): Claim {
  const row = object(json)
  return { reviewer: string(row.reviewer), until: string(row.until), mine: boolean(row.mine) }
}

function parseTitled(json: Json | undefined) {
  const row = object(json)
  return { id: string(row.id), title: string(row.title) }
}

function parseNamed(json: Json) {
  const row = object(json)
  return { id: string(row.id), name: string(row.name) }
}

/** Returns the id of the work that the caller reviews after `after`; null for none. Fails with a DataError: `42501`. */
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

/** Returns the person's work that the caller may review, the latest first. Fails with a DataError: `42501`. */
export async function readPersonWork(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<Work[]> {
  const call = client.rpc('person_work', { user_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map(parseWork)
}

/** An assignment, as a filter offers it. */
export interface AssignmentTitle {
  id: string
  title: string
  course_id: string
}

/** Returns the assignments that the caller may read, by title. Fails with a DataError: `42501`. */
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
