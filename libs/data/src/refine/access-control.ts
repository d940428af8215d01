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

/** Refine's names of actions, and the names of the same actions in the role table. */
const ACTIONS: Record<string, string> = { edit: 'update', show: 'read', clone: 'create' }

/** The column with the id of the owner, for resources of which a person can have rows. */
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

/** Actions on a person that nobody may do to their own account. The database functions refuse them with OWN_ACCOUNT. */
const NEVER_ON_ONESELF: readonly string[] = ['set_role', 'disable', 'reset_factors']

/**
 * Creates Refine's access control from the role table (rules/access#role-table). Everything that is not granted is
 * denied. Without a record (a menu item, a list, a create button), the right in any scope is enough. For a record
 * (`params.id` or `params.record`), the right must cover that record: callers pass the row as `params.record` and, for
 * content of a course, the course as `params.course`; without the row, the record counts as another person's. Actions
 * in `NEVER_ON_ONESELF` are denied unless the record's id is known to differ from `personId`. `subject` is called each
 * time, so that changed rights apply at once.
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

/** Returns the same result synchronously, for callers that already have the subject. */
export function isAllowed(
  subject: AccessSubject,
  { resource, action, params }: CanParams,
): boolean {
  const asked = ACTIONS[action] ?? action
  if (!isResource(resource)) return false
  // Some resources have no action `list`. A person who may read one of their records may see the list.
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
const OTHER_PERSON = '00000000-0000-0000-0000-000000000000'

/**
 * Returns only those fields of a record on which the answer depends, so that a list needs one answer for the person's
 * own rows and one for all others.
 */
export function recordToAsk(resource: Resource, record: object, personId: string): object {
  const column = OWNER[resource]
  const owner: unknown = column === undefined ? undefined : Reflect.get(record, column)
  if (column === undefined || typeof owner !== 'string') return {}
  return { [column]: isOther(owner, personId) ? OTHER_PERSON : owner }
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
