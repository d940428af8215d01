import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { COHORT_DUTY, SUBMISSION_STATE } from '../database.gen'
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
import { libraryKeys } from '../library/library-query'

/** A cohort of the signed-in person. Days are in its zone. */
export interface MyCohort {
  id: string
  slug: string
  title: string
  time_zone: string
  starts_on: string
  ends_on: string
  /** The community of the cohort, if the person may read it. */
  community: { slug: string; name: string } | null
}

const COLUMNS =
  'cohort:cohorts!inner(id, slug, title, time_zone, starts_on, ends_on, community:communities(slug, name))'

/** Reads the cohorts of the signed-in person, sorted by first day, the latest first. Fails with a DataError. */
export function myCohortsQuery(client: DataClient, person: string) {
  return queryOptions({
    queryKey: myCohortKeys.list(person),
    queryFn: async ({ signal }): Promise<MyCohort[]> =>
      unwrap(
        await client
          .from('cohort_members')
          .select(COLUMNS)
          .eq('user_id', person)
          .neq('state', 'LEFT')
          .abortSignal(signal),
      )
        .map(({ cohort }) => cohort)
        .sort((a, b) => b.starts_on.localeCompare(a.starts_on)),
    // Most people belong to no cohort, so an empty answer does not mean that the account is disabled.
    meta: { oftenEmpty: true },
  })
}

export const parseMates = shape({
  people: listOf(string),
  staff: listOf(shape({ name: string, duty: among(COHORT_DUTY) })),
})
/** The people with whom a person learns, by name (rules/cohorts#mates). */
export type CohortMates = Answer<typeof parseMates>

/** Reads the people of a cohort. Fails with a DataError; `42501` for a cohort to which the person does not belong. */
export function cohortMatesQuery(client: DataClient, cohortId: string) {
  return queryOptions({
    queryKey: myCohortKeys.mates(cohortId),
    queryFn: async ({ signal }): Promise<CohortMates> =>
      parseMates(
        unwrap(
          await client
            .rpc('cohort_mates', { cohort_id: cohortId }, { get: true })
            .abortSignal(signal),
        ),
      ),
    // A cohort with only one person and no staff has nobody to list.
    meta: { oftenEmpty: true },
  })
}

const planned = {
  /** The day of the cohort, where 0 is the first, without the person's shift. */
  day: number,
  open: boolean,
  /** The title of the lesson, or of the module if several of its lessons open. */
  title: string,
  /** The id of the lesson, or of the first of several. */
  id: string,
  course: string,
  slug: string,
}

const parseOpening = changed(
  shape({ ...planned, opens_at: orNull(string), lessons: number, done: number }),
  ({ opens_at, ...opening }) => ({
    kind: 'OPENING' as const,
    ...opening,
    /** ISO date; null if it has not opened and the person has paused. */
    at: opens_at,
  }),
)
/** A lesson, or several lessons of a module, that open at one moment. */
export type PlannedOpening = Answer<typeof parseOpening>

const parseDue = changed(
  shape({
    ...planned,
    /** ISO date. */
    at: string,
    zone: string,
    state: orNull(among(SUBMISSION_STATE)),
  }),
  (due) => ({ kind: 'DUE' as const, ...due }),
)
/** When an assignment is due. */
export type PlannedDue = Answer<typeof parseDue>

const parseMessage = shape({
  id: string,
  title: string,
  message: string,
  /** ISO date. */
  created_at: string,
  sender: orNull(string),
})
/** A message of staff, in the form in which a person of the cohort reads it. */
export type ReceivedMessage = Answer<typeof parseMessage>

const weekOf = ({ day }: { day: number }) => (day < 0 ? 0 : Math.floor(day / 7) + 1)

export const parseCohortSchedule = changed(
  shape({
    openings: listOf(parseOpening),
    dues: listOf(parseDue),
    /** The number of days by which everything comes later for the person. */
    shift: number,
    messages: listOf(parseMessage),
  }),
  ({ openings, dues, ...schedule }) => {
    const all = [...openings, ...dues]
    const weeks = [...new Set(all.map(weekOf))].sort((a, b) => a - b)
    return {
      ...schedule,
      /** The number of the week, from 1; 0 for the time before the first day. */
      weeks: weeks.map((week) => ({
        week,
        planned: all
          .filter((one) => weekOf(one) === week)
          .sort((a, b) => a.day - b.day || (a.at ?? '').localeCompare(b.at ?? '')),
      })),
    }
  },
)
export type CohortSchedule = Answer<typeof parseCohortSchedule>

/** The schedule of a cohort by weeks (rules/cohorts#weeks). Fails with a DataError; 42501 outside the person's cohorts. */
export function cohortScheduleQuery(client: DataClient, cohortId: string) {
  return queryOptions({
    // The key begins with that of the library, so that both are read again together.
    queryKey: [...libraryKeys.all, 'cohort', cohortId] as const,
    queryFn: async ({ signal }): Promise<CohortSchedule> =>
      parseCohortSchedule(
        unwrap(
          await client
            .rpc('my_cohort_schedule', { cohort_id: cohortId }, { get: true })
            .abortSignal(signal),
        ),
      ),
    // A cohort can be without courses.
    meta: { oftenEmpty: true },
  })
}

/** Query keys of the person's own cohorts. */
export const myCohortKeys = {
  all: ['my-cohorts'] as const,
  list: (person: string) => [...myCohortKeys.all, 'list', person] as const,
  mates: (cohortId: string) => [...myCohortKeys.all, 'mates', cohortId] as const,
}
