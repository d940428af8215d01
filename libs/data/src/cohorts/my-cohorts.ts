import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { COHORT_DUTY, type Enums, type Json, SUBMISSION_STATE } from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  string,
  stringOrNull,
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
  /** Its community, if the person may read it. */
  community: { slug: string; name: string } | null
}

const COLUMNS =
  'cohort:cohorts!inner(id, slug, title, time_zone, starts_on, ends_on, community:communities(slug, name))'

/** The cohorts to which the person belongs, by their first day, the latest first. Fails with a DataError. */
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
    // Most people belong to no cohort, which says nothing about the account.
    meta: { oftenEmpty: true },
  })
}

/** The people with whom a person learns, by name (rules/cohorts#mates). */
export interface CohortMates {
  people: string[]
  staff: { name: string; duty: Enums<'cohort_duty'> }[]
}

/** Fails with a DataError; 42501 for a cohort to which the person does not belong. */
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
    // A cohort without staff and with one person has nobody to list.
    meta: { oftenEmpty: true },
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseMates(json: Json): CohortMates {
  const row = object(json)
  return {
    people: list(row.people).map(string),
    staff: list(row.staff).map((item) => {
      const { name, duty } = object(item)
      return { name: string(name), duty: oneOf(COHORT_DUTY, duty) }
    }),
  }
}

interface Planned {
  /** Days since the first day of the cohort, without the person's shift. */
  day: number
  open: boolean
  /** Of the lesson, or of the module if several of its lessons open. */
  title: string
  /** The lesson, or the first of several. */
  id: string
  course: string
  slug: string
}

/** What opens at one moment: a lesson, or several of one module. */
export interface PlannedOpening extends Planned {
  kind: 'OPENING'
  /** ISO date; null while the person pauses, for what is not open. */
  at: string | null
  lessons: number
  done: number
}

/** When an assignment is due. */
export interface PlannedDue extends Planned {
  kind: 'DUE'
  /** ISO date. */
  at: string
  zone: string
  state: Enums<'submission_state'> | null
}

/** A message of staff, as a person of the cohort reads it. */
export interface ReceivedMessage {
  id: string
  title: string
  message: string
  /** ISO date. */
  created_at: string
  sender: string | null
}

export interface CohortSchedule {
  /** Numbered from 1; 0 is what lies before the first day. */
  weeks: { week: number; planned: (PlannedOpening | PlannedDue)[] }[]
  /** The days by which everything is later for the person. */
  shift: number
  messages: ReceivedMessage[]
}

/** The schedule of a cohort by weeks (rules/cohorts#weeks). Fails with a DataError; 42501 outside the person's cohorts. */
export function cohortScheduleQuery(client: DataClient, cohortId: string) {
  return queryOptions({
    // It is read again whenever the library is.
    queryKey: [...libraryKeys.all, 'cohort', cohortId] as const,
    queryFn: async ({ signal }): Promise<CohortSchedule> =>
      parseCohortSchedule(
        unwrap(
          await client
            .rpc('my_cohort_schedule', { cohort_id: cohortId }, { get: true })
            .abortSignal(signal),
        ),
      ),
    // A cohort may have no courses yet.
    meta: { oftenEmpty: true },
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseCohortSchedule(json: Json): CohortSchedule {
  const { openings, dues, shift, messages } = object(json)
  const planned = [
    ...list(openings).map((item): PlannedOpening => {
      const row = object(item)
      return {
        kind: 'OPENING',
        at: stringOrNull(row.opens_at),
        lessons: number(row.lessons),
        done: number(row.done),
        ...placeOf(row),
      }
    }),
    ...list(dues).map((item): PlannedDue => {
      const row = object(item)
      const state = row.state === null ? null : oneOf(SUBMISSION_STATE, row.state)
      return { kind: 'DUE', at: string(row.at), zone: string(row.zone), state, ...placeOf(row) }
    }),
  ]
  const weekOf = ({ day }: { day: number }) => (day < 0 ? 0 : Math.floor(day / 7) + 1)
  const weeks = [...new Set(planned.map(weekOf))].sort((a, b) => a - b)
  return {
    shift: number(shift),
    weeks: weeks.map((week) => ({
      week,
      planned: planned
        .filter((one) => weekOf(one) === week)
        .sort((a, b) => a.day - b.day || (a.at ?? '').localeCompare(b.at ?? '')),
    })),
    messages: list(messages).map((item) => {
      const row = object(item)
      return {
        id: string(row.id),
        title: string(row.title),
        message: string(row.message),
        created_at: string(row.created_at),
        sender: stringOrNull(row.sender),
      }
    }),
  }
}

const placeOf = (row: JsonObject): Planned => ({
  day: number(row.day),
  open: boolean(row.open),
  title: string(row.title),
  id: string(row.id),
  course: string(row.course),
  slug: string(row.slug),
})

/** Query keys of cohorts as their people see them. */
export const myCohortKeys = {
  all: ['my-cohorts'] as const,
  list: (person: string) => [...myCohortKeys.all, 'list', person] as const,
  mates: (cohortId: string) => [...myCohortKeys.all, 'mates', cohortId] as const,
}
