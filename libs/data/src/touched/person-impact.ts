import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, list, number, object, string } from '../json'
import { type Named, parseNamed } from './named'

type Caller = Pick<DataClient, 'rpc'>

/** What an account's end touches. */
export interface DisableImpact {
  /** Courses that their grants open now. */
  open: number
  sessions: number
  /** Courses they made. */
  courses: Named
  /** Communities they moderate. */
  communities: Named
  /** Open ones that they sent. */
  invites: number
}

/** Whom disabling a person touches; changes nothing. Throws DataError `42501`, `PT404` (rules/members#touched). */
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
    courses: parseNamed(answer.courses),
    communities: parseNamed(answer.communities),
    invites: number(answer.invites),
  }
}

/** What another role means. */
export interface RoleImpact {
  /** Rights as `resource.action.scope`. */
  gains: string[]
  loses: string[]
  /** Their own courses, when they can build them from then on, or no longer; null when that stays. */
  courses: Named | null
  builds: boolean
  /** Open invites of theirs that they can no longer look after. */
  invites: number
}

/** What a role would change for a person; changes nothing. Throws DataError `42501`, `PT404` (rules/members#touched). */
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
    courses: answer.courses === null ? null : parseNamed(answer.courses),
    builds: boolean(answer.builds),
    invites: number(answer.invites),
  }
}
