import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, numberOrNull, object, string, stringOrNull } from '../json'
import { addDays, daysBetween } from '../time/days'
import { clockAt, dayAt, localMoment, todayIn } from '../time/local-time'
import { failure, type Toast } from '../toasts'

type Caller = Pick<DataClient, 'rpc'>

/** When a person's work is due: `at` is an ISO date, `zone` the time zone of their cohort. */
export interface PersonDue {
  at: string
  zone: string
  extended: boolean
}

/** A request for more time. `days` is null if the person did not say how many. */
export interface AskedTime {
  note: string
  days: number | null
  asked_at: string
}

/** A person's request for more time, their extension, or both, for one assignment (rules/assignments#extension). */
export interface Extension {
  /** Made of the ids of the person and of the lesson. */
  id: string
  lesson: { id: string; title: string }
  course: { id: string; title: string; slug: string }
  person: { id: string; name: string }
  request: AskedTime | null
  given: { due_at: string; reason: string; by: string | null } | null
  due: PersonDue | null
}

export interface ExtensionList {
  total: number
  rows: Extension[]
}

/** What is listed: extensions if `given`, otherwise open requests; of a cohort, of a course, of a person, or of all. */
export interface ExtensionFilter {
  given: boolean
  cohortId?: string
  courseId?: string
  personId?: string
}

/** The most rows that are read at once. */
export const EXTENSIONS_SHOWN = 100

/** Reads the requests or extensions that the caller may decide on, earliest request first. Throws DataError `42501`. */
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
  const answer = object(unwrap(await call.abortSignal(signal)))
  return { total: number(answer.total), rows: list(answer.rows).map(parseExtension) }
}

function parseExtension(json: Json): Extension {
  const row = object(json)
  const lesson = object(row.lesson)
  const course = object(row.course)
  const person = object(row.person)
  const ids = { lesson: string(lesson.id), person: string(person.id) }
  return {
    id: `${ids.person} ${ids.lesson}`,
    lesson: { id: ids.lesson, title: string(lesson.title) },
    course: { id: string(course.id), title: string(course.title), slug: string(course.slug) },
    person: { id: ids.person, name: string(person.name) },
    request: row.request ? parseAskedTime(row.request) : null,
    given: row.extension ? parseGiven(row.extension) : null,
    due: parsePersonDue(row.due),
  }
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseAskedTime(json: Json): AskedTime {
  const { note, days, asked_at } = object(json)
  return { note: string(note), days: numberOrNull(days), asked_at: string(asked_at) }
}

function parseGiven(json: Json) {
  const { due_at, reason, by } = object(json)
  return { due_at: string(due_at), reason: string(reason), by: stringOrNull(by) }
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parsePersonDue(json: Json | undefined): PersonDue | null {
  if (!json) return null
  const { at, zone, extended } = object(json)
  // Without a cohort, and while the person pauses, nothing is due.
  const when = stringOrNull(at)
  return when === null
    ? null
    : { at: when, zone: stringOrNull(zone) ?? 'UTC', extended: boolean(extended) }
}

/** Identifies an extension by its person and its assignment. */
export interface ExtensionOf {
  personId: string
  lessonId: string
}

/** More time: days after the due date, or after today if the due date has passed; or until an ISO date. */
export type MoreTime = { days: number } | { until: string }

/** An extension to give. With `answering`, it is given only if the person's request has no answer yet. */
export interface GivenTime extends ExtensionOf {
  time: MoreTime
  reason: string
  answering: boolean
}

/**
 * Gives a person an extension or changes it, which answers their request. Throws DataError: `42501`, also for the
 * caller's own work; `PT404`; `PT409` with hint `ANSWERED`; `PT422` with the field as hint.
 */
export async function giveExtension(
  client: Caller,
  { personId, lessonId, time, reason, answering }: GivenTime,
): Promise<{ due_at: string; zone: string }> {
  const answer = object(
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
  return { due_at: string(answer.due_at), zone: string(answer.zone) }
}

/** Removes an extension, so that the cohort's due date applies again. Throws DataError: `42501`, `PT404`. */
export async function endExtension(client: Caller, of: ExtensionOf): Promise<void> {
  unwrap(await client.rpc('end_extension', { lesson_id: of.lessonId, user_id: of.personId }))
}

/**
 * Answers a request with a sentence, without giving time. Throws DataError: `42501`, `PT404`, `PT409` with hint
 * `ANSWERED`, `PT422` with hint `reason`.
 */
export async function declineExtension(
  client: Caller,
  { lessonId, personId, reason }: ExtensionOf & { reason: string },
): Promise<void> {
  unwrap(await client.rpc('decline_extension', { lesson_id: lessonId, user_id: personId, reason }))
}

/** The most learners that are listed at once. */
const LEARNERS_SHOWN = 20

/** Returns the first learners of a course whose name contains the text, by name. Fails with a DataError. */
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

/** Returns the due date with so many more days, at the same time of day in its zone, as the database computes it. */
export function extendedBy({ at, zone }: PersonDue, days: number): string {
  const due = Date.parse(at)
  const time = new Date(clockAt(due, zone)).toISOString().slice(11, 19)
  const day = dayAt(due, zone)
  const passed = Math.max(0, daysBetween(day, todayIn(zone)))
  return new Date(localMoment(addDays(day, passed + days), time, zone)).toISOString()
}

export const EXTENSION_TOASTS = {
  loadFailed: failure('Failed to load extensions'),
  giveFailed: failure('Failed to give more time'),
  ended: { text: 'Extension ended' },
  endFailed: failure('Failed to end extension'),
  declined: { text: 'Request declined' },
  declineFailed: failure('Failed to decline request'),
  learnersFailed: failure('Failed to load learners'),
} as const satisfies Record<string, Toast>
