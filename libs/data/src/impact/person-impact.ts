import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, number, orNull, shape, string } from '../json'
import { parseNameSummary } from './name-summary'

type Caller = Pick<DataClient, 'rpc'>

export const parseDisableImpact = shape({
  /** The number of courses that the person can open now. */
  open: number,
  sessions: number,
  /** The courses that the person created. */
  courses: parseNameSummary,
  /** The communities that the person moderates. */
  communities: parseNameSummary,
  /** The number of open invites that the person sent. */
  invites: number,
})
/** The effect of disabling an account. */
export type DisableImpact = Answer<typeof parseDisableImpact>

/**
 * Counts what disabling a person would affect, without changing anything. Throws DataError `42501`, `PT404`
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
  /** The rights that the person would gain, as `resource.action.scope`. */
  gains: listOf(string),
  loses: listOf(string),
  /** The person's own courses, if the right to edit them would change; otherwise null. */
  courses: orNull(parseNameSummary),
  builds: boolean,
  /** The number of open invites that the person could no longer manage. */
  invites: number,
})
/** The effect of giving a person another role. */
export type RoleImpact = Answer<typeof parseRoleImpact>

/**
 * Reads what another role would change for a person, without changing anything. Throws DataError `42501`, `PT404`
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
