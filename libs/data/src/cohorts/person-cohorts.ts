import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, both, listOf, shape, string } from '../json'
import { parseBehind } from '../library/behind'
import { parseMembership } from './cohort-members'
import { parseCleared } from './falling-behind'

const parsePersonCohort = both(
  parseMembership,
  shape({
    id: string,
    title: string,
    starts_on: string,
    ends_on: string,
    behind: listOf(parseBehind),
    /** The newest notes of staff who marked the person as no longer behind. */
    cleared: listOf(parseCleared),
  }),
)
/** A cohort to which a person belongs or belonged. Days are in its zone, moments are ISO dates. */
export type PersonCohort = Answer<typeof parsePersonCohort>

export const parsePersonCohorts = listOf(parsePersonCohort)

/** Returns the person's cohorts that the caller may read, the latest first. Fails with a DataError: `42501`. */
export async function readPersonCohorts(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<PersonCohort[]> {
  const call = client.rpc('person_cohorts', { user_id: id }, { get: true })
  return parsePersonCohorts(unwrap(await call.abortSignal(signal)))
}
