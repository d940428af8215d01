import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { lessonPath, questionPath } from '../course-viewing/paths'
import { COHORT_MEMBER_STATE, LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  or,
  orNull,
  shape,
  string,
} from '../json'
import { clockAhead } from '../server-clock'
import { dayInWords } from '../time/agreed-text'
import { addDays, daysBetween } from '../time/days'
import { dayAt, todayIn } from '../time/local-time'
import { formatCount, formatList } from '../wording'
import { type Behind, parseBehind } from './behind'
import { libraryKeys } from './library-query'

const parseOpened = shape({
  id: string,
  title: string,
  type: among(LESSON_CONTENT_TYPE),
  /** The length in seconds; 0 if unknown. */
  sec: number,
  course: string,
  /** The slug of the course. */
  slug: string,
  /** When the lesson opened, as an ISO date. */
  opens_at: string,
})
/** A lesson that has opened and that the person has not completed. */
export type OpenedLesson = Answer<typeof parseOpened>

const parseNext = shape({
  /** The title of the lesson, or of the module if several of its lessons open. */
  title: string,
  lessons: number,
  course: string,
  slug: string,
  opens_at: string,
})
/** A lesson, or several lessons of a module, that open at one moment. */
export type NextOpening = Answer<typeof parseNext>

const parseDue = shape({
  id: string,
  title: string,
  course: string,
  slug: string,
  /** When it is due, as an ISO date. `zone` is the time zone of the cohort. */
  at: string,
  zone: string,
  /** Whether a review asked the person to hand in again. */
  came_back: boolean,
})
/** An open assignment for which the person must hand in work. */
export type DueAssignment = Answer<typeof parseDue>

const parseCohortWeek = shape({
  id: string,
  slug: string,
  title: string,
  time_zone: string,
  starts_on: string,
  ends_on: string,
  state: among(['UPCOMING', 'RUNNING']),
  my_state: among(COHORT_MEMBER_STATE),
  /** The day of the cohort without the person's shift; negative before the first day. */
  day: number,
  /** The slug of the cohort's community. */
  community: orNull(string),
  /** The numbers of the person's lessons. */
  total: number,
  open: number,
  done: number,
  behind: listOf(parseBehind),
  changes_at: orNull(string),
  opened: listOf(parseOpened),
  next: listOf(parseNext),
  // Answers that were cached before assignments existed do not contain this field.
  due: or(listOf(parseDue), []),
})
/** A cohort of the person that has not ended, with its current week. Days are in its zone, moments are ISO dates. */
export type CohortWeek = Answer<typeof parseCohortWeek>

/** Parses the weeks, and sorts running cohorts before those that have not begun. */
export const parseWeek = changed(listOf(parseCohortWeek), (weeks) => {
  const place = ({ day }: CohortWeek) => (day < 0 ? 1 : 0)
  return weeks.sort((one, other) => place(one) - place(other))
})

/** Reads the person's cohorts that have not ended (rules/cohorts#this-week). Fails with a DataError. */
export function myWeekQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.week(),
    queryFn: async ({ signal }) =>
      parseWeek(unwrap(await client.rpc('my_week', undefined, { get: true }).abortSignal(signal))),
    // The answer is empty for people without a cohort, so an empty answer does not mean that the account is disabled.
    meta: { oftenEmpty: true },
  })
}

/** Returns the next moment at which something opens in one of these cohorts; null if nothing will. */
export function nextChange(weeks: readonly CohortWeek[]): string | null {
  const moments = weeks.flatMap(({ changes_at }) => changes_at ?? [])
  return moments.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}

type Days = Pick<CohortWeek, 'day' | 'starts_on' | 'ends_on' | 'time_zone'>

/**
 * Returns the person's place in a cohort: `Week 3 of 12`, or the day on which it begins for the person. The answer may
 * have been cached for days; `answeredAt` is when it arrived, in milliseconds by this device's clock.
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

/** Returns a sentence about a person's progress: `You have done 9 of the 12 lessons that are open.` */
export function progressText({ done, open }: Pick<CohortWeek, 'done' | 'open'>): string {
  if (open === 0) return 'No lesson is open yet.'
  if (done >= open) return 'You have done all lessons that are open.'
  if (done === 0) return `${formatCount(open, 'lesson')} ${open === 1 ? 'is' : 'are'} open.`
  return `You have done ${done} of the ${formatCount(open, 'lesson')} that ${open === 1 ? 'is' : 'are'} open.`
}

const MAX_NAMED = 3

/** A sentence for a person who has fallen behind, and a link. */
export interface WayOn {
  text: string
  /** Null if no lesson is open. */
  link: { to: string; label: string } | null
}

/**
 * Returns the facts that staff see as a sentence to the person, with a link to continue (rules/cohorts#behind).
 * `resume` is the address of the lesson at which the person stopped; null if there is none.
 */
export function behindText(
  { reason, days, usual, since, facts }: Behind,
  resume: string | null,
): WayOn {
  const goOn = resume === null ? null : { to: resume, label: 'Resume' }
  const more = facts.length - MAX_NAMED
  const titles = formatList([
    ...facts.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`),
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
