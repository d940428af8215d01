import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, changed, listOf, number, or, orNull, shape, string } from '../json'
import { addDays, daysBetween } from '../time/days'
import { clockAt, dayAt, localMoment, todayIn } from '../time/local-time'
import { failure, type Toast } from '../toasts'
import { parseCourseTitle, parseNamed, parseTitled } from './queue'

type Caller = Pick<DataClient, 'rpc'>

const parseDue = shape({ at: orNull(string), zone: or(string, 'UTC'), extended: boolean })

/** Parses when work is due; null without a cohort, and while the person has paused, because nothing is due then. */
export const parsePersonDue = changed(orNull(parseDue), (due) =>
  due !== null && due.at !== null ? { ...due, at: due.at } : null,
)
/** When a person's work is due: `at` is an ISO date, `zone` the time zone of their cohort. */
export type PersonDue = NonNullable<Answer<typeof parsePersonDue>>

/** A request for more time. */
export const parseAskedTime = shape({
  note: string,
  /** The number of days that the person asked for; null if they named none. */
  days: orNull(number),
  asked_at: string,
})

const parseFacts = shape({
  lesson: parseTitled,
  course: parseCourseTitle,
  person: parseNamed,
  request: orNull(parseAskedTime),
  extension: orNull(shape({ due_at: string, reason: string, by: orNull(string) })),
  due: parsePersonDue,
})
const parseExtension = changed(parseFacts, ({ extension, ...facts }) => ({
  /** The ids of the person and of the lesson. */
  id: `${facts.person.id} ${facts.lesson.id}`,
  ...facts,
  given: extension,
}))
/** A person's request for more time, their extension, or both, for one assignment (rules/assignments#extension). */
export type Extension = Answer<typeof parseExtension>

export const parseExtensionList = shape({ total: number, rows: listOf(parseExtension) })
export type ExtensionList = Answer<typeof parseExtensionList>

/**
 * Which rows are listed: extensions if `given`, otherwise open requests. They can be limited to a cohort, a course, or
 * a person.
 */
export interface ExtensionFilter {
  given: boolean
  cohortId?: string
  courseId?: string
  personId?: string
}

/** The maximum number of rows in one request. */
export const EXTENSIONS_SHOWN = 100

/**
 * Reads the requests or extensions about which the caller may decide, the oldest request first. Throws DataError
 * `42501`.
 */
export async function readExtensions(
  client: Caller,
  { given, cohortId, courseId, personId }: ExtensionFilter,
  signal: AbortSignal,
): Promise<ExtensionList> {
  const filter = {
    given,
    ...(cohortId !== undefined && { cohort_id: cohortId }),
    ...(courseId !== undefined && { course_id: courseId }),
    ...(personId !== undefined && { user_id: personId }),
  }
  const call = client.rpc('extension_list', { filter, page_size: EXTENSIONS_SHOWN })
  return parseExtensionList(unwrap(await call.abortSignal(signal)))
}

/** Identifies an extension by its person and its assignment. */
export interface ExtensionOf {
  personId: string
  lessonId: string
}

/**
 * How much time an extension gives: days after the due date (or after today if that has passed), or until an ISO date.
 */
export type MoreTime = { days: number } | { until: string }

/** An extension that staff give. With `answering`, it is given only if nobody has answered the request yet. */
export interface GivenTime extends ExtensionOf {
  time: MoreTime
  reason: string
  answering: boolean
}

export const parseGivenTime = shape({ due_at: string, zone: string })

/**
 * Gives a person an extension or changes it, which also answers the person's request. Throws DataError: `42501`, also
 * for the caller's own work; `PT404`; `PT409` with hint `ANSWERED`; `PT422` with the field as hint.
 */
export async function giveExtension(
  client: Caller,
  { personId, lessonId, time, reason, answering }: GivenTime,
): Promise<Answer<typeof parseGivenTime>> {
  return parseGivenTime(
    unwrap(
      await client.rpc('give_extension', {
        lesson_id: lessonId,
        user_id: personId,
        reason,
        answering,
        ...('days' in time ? { days: time.days } : { due_at: time.until }),
      }),
    ),
  )
}

/** Removes an extension, so that the cohort's due date applies again. Throws DataError: `42501`, `PT404`. */
export async function endExtension(client: Caller, of: ExtensionOf): Promise<void> {
  unwrap(await client.rpc('end_extension', { lesson_id: of.lessonId, user_id: of.personId }))
}

/**
 * Declines a request with a reason. Throws DataError: `42501`, `PT404`, `PT409` with hint `ANSWERED`, `PT422` with hint
 * `reason`.
 */
export async function declineExtension(
  client: Caller,
  { lessonId, personId, reason }: ExtensionOf & { reason: string },
): Promise<void> {
  unwrap(await client.rpc('decline_extension', { lesson_id: lessonId, user_id: personId, reason }))
}

/** The maximum number of learners in a search. */
const LEARNERS_SHOWN = 20

/** Returns the first learners of a course whose name contains the text, sorted by name. Fails with a DataError. */
export async function readLearners(
  client: Caller,
  { courseId, name }: { courseId: string; name: string },
  signal: AbortSignal,
): Promise<{ id: string; name: string }[]> {
  const call = client
    .rpc('course_learners', { course_id: courseId })
    .ilike('name', `%${name.replace(/[\\%_]/g, '\\$&')}%`)
    .limit(LEARNERS_SHOWN)
  return unwrap(await call.abortSignal(signal))
}

/** Returns the due date moved by some days, at the same time of day in its zone, as the database calculates it. */
export function extendedBy({ at, zone }: PersonDue, days: number): string {
  const due = Date.parse(at)
  const time = new Date(clockAt(due, zone)).toISOString().slice(11, 19)
  const day = dayAt(due, zone)
  const passed = Math.max(0, daysBetween(day, todayIn(zone)))
  return new Date(localMoment(addDays(day, passed + days), time, zone)).toISOString()
}

export const EXTENSION_MESSAGES = {
  loadFailed: failure('Failed to load extensions'),
  giveFailed: failure('Failed to give more time'),
  ended: { text: 'Extension ended' },
  endFailed: failure('Failed to end extension'),
  declined: { text: 'Request declined' },
  declineFailed: failure('Failed to decline request'),
  learnersFailed: failure('Failed to load learners'),
} as const satisfies Record<string, Toast>
