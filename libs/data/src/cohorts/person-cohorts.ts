import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { list, object, string } from '../json'
import { type Behind, parseBehind } from '../library/behind'
import { type Membership, parseMembership } from './cohort-members'
import { type Cleared, parseCleared } from './falling-behind'

/** A cohort to which a person belongs or belonged. Days are in its zone, moments are ISO dates. */
export interface PersonCohort extends Membership {
  id: string
  title: string
  starts_on: string
  ends_on: string
  behind: Behind[]
  /** The newest notes with which staff cleared what the person had fallen behind with. */
  cleared: Cleared[]
}

/** Returns the person's cohorts that the caller may read, the latest first. Fails with a DataError: `42501`. */
export async function readPersonCohorts(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<PersonCohort[]> {
  const call = client.rpc('person_cohorts', { user_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map((json) => {
    const row = object(json)
    return {
      ...parseMembership(json),
      id: string(row.id),
      title: string(row.title),
      starts_on: string(row.starts_on),
      ends_on: string(row.ends_on),
      behind: list(row.behind).map(parseBehind),
      cleared: list(row.cleared).map(parseCleared),
    }
  })
}
