import { COHORT_DUTY, type Enums } from '../database.gen'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { choice, defineList, pageOf, typed } from '../lists/define-list'

/** The states of a cohort. They depend on its days in its zone (rules/cohorts#state). */
export const COHORT_STATES = ['UPCOMING', 'RUNNING', 'ENDED', 'DRAFT', 'ARCHIVED'] as const
export type CohortState = (typeof COHORT_STATES)[number]

export type CohortDuty = Enums<'cohort_duty'>
export const COHORT_DUTIES: readonly CohortDuty[] = COHORT_DUTY

const parseStaff = shape({ id: string, name: string, duty: among(COHORT_DUTIES) })
/** A person of the staff of a cohort. */
export type CohortStaff = Answer<typeof parseStaff>

export const parseCohort = shape({
  id: string,
  slug: string,
  title: string,
  time_zone: string,
  starts_on: string,
  ends_on: string,
  access_ends_on: orNull(string),
  seats: orNull(number),
  state: among(COHORT_STATES),
  draft: boolean,
  archived_at: orNull(string),
  /** The version on which an edit is based. */
  updated_at: string,
  /** The number of people who have not left. */
  people: number,
  courses: listOf(shape({ id: string, title: string })),
  staff: listOf(parseStaff),
})
/** A cohort as staff see it. Days are `YYYY-MM-DD` in its zone, moments are ISO dates. */
export type Cohort = Answer<typeof parseCohort>

/** The list of cohorts, sorted by first day. Archived cohorts are listed only with the filter for this state. */
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
  parse: pageOf('cohorts', parseCohort),
})
