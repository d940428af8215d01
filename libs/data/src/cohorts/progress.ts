import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, both, listOf, number, orNull, shape, string } from '../json'
import { formatNumber } from '../wording'
import { parseMembership } from './cohort-members'

const parseModule = shape({ id: string, title: string, course: string, lessons: number })
/** A module of the cohort's courses, which is a column of the table. */
export type ProgressModule = Answer<typeof parseModule>

const parsePerson = both(
  parseMembership,
  shape({
    id: string,
    name: orNull(string),
    email: string,
    /** The number of lessons that the schedule has opened to the person, and how many of them are completed. */
    opened: number,
    opened_done: number,
    /** The number of completed lessons in each module, in the order of the modules. */
    done: listOf(number),
    /** When the person was last active in the cohort's courses, as an ISO date. */
    last_at: orNull(string),
  }),
)
/** A person of the cohort, which is a row of the table. */
export type PersonProgress = Answer<typeof parsePerson>

export const parseCohortProgress = shape({
  modules: listOf(parseModule),
  people: listOf(parsePerson),
})
export type CohortProgress = Answer<typeof parseCohortProgress>

/** Returns each person's progress against the schedule, by name. Fails with a DataError: `42501`, `PT404`. */
export async function readCohortProgress(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<CohortProgress> {
  const call = client.rpc('cohort_progress', { cohort_id: id }, { get: true })
  return parseCohortProgress(unwrap(await call.abortSignal(signal)))
}

/** Returns how many open lessons a person has not completed. */
export const lessonsBehind = ({ opened, opened_done }: PersonProgress) => opened - opened_done

/** A person is far behind if more than this share of the open lessons is not completed. */
const FAR_BEHIND_SHARE = 0.25

/** Returns whether a person is far behind, so that the table marks the person. */
export const isFarBehind = (person: PersonProgress) =>
  lessonsBehind(person) > person.opened * FAR_BEHIND_SHARE

/** Returns how far a person is behind the schedule: `3 of 12 open lessons left`. */
export function lessonsLeftText(person: PersonProgress): string {
  const { opened } = person
  if (opened === 0) return 'Nothing open yet'
  const left = lessonsBehind(person)
  if (left === 0) return 'Up to date'
  return `${formatNumber(left)} of ${formatNumber(opened)} open ${opened === 1 ? 'lesson' : 'lessons'} left`
}

/** The orders of the table: by name, or people who are furthest behind first. */
export const PROGRESS_ORDERS = ['name', 'behind'] as const
export type ProgressOrder = (typeof PROGRESS_ORDERS)[number]

export function inOrder(people: readonly PersonProgress[], order: ProgressOrder): PersonProgress[] {
  if (order === 'name') return [...people]
  return [...people].sort((one, other) => lessonsBehind(other) - lessonsBehind(one))
}
