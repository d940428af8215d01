import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { type DataError, expectRow, unwrap } from '../errors'
import { type Answer, both, changed, number, or, orNull, recordOf, shape, string } from '../json'
import { parseCohort } from './cohort-list'
import { COHORT_MEMBER_STATES, type CohortMemberState } from './cohort-members'

type Caller = Pick<DataClient, 'rpc'>

export const parseCohortDetails = both(
  parseCohort,
  shape({
    /** The number of people in each state. */
    members: changed(
      or(recordOf(number), {}),
      (counts) =>
        Object.fromEntries(
          COHORT_MEMBER_STATES.map((state) => [state, counts[state] ?? 0]),
        ) as Record<CohortMemberState, number>,
    ),
    /** The number of open invites to the cohort. */
    invited: or(number, 0),
    lessons: number,
    /** The number of modules and lessons that the schedule opens. */
    openings: number,
    community: orNull(shape({ id: string, name: string, slug: string })),
    /** The last move of the cohort: the number of days, and when it was done as an ISO date. */
    last_move: orNull(shape({ days: number, at: string })),
  }),
)
/** A cohort with all figures of its page. */
export type CohortDetails = Answer<typeof parseCohortDetails>

/**
 * Reads a record of Refine's resource `cohorts`; null if it does not exist or the caller may not read it. Fails with a
 * DataError.
 */
export async function readCohort(
  client: Caller,
  id: string,
  signal: AbortSignal,
): Promise<CohortDetails | null> {
  const call = client.rpc('cohort', { cohort_id: id }, { get: true })
  const answer = await call.abortSignal(signal)
  try {
    return parseCohortDetails(unwrap(answer))
  } catch (error) {
    // Moderators get the same refusal for a cohort that is not theirs and for one that does not exist.
    if (HIDDEN.has((error as DataError).code)) return null
    throw error
  }
}

const HIDDEN: ReadonlySet<string> = new Set(['PT404', '42501'])

/** The arguments for creating a cohort. */
export type NewCohort = Database['public']['Functions']['create_cohort']['Args']

export const parseMadeCohort = shape({ id: string, slug: string })

/**
 * Creates a record of Refine's resource `cohorts` with its courses. Repeating the call with the same operation id
 * returns the same cohort. Throws DataError: `42501`, and `PT422` with the field as hint.
 */
export async function createCohort(
  client: Caller,
  { id, ...cohort }: NewCohort & { id: string },
): Promise<Answer<typeof parseMadeCohort>> {
  return parseMadeCohort(unwrap(await client.rpc('create_cohort', { ...cohort, operation_id: id })))
}

/** A cohort that repeats an earlier one from another day on. */
export interface CohortAgain {
  id: string
  startsOn: string
  title: string
  slug: string
  operationId: string
}

/**
 * Creates a cohort with the courses, schedule and staff of an earlier one (rules/cohorts#again). Throws DataError:
 * `42501`, `PT404`, and `PT422` with the field as hint.
 */
export async function startCohortAgain(
  client: Caller,
  { id, startsOn, title, slug, operationId }: CohortAgain,
): Promise<Answer<typeof parseMadeCohort>> {
  return parseMadeCohort(
    unwrap(
      await client.rpc('start_cohort_again', {
        cohort_id: id,
        starts_on: startsOn,
        title,
        slug,
        operation_id: operationId,
      }),
    ),
  )
}

/** Sets the courses of a cohort and their order. Throws DataError: `42501`, `PT404`, `PT422`. */
export async function setCohortCourses(
  client: Caller,
  id: string,
  courseIds: readonly string[],
): Promise<void> {
  unwrap(await client.rpc('set_cohort_courses', { cohort_id: id, course_ids: [...courseIds] }))
}

/**
 * Archives a cohort, or takes it out of the archive. Nobody's access changes (rules/cohorts#archive). Throws DataError,
 * also `DENIED`.
 */
export async function archiveCohort(
  client: Pick<DataClient, 'from'>,
  id: string,
  archivedAt: string | null,
): Promise<void> {
  const write = client.from('cohorts').update({ archived_at: archivedAt }).eq('id', id)
  expectRow(await write.select('id'))
}
