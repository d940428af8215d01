import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { lessonPath, questionPath } from '../course-viewing/paths'
import { COHORT_MEMBER_STATE, type Enums, type Json, LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { clockAhead } from '../server-clock'
import { dayInWords } from '../time/agreed-text'
import { addDays, daysBetween } from '../time/days'
import { dayAt, todayIn } from '../time/local-time'
import { formatCount, formatList } from '../wording'
import { type Behind, parseBehind } from './behind'
import { libraryKeys } from './library-query'

/** A lesson that has opened and is not completed. */
export interface OpenedLesson {
  id: string
  title: string
  type: Enums<'lesson_content_type'>
  /** Seconds; 0 if unknown. */
  sec: number
  course: string
  /** The slug of the course. */
  slug: string
  /** ISO date. */
  opens_at: string
}

/** What opens at one moment in one module. */
export interface NextOpening {
  /** The title of the lesson, or of the module if several open. */
  title: string
  lessons: number
  course: string
  slug: string
  opens_at: string
}

/** An assignment that is open and that the person has to hand in. */
export interface DueAssignment {
  id: string
  title: string
  course: string
  slug: string
  /** ISO date; `zone` is the time zone in which the date was set. */
  at: string
  zone: string
  /** Whether a review asks the person to go on. */
  came_back: boolean
}

/** A cohort of the person that has not ended. Days are in its zone, moments are ISO dates. */
export interface CohortWeek {
  id: string
  slug: string
  title: string
  time_zone: string
  starts_on: string
  ends_on: string
  state: (typeof STATES)[number]
  my_state: Enums<'cohort_member_state'>
  /** The day of the cohort, less the person's shift; negative before the first day. */
  day: number
  /** The slug of its community. */
  community: string | null
  /** Numbers of lessons. */
  total: number
  open: number
  done: number
  behind: Behind[]
  changes_at: string | null
  opened: OpenedLesson[]
  next: NextOpening[]
  due: DueAssignment[]
}

const STATES = ['UPCOMING', 'RUNNING'] as const

/** The person's cohorts that have not ended, in one call (rules/cohorts#this-week). Fails with a DataError. */
export function myWeekQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.week(),
    queryFn: async ({ signal }): Promise<CohortWeek[]> =>
      parseWeek(unwrap(await client.rpc('my_week', undefined, { get: true }).abortSignal(signal))),
    // Without a cohort it is empty, which says nothing about the account.
    meta: { oftenEmpty: true },
  })
}

/** The cohorts that run stand above those that come. Throws DataError `MALFORMED` for data of another shape. */
export function parseWeek(json: Json): CohortWeek[] {
  const weeks = list(json).map((item) => {
    const row = object(item)
    return {
      id: string(row.id),
      slug: string(row.slug),
      title: string(row.title),
      time_zone: string(row.time_zone),
      starts_on: string(row.starts_on),
      ends_on: string(row.ends_on),
      state: oneOf(STATES, row.state),
      my_state: oneOf(COHORT_MEMBER_STATE, row.my_state),
      day: number(row.day),
      community: stringOrNull(row.community),
      total: number(row.total),
      open: number(row.open),
      done: number(row.done),
      behind: list(row.behind).map(parseBehind),
      changes_at: stringOrNull(row.changes_at),
      opened: list(row.opened).map(parseOpened),
      next: list(row.next).map(parseNext),
      // Answers that a device cached before assignments existed do not have it.
      due: row.due === undefined ? [] : list(row.due).map(parseDue),
    }
  })
  const place = ({ day }: CohortWeek) => (day < 0 ? 1 : 0)
  return weeks.sort((one, other) => place(one) - place(other))
}

function parseOpened(json: Json): OpenedLesson {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    type: oneOf(LESSON_CONTENT_TYPE, row.type),
    sec: number(row.sec),
    course: string(row.course),
    slug: string(row.slug),
    opens_at: string(row.opens_at),
  }
}

function parseNext(json: Json): NextOpening {
  const row = object(json)
  return {
    title: string(row.title),
    lessons: number(row.lessons),
    course: string(row.course),
    slug: string(row.slug),
    opens_at: string(row.opens_at),
  }
}

function parseDue(json: Json): DueAssignment {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    course: string(row.course),
    slug: string(row.slug),
    at: string(row.at),
    zone: string(row.zone),
    came_back: boolean(row.came_back),
  }
}

/** Returns the next moment at which one of these cohorts opens something; null for none. */
export function nextChange(weeks: readonly CohortWeek[]): string | null {
  const moments = weeks.flatMap(({ changes_at }) => changes_at ?? [])
  return moments.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}

type Days = Pick<CohortWeek, 'day' | 'starts_on' | 'ends_on' | 'time_zone'>

/**
 * Returns where a person is in their cohort: `Week 3 of 12`, or the day on which it begins for them. The answer may be
 * days old; `answeredAt` is its time by this device's clock, in milliseconds.
 */
export function placeInCohort(
  { day, starts_on, ends_on, time_zone }: Days,
  answeredAt: number,
): string {
  const answeredOn = dayAt(answeredAt - clockAhead(), time_zone)
  const now = day + daysBetween(answeredOn, todayIn(time_zone))
  if (now < 0) return `Begins on ${dayInWords(addDays(answeredOn, -day))}`
  const weeks = Math.floor(daysBetween(starts_on, ends_on) / 7) + 1
  return `Week ${Math.min(weeks, Math.floor(now / 7) + 1)} of ${weeks}`
}

/** `/app/cohorts/{slug}` */
export function cohortPath(slug: string): string {
  return `/app/cohorts/${encodeURIComponent(slug)}`
}

/** Returns how a person stands, as a sentence: `You have done 9 of the 12 lessons that are open.` */
export function standing({ done, open }: Pick<CohortWeek, 'done' | 'open'>): string {
  if (open === 0) return 'No lesson is open yet.'
  if (done >= open) return 'You have done all lessons that are open.'
  if (done === 0) return `${formatCount(open, 'lesson')} ${open === 1 ? 'is' : 'are'} open.`
  return `You have done ${done} of the ${formatCount(open, 'lesson')} that ${open === 1 ? 'is' : 'are'} open.`
}

const MOST_NAMED = 3

/** A sentence to the person, and one way on. */
export interface WayOn {
  text: string
  /** Null if no lesson is open. */
  link: { to: string; label: string } | null
}

/**
 * Returns the evidence that staff see, put to the person themselves, with one way on (rules/cohorts#behind). `resume` is
 * the address of the lesson with which they go on; null for none.
 */
export function behindText(
  { reason, days, usual, since, facts }: Behind,
  resume: string | null,
): WayOn {
  const goOn = resume === null ? null : { to: resume, label: 'Resume' }
  const more = facts.length - MOST_NAMED
  const titles = formatList([
    ...facts.slice(0, MOST_NAMED).map(({ title }) => `“${title}”`),
    ...(more > 0 ? [`${more} more`] : []),
  ])
  const [first] = facts
  const open = first && {
    to: lessonPath(first.slug, first.lesson_id),
    label: `Open “${first.title}”`,
  }
  switch (reason) {
    case 'NOT_STARTED':
      return {
        text: `Your cohort began ${formatCount(days, 'day')} ago. A first lesson is a good way in.`,
        link: goOn,
      }
    case 'SILENT': {
      const rhythm =
        usual === null ? '' : `, and you usually leave ${formatCount(usual, 'day')} between`
      return {
        text: `You have not been here for ${formatCount(days, 'day')}${rhythm}. One lesson is enough to be back.`,
        link: goOn,
      }
    }
    case 'MISSED_DUES':
      return {
        text: `${titles} were due. Begin with one of them, or ask for more time there.`,
        link: open ?? goOn,
      }
    case 'RETURNED_TWICE':
      return {
        text: `${titles} came back more than once. Take one remark after the other, and ask if one is not clear.`,
        link: open ?? goOn,
      }
    case 'NOT_ANSWERED':
      return {
        text: `You asked ${titles} and have had no answer since ${dayInWords(since)}. The people who look after your cohort see that.`,
        link: first
          ? {
              to: questionPath(first.slug, first.lesson_id, first.id),
              label: 'Open the question',
            }
          : null,
      }
  }
}
