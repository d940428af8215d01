import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, number, orNull, shape, string } from '../json'
import { parseNameSummary } from './name-summary'

type Caller = Pick<DataClient, 'rpc'>

export const parseDisableImpact = shape({
  /** Number of courses that the person's access opens now. */
  open: number,
  sessions: number,
  /** Courses that the person created. */
  courses: parseNameSummary,
  /** Communities that the person moderates. */
  communities: parseNameSummary,
  /** Number of open invites that the person sent. */
  invites: number,
})
/** The impact of disabling an account. */
export type DisableImpact = Answer<typeof parseDisableImpact>

/**
 * Counts what disabling a person concerns, without changing anything. Throws DataError `42501`, `PT404`
 * (rules/members#touched).
 */
export async function readDisableImpact(
  client: Caller,
  personId: string,
  signal: AbortSignal,
): Promise<DisableImpact> {
  const call = client.rpc('disable_impact', { user_id: personId })
  return parseDisableImpact(unwrap(await call.abortSignal(signal)))
}

export const parseRoleImpact = shape({
  /** Rights as `resource.action.scope`. */
  gains: listOf(string),
  loses: listOf(string),
  /** The person's own courses if the role gives or takes away the right to edit them; null if that stays the same. */
  courses: orNull(parseNameSummary),
  builds: boolean,
  /** Number of open invites that the person may no longer manage. */
  invites: number,
})
/** The impact of another role. */
export type RoleImpact = Answer<typeof parseRoleImpact>

/**
 * Says what another role would change for a person, without changing anything. Throws DataError `42501`, `PT404`
 * (rules/members#touched).
 */
export async function readRoleImpact(
  client: Caller,
  { id, role }: { id: string; role: Role },
  signal: AbortSignal,
): Promise<RoleImpact> {
  const call = client.rpc('role_impact', { user_id: id, role })
  return parseRoleImpact(unwrap(await call.abortSignal(signal)))
}
