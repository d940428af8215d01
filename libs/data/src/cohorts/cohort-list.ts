import { COHORT_DUTY, type Enums, type Json } from '../database.gen'
import { boolean, list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import { choice, defineList, typed } from '../lists/define-list'

/** The states of a cohort, which its days in its zone decide (rules/cohorts#state). */
export const COHORT_STATES = ['UPCOMING', 'RUNNING', 'ENDED', 'DRAFT', 'ARCHIVED'] as const
export type CohortState = (typeof COHORT_STATES)[number]

export type CohortDuty = Enums<'cohort_duty'>
export const COHORT_DUTIES: readonly CohortDuty[] = COHORT_DUTY

/** A course of a cohort. */
export interface CohortCourse {
  id: string
  title: string
}

/** A person who looks after a cohort. */
export interface CohortStaff {
  id: string
  name: string
  duty: CohortDuty
}

/** A cohort as staff see it. Days are `YYYY-MM-DD` in its zone, moments are ISO dates. */
export interface Cohort {
  id: string
  slug: string
  title: string
  time_zone: string
  starts_on: string
  ends_on: string
  access_ends_on: string | null
  seats: number | null
  state: CohortState
  draft: boolean
  archived_at: string | null
  /** The version that an edit begins with. */
  updated_at: string
  /** Number of people who did not leave. */
  people: number
  courses: CohortCourse[]
  staff: CohortStaff[]
}

/** Cohorts by their first day. Archived ones are listed only where their state is asked for. */
export const COHORT_LIST = defineList({
  resource: 'cohorts',
  calls: 'cohort_list',
  get: true,
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    state: choice(COHORT_STATES, (state) => ({ state })),
  },
  orders: {
    newest: { field: 'starts_on', order: 'desc' },
    oldest: { field: 'starts_on', order: 'asc' },
    title: { field: 'title', order: 'asc' },
    '-title': { field: 'title', order: 'desc' },
  },
  exported: { list: 'cohorts' },
  parse: (page) => ({ data: list(page.cohorts).map(parseCohort), total: number(page.total) }),
})

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseCohort(json: Json): Cohort {
  const row = object(json)
  return {
    id: string(row.id),
    slug: string(row.slug),
    title: string(row.title),
    time_zone: string(row.time_zone),
    starts_on: string(row.starts_on),
    ends_on: string(row.ends_on),
    access_ends_on: stringOrNull(row.access_ends_on),
    seats: numberOrNull(row.seats),
    state: oneOf(COHORT_STATES, row.state),
    draft: boolean(row.draft),
    archived_at: stringOrNull(row.archived_at),
    updated_at: string(row.updated_at),
    people: number(row.people),
    courses: list(row.courses).map(parseCourse),
    staff: list(row.staff).map(parseStaff),
  }
}

function parseCourse(json: Json): CohortCourse {
  const { id, title } = object(json)
  return { id: string(id), title: string(title) }
}

function parseStaff(json: Json): CohortStaff {
  const { id, name, duty } = object(json)
  return { id: string(id), name: string(name), duty: oneOf(COHORT_DUTIES, duty) }
}
