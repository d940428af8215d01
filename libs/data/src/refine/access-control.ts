import type { AccessControlProvider, CanParams } from '@refinedev/core'
import { can } from '../access/can'
import {
  isActionOf,
  isResource,
  type Permission,
  type Resource,
  type Scope,
} from '../access/resources'

/** The caller, as `boot()` returns it. */
export interface AccessSubject {
  /** `boot().account.id`; null for a visitor. */
  personId: string | null
  permissions: readonly Permission[]
}

/** Maps Refine's action names to those of the role table. */
const ACTIONS: Record<string, string> = { edit: 'update', show: 'read', clone: 'create' }

/** The column with the owner's id, for the resources that can be a person's own. */
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
  cohort_members: 'user_id',
  exercise_runs: 'user_id',
  submissions: 'user_id',
  extensions: 'user_id',
  saved_replies: 'user_id',
  questions: 'author_id',
  preferences: 'user_id',
}

/**
 * Actions that nobody may do to their own account: `set_role()`, `set_disabled()` and `reset_factors()` refuse them
 * with OWN_ACCOUNT.
 */
const NEVER_ON_ONESELF: readonly string[] = ['set_role', 'disable', 'reset_factors']

/**
 * Creates Refine's access control from the role table (rules/access#role-table). Everything that is not granted is
 * denied.
 *
 * A question without a record (a menu item, a list, a create button) is allowed if the right is held in any scope. A
 * question about a record (`params.id` or `params.record`) is allowed if the right covers that record: Refine's callers
 * pass the row as `params.record` and, for content of a course, the course as `params.course`. Without the row the
 * record counts as another person's. Actions that nobody may do to themselves are denied unless the record's id is
 * known to differ from `personId`.
 *
 * `subject` is called for each question, so that a change of rights needs no reload.
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

/** Returns the same answer synchronously, for callers that have the subject. */
export function isAllowed(
  subject: AccessSubject,
  { resource, action, params }: CanParams,
): boolean {
  const asked = ACTIONS[action] ?? action
  if (!isResource(resource)) return false
  // Some resources have no `list` action; a person who may read a record of one may see its list.
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

/** An id that no person has. */
const ANOTHER = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the smallest part of a record that the answer depends on, so that a list asks once about the person's own
 * rows and once about all others.
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
