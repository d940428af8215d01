import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { Membership } from './cohort-members'

/** A cohort to which a person belongs or belonged. Days are in its zone, moments are ISO dates. */
export interface PersonCohort extends Membership {
  id: string
  title: string
  time_zone: string
  starts_on: string
  ends_on: string
  joined_at: string
}

/** Most cohorts of one person that are shown. */
const MOST = 50

/**
 * Returns the person's cohorts, the last joined first. Row security hides those that the caller does not look after.
 */
export async function readPersonCohorts(
  client: Pick<DataClient, 'from'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<PersonCohort[]> {
  const rows = unwrap(
    await client
      .from('cohort_members')
      .select(
        'state, shift_days, open_all, joined_at, cohort:cohorts(id, title, time_zone, starts_on, ends_on)',
      )
      .eq('user_id', id)
      .order('joined_at', { ascending: false })
      .limit(MOST)
      .abortSignal(signal),
  )
  return rows.map(({ cohort, ...row }) => ({ ...row, ...cohort }))
}
