import type { AccessControlProvider, CanParams } from '@refinedev/core'
import { can } from '../access/can'
import {
  isActionOf,
  isResource,
  type Permission,
  type Resource,
  type Scope,
} from '../access/resources'

/** Who asks, as `boot()` tells it. */
export interface AccessSubject {
  /** `boot().account.id`; null for a visitor. */
  personId: string | null
  permissions: readonly Permission[]
}

/** Refine's names for what the role table calls otherwise. */
const ACTIONS: Record<string, string> = { edit: 'update', show: 'read', clone: 'create' }

/** The column that says whose row it is, for the resources that can be one's own. */
const OWNER: { readonly [R in Resource]?: string } = {
  courses: 'created_by_id',
  course_history: 'created_by_id',
  profiles: 'id',
  entitlements: 'user_id',
  lesson_completions: 'user_id',
  lesson_progress: 'user_id',
  notes: 'user_id',
  invites: 'invited_by_id',
  purchases: 'user_id',
  community_members: 'user_id',
  community_posts: 'author_id',
  notifications: 'recipient_id',
}

/**
 * What no person may do to their own account, whatever they may do to others': `set_role()`,
 * `set_disabled()` and `reset_factors()` refuse it with OWN_ACCOUNT.
 */
const NEVER_ON_ONESELF: readonly string[] = ['set_role', 'disable', 'reset_factors']

/**
 * Refine's access control over the role table (rules/access#role-table), fail closed.
 *
 * A question about no record in particular (a menu item, a list, a create button) is a yes when the
 * right is held in any scope. A question about a record (`params.id` or `params.record` is given) is
 * a yes when the right reaches that record: Refine's callers pass the row as `params.record` and, for
 * what lies in a course, the course as `params.course`. A record that was not passed counts as
 * another person's. What no person may do to themselves is a no unless the record is known to be another
 * person's, by its id and by `personId`.
 *
 * `subject` is asked each time, so that a change of rights needs no reload.
 */
export function createAccessControlProvider(
  subject: () => Promise<AccessSubject>,
): Required<Pick<AccessControlProvider, 'can'>> {
  return {
    can: async (question) => {
      const allowed = isAllowed(await subject(), question)
      return allowed ? { can: true } : { can: false, reason: 'Access Denied' }
    },
  }
}

/** The same answer at once, for callers that hold the subject. */
export function isAllowed(
  subject: AccessSubject,
  { resource, action, params }: CanParams,
): boolean {
  const asked = ACTIONS[action] ?? action
  if (!isResource(resource)) return false
  // Some resources are never listed as such: a person who may read one may see the list of those.
  const known = asked === 'list' && !isActionOf(resource, 'list') ? 'read' : asked
  if (!isActionOf(resource, known)) return false
  const aboutRecord = params?.id !== undefined || params?.record !== undefined
  const others = resource === 'profiles' && NEVER_ON_ONESELF.includes(known)
  if (aboutRecord && others && !isSomebodyElse(subject, params)) return false
  return can(
    subject.permissions,
    resource,
    known,
    aboutRecord ? recordScope(subject, resource, params) : undefined,
  )
}

/** Nobody's id. */
const ANOTHER = '00000000-0000-0000-0000-000000000000'

/**
 * In: a record, and the id of the person who asks. Out: the least of it on which the answer depends, so
 * that a list asks once about the person's own rows and once about all the others.
 */
export function recordToAsk(resource: Resource, record: object, personId: string): object {
  const column = OWNER[resource]
  const owner: unknown = column === undefined ? undefined : Reflect.get(record, column)
  if (column === undefined || typeof owner !== 'string') return {}
  return { [column]: isOther(owner, personId) ? ANOTHER : owner }
}

function isSomebodyElse({ personId }: AccessSubject, params: CanParams['params']): boolean {
  const row: unknown = params?.record
  const inRow: unknown =
    typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined
  const named = [inRow, params?.id].filter((id) => id !== undefined)
  return personId !== null && named.length > 0 && named.every((id) => isOther(id, personId))
}

function isOther(id: unknown, personId: string): boolean {
  return typeof id === 'string' && id.toLowerCase() !== personId.toLowerCase()
}

function recordScope(
  { personId }: AccessSubject,
  resource: Resource,
  params: CanParams['params'],
): Scope {
  const inCourse = params?.course !== undefined
  const row: unknown = inCourse ? params?.course : params?.record
  const column = inCourse ? OWNER.courses : OWNER[resource]
  if (personId === null || typeof row !== 'object' || row === null || !column) return 'any'
  return Reflect.get(row, column) === personId ? 'own' : 'any'
}
