import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, list, number, object, string } from '../json'
import { type NameSummary, parseNameSummary } from './name-summary'

type Caller = Pick<DataClient, 'rpc'>

/** The impact of disabling an account. */
export interface DisableImpact {
  /** Number of courses that the person's access opens now. */
  open: number
  sessions: number
  /** Courses that the person created. */
  courses: NameSummary
  /** Communities that the person moderates. */
  communities: NameSummary
  /** Number of open invites that the person sent. */
  invites: number
}

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
  const answer = object(unwrap(await call.abortSignal(signal)))
  return {
    open: number(answer.open),
    sessions: number(answer.sessions),
    courses: parseNameSummary(answer.courses),
    communities: parseNameSummary(answer.communities),
    invites: number(answer.invites),
  }
}

/** The impact of another role. */
export interface RoleImpact {
  /** Rights as `resource.action.scope`. */
  gains: string[]
  loses: string[]
  /** The person's own courses if the role gives or takes away the right to edit them; null if that stays the same. */
  courses: NameSummary | null
  builds: boolean
  /** Number of open invites that the person may no longer manage. */
  invites: number
}

/**
 * Says what another role would change for a person, without changing anything. Throws DataError `42501`, `PT404`
 * (rules/members#touched).
 */
export async function readRoleImpact(
  client: Caller,
  { id, role }: { id: string; role: Role },
  signal: AbortSignal,
): Promise<RoleImpact> {
  const answer = object(
    unwrap(await client.rpc('role_impact', { user_id: id, role }).abortSignal(signal)),
  )
  return {
    gains: list(answer.gains).map(string),
    loses: list(answer.loses).map(string),
    courses: answer.courses === null ? null : parseNameSummary(answer.courses),
    builds: boolean(answer.builds),
    invites: number(answer.invites),
  }
}
