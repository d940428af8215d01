import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { expectRow, unwrap } from '../errors'
import type { CohortDuty } from './cohort-list'

/** PostgreSQL's error code if a row exists already. */
const UNIQUE_VIOLATION = '23505'

type Tables = Pick<DataClient, 'from'>

/** A person who becomes staff of a cohort, and the duty. */
export type NewStaff = Required<
  Pick<Database['public']['Tables']['cohort_staff']['Insert'], 'cohort_id' | 'user_id' | 'duty'>
>

/**
 * Creates a record of Refine's resource `cohort_staff`, or changes the duty of a person who has one already. Throws
 * DataError: `42501`, and `PT422` with hint `NOT_STAFF` for a person who is neither administrator nor moderator.
 */
export async function addCohortStaff(client: Tables, staff: NewStaff): Promise<void> {
  const { cohort_id, user_id, duty } = staff
  const answer = await client.from('cohort_staff').insert({ cohort_id, user_id, duty })
  // The person already has a duty in this cohort, which is changed.
  if (answer.error?.code === UNIQUE_VIOLATION) {
    return changeDuty(client, cohort_id, user_id, duty)
  }
  unwrap(answer)
}

/** Changes the duty of a person in a cohort. Throws DataError, also `DENIED`. */
export async function changeDuty(
  client: Tables,
  cohortId: string,
  personId: string,
  duty: CohortDuty,
): Promise<void> {
  const write = client
    .from('cohort_staff')
    .update({ duty })
    .eq('cohort_id', cohortId)
    .eq('user_id', personId)
  expectRow(await write.select('user_id'))
}

/** Removes a person from the staff of a cohort. Throws DataError, also `DENIED`. */
export async function removeCohortStaff(
  client: Tables,
  cohortId: string,
  personId: string,
): Promise<void> {
  const write = client
    .from('cohort_staff')
    .delete()
    .eq('cohort_id', cohortId)
    .eq('user_id', personId)
  expectRow(await write.select('user_id'))
}
