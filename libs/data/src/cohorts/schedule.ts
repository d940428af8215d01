import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, listOf, number, orNull, shape, string } from '../json'
import { clockNote, dayInWords } from '../time/agreed-text'
import { addDays, daysBetween } from '../time/days'
import { formatCount, formatList } from '../wording'
import {
  cohortDue,
  END_OF_DAY,
  type LessonDue,
  ownDue,
  type PartialRelease,
  parseDue,
} from './dues'

type Caller = Pick<DataClient, 'rpc'>

const parseRelease = shape({ day: number, at_time: string })
/** When something opens: a day of the cohort, where 0 is the first day, and a time `HH:MM` in the cohort's zone. */
export type Release = Answer<typeof parseRelease>

const parseModule = shape({
  id: string,
  title: string,
  /** Null for a module that opens at the beginning of the first day. */
  release: orNull(parseRelease),
  lessons: listOf(
    shape({
      id: string,
      title: string,
      /** Null for a lesson that opens with its module. */
      release: orNull(parseRelease),
      /** Null for a lesson that is not an assignment. */
      due: orNull(parseDue),
    }),
  ),
})

export const parseSchedule = shape({
  starts_on: string,
  ends_on: string,
  time_zone: string,
  /** Today in the cohort's zone. */
  today: string,
  courses: listOf(shape({ id: string, title: string, modules: listOf(parseModule) })),
})
/** The schedule of a cohort (rules/cohorts#schedule). */
export type Schedule = Answer<typeof parseSchedule>

/** Reads the schedule of a cohort. Fails with a DataError: `42501`, `PT404`. */
export async function readSchedule(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<Schedule> {
  const call = client.rpc('cohort_schedule', { cohort_id: id }, { get: true })
  return parseSchedule(unwrap(await call.abortSignal(signal)))
}

/** An item in the strip of weeks: the opening of a module or a lesson, or the due date of an assignment. */
export interface StripItem extends Release {
  kind: 'module' | 'lesson' | 'due'
  /** The id of the module or the lesson. */
  id: string
  title: string
  /** The id of a lesson's module, or of a module's course. */
  of: string
  moduleId: string
  /**
   * Whether the cohort has set this date. False for a default: the opening of the module, the first day, or the
   * assignment's own due date.
   */
  own: boolean
}

/**
 * A change of one opening or due date. With null, the default applies again: a lesson opens with its module, a module
 * opens on the first day, and an assignment is due at its own date.
 */
export interface ReleaseChange {
  kind: StripItem['kind']
  id: string
  release: Release | null
}

const BEGINNING: Release = { day: 0, at_time: '00:00' }

/**
 * Returns the items of the strip in the order of the courses: every module, every lesson with its own opening or in an
 * unfolded module, and every due date.
 */
export function stripItems(
  { courses }: Pick<Schedule, 'courses'>,
  unfolded: ReadonlySet<string>,
): StripItem[] {
  return courses.flatMap((course) =>
    course.modules.flatMap((module): StripItem[] => {
      const opens = module.release ?? BEGINNING
      return [
        {
          ...opens,
          kind: 'module',
          id: module.id,
          title: module.title,
          of: course.title,
          moduleId: module.id,
          own: module.release !== null,
        },
        ...module.lessons.flatMap((lesson): StripItem[] => {
          const { id, title, release, due } = lesson
          const of = { id, title, of: module.title, moduleId: module.id }
          const dueAt = cohortDue(due)
          return [
            ...(release !== null || unfolded.has(module.id)
              ? [{ ...(release ?? opens), ...of, kind: 'lesson' as const, own: release !== null }]
              : []),
            ...(dueAt ? [{ ...dueAt, ...of, kind: 'due' as const, own: due?.own !== null }] : []),
          ]
        }),
      ]
    }),
  )
}

/** A week of the strip. Weeks begin on the weekday of the cohort's first day. */
export interface StripWeek {
  /** The number of the week; 0 for the first. */
  index: number
  first: string
  last: string
  isNow: boolean
  /** The items in order of day and time. */
  items: StripItem[]
}

/** The maximum number of weeks in the strip. */
const MAX_WEEKS = 520

/** Returns the weeks from the first day to the last day or the last item, each with its items. */
export function stripWeeks(
  schedule: Pick<Schedule, 'starts_on' | 'ends_on' | 'today'>,
  items: readonly StripItem[],
): StripWeek[] {
  const { starts_on, ends_on, today } = schedule
  const lastDay = Math.max(daysBetween(starts_on, ends_on), ...items.map(({ day }) => day))
  const now = Math.floor(daysBetween(starts_on, today) / 7)
  const count = Math.min(Math.floor(lastDay / 7) + 1, MAX_WEEKS)
  return Array.from({ length: count }, (_, index) => ({
    index,
    first: addDays(starts_on, index * 7),
    last: addDays(starts_on, index * 7 + 6),
    isNow: index === now,
    items: items
      .filter(({ day }) => Math.floor(day / 7) === index)
      .sort((one, other) => one.day - other.day || one.at_time.localeCompare(other.at_time)),
  }))
}

/** The latest day of a cohort that the database accepts. */
const LAST_DAY = 3650

/** Returns the changes that move items by some days, but not before the first day. */
export function movedBy(items: readonly StripItem[], days: number): ReleaseChange[] {
  const room = Math.max(days, -Math.min(...items.map(({ day }) => day)))
  const by = Math.min(room, LAST_DAY - Math.max(...items.map(({ day }) => day)))
  if (by === 0 || items.length === 0) return []
  return items.map(({ kind, id, day, at_time }) => ({
    kind,
    id,
    release: { day: day + by, at_time },
  }))
}

/**
 * Returns the changes that open one module a week at the beginning of a day, the first one on the first day. Empty if
 * an item already has its own opening or if there are too many modules.
 */
export function weeklyReleases({ courses }: Pick<Schedule, 'courses'>): ReleaseChange[] {
  const modules = courses.flatMap((course) => course.modules)
  const planned = modules.some(
    ({ release, lessons }) => release !== null || lessons.some((lesson) => lesson.release !== null),
  )
  if (planned || modules.length < 2 || (modules.length - 1) * 7 > LAST_DAY) return []
  return modules
    .slice(1)
    .map(({ id }, at) => ({ kind: 'module', id, release: { ...BEGINNING, day: (at + 1) * 7 } }))
}

const itemOf = ({ courses }: Schedule, { kind, id }: Pick<ReleaseChange, 'kind' | 'id'>) => {
  const modules = courses.flatMap((course) => course.modules)
  return kind === 'module'
    ? modules.find((module) => module.id === id)
    : modules.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id)
}

/** Returns the changes that undo the given changes. */
export function inverseChanges(
  schedule: Schedule,
  changes: readonly ReleaseChange[],
): ReleaseChange[] {
  return changes.map(({ kind, id }) => {
    const due = kind === 'due' ? dueOf(schedule, id) : null
    return {
      kind,
      id,
      release: due ? due.own && cohortDue(due) : (itemOf(schedule, { kind, id })?.release ?? null),
    }
  })
}

const dueOf = ({ courses }: Schedule, id: string): LessonDue | null =>
  courses
    .flatMap(({ modules }) => modules)
    .flatMap(({ lessons }) => lessons)
    .find((lesson) => lesson.id === id)?.due ?? null

/** Returns the assignments without a due date, each with a proposed date. */
export function undatedAssignments({ courses }: Pick<Schedule, 'courses'>): StripItem[] {
  return courses.flatMap(({ modules }) =>
    modules.flatMap((module) =>
      module.lessons
        .filter(({ due }) => due !== null && cohortDue(due) === null)
        .map(({ id, title, release, due }): StripItem => {
          const { day } = release ?? module.release ?? BEGINNING
          return {
            ...{ kind: 'due', id, title, of: module.title, moduleId: module.id, own: false },
            // The proposed date is a week after the opening.
            day: Math.min(day + 7, LAST_DAY),
            at_time: due?.said.at_time ?? END_OF_DAY,
          }
        }),
    ),
  )
}

/** Returns the schedule after these changes. */
export function withChanges(schedule: Schedule, changes: readonly ReleaseChange[]): Schedule {
  const wanted = new Map(changes.map(({ kind, id, release }) => [`${kind} ${id}`, release]))
  const after = <T extends { id: string; release: Release | null }>(
    kind: StripItem['kind'],
    item: T,
  ): T => {
    const release = wanted.get(`${kind} ${item.id}`)
    return release === undefined ? item : { ...item, release }
  }
  return {
    ...schedule,
    courses: schedule.courses.map((course) => ({
      ...course,
      modules: course.modules.map((module) => ({
        ...after('module', module),
        lessons: module.lessons.map((lesson) => {
          const { due } = lesson
          const moved = due ? wanted.get(`due ${lesson.id}`) : undefined
          return {
            ...after('lesson', lesson),
            ...(due && moved !== undefined && { due: { ...due, own: ownDue(due, moved) } }),
          }
        }),
      })),
    })),
  }
}

/** A change in the form in which it is stored. If day or time of a due date is null, the assignment's value applies. */
export interface StoredChange {
  kind: StripItem['kind']
  id: string
  release: PartialRelease | null
}

/**
 * Returns changes in the form in which they are stored. If only the day of a due date changes, its time stays that of
 * the assignment.
 */
export function storedChanges(
  schedule: Schedule,
  changes: readonly ReleaseChange[],
): StoredChange[] {
  return changes.map(({ kind, id, release }) => {
    const due = kind === 'due' ? dueOf(schedule, id) : null
    return { kind, id, release: due ? ownDue(due, release) : release }
  })
}

/**
 * Saves changes of a cohort's schedule: first the openings, in one transaction, and then the due dates, in another. The
 * courses do not change. Throws DataError: `42501`, `PT404`, `PT422`.
 */
export async function saveSchedule(
  client: Caller,
  cohortId: string,
  changes: readonly StoredChange[],
): Promise<void> {
  const openings = changes.filter(({ kind }) => kind !== 'due')
  const dues = changes.filter(({ kind }) => kind === 'due')
  const wire = (change: StoredChange) => ({
    [change.kind === 'module' ? 'module_id' : 'lesson_id']: change.id,
    day: change.release?.day ?? null,
    at_time: change.release?.at_time ?? null,
  })
  const of = { cohort_id: cohortId }
  if (openings.length > 0) {
    unwrap(await client.rpc('save_releases', { ...of, changes: openings.map(wire) }))
  }
  if (dues.length > 0) {
    unwrap(await client.rpc('save_dues', { ...of, changes: dues.map(wire) }))
  }
}

/** Returns how many items were moved: `2 openings and 1 due date moved`. */
export function movedText(changes: readonly Pick<ReleaseChange, 'kind'>[]): string {
  const dues = changes.filter(({ kind }) => kind === 'due').length
  const openings = changes.length - dues
  const moved = [
    openings > 0 ? formatCount(openings, 'opening') : '',
    dues > 0 ? formatCount(dues, 'due date') : '',
  ]
  return `${formatList(moved.filter(Boolean))} moved`
}

/** Formats when an item opens or is due, in the cohort's zone: `Mon 7 Dec, 09:00`. */
export function openingText({ starts_on }: Pick<Schedule, 'starts_on'>, release: Release): string {
  const day = dayInWords(addDays(starts_on, release.day))
  const isWhole = release.at_time === '00:00' || release.at_time === END_OF_DAY
  return isWhole ? day : `${day}, ${release.at_time}`
}

/** Returns a sentence about an item whose time a clock change skips or repeats; null for all others. */
export function openingNote(
  { starts_on, time_zone }: Pick<Schedule, 'starts_on' | 'time_zone'>,
  { day, at_time, kind }: Release & Pick<StripItem, 'kind'>,
): string | null {
  if (at_time === END_OF_DAY) return null
  const does = kind === 'due' ? 'is due' : 'opens'
  return clockNote(addDays(starts_on, day), at_time, time_zone, does)
}
