import { type Enums, PERMISSION_SCOPE } from '../database.gen'

/**
 * The resources and their actions, with the names of the database's `role_permissions` (rules/access#role-table). Code
 * with another resource or action does not compile, so a screen cannot check a right that does not exist.
 */
export const RESOURCES = {
  admin_panel: ['enter'],
  moderator_panel: ['enter'],
  dashboard: ['read'],
  courses: ['list', 'read', 'create', 'update', 'delete', 'publish', 'restore'],
  course_history: ['read'],
  modules: ['read', 'create', 'update', 'delete', 'restore'],
  lessons: ['read', 'create', 'update', 'delete', 'restore'],
  lesson_versions: ['read', 'restore'],
  lesson_attachments: ['read', 'create', 'update', 'delete'],
  lesson_files: ['read', 'create', 'update'],
  profiles: ['list', 'read', 'update', 'set_role', 'disable', 'correct', 'reset_factors'],
  entitlements: ['read', 'create', 'update', 'delete'],
  lesson_completions: ['read', 'create', 'delete'],
  lesson_progress: ['read', 'create', 'update'],
  notes: ['read', 'create', 'update', 'delete'],
  analytics: ['read'],
  invites: ['read', 'create', 'resend', 'cancel', 'give_role'],
  purchases: ['read', 'create', 'refund', 'assign', 'dismiss'],
  sessions: ['read'],
  audit_logs: ['read'],
  communities: ['read', 'create', 'update', 'delete'],
  community_members: ['read', 'create', 'update', 'delete'],
  community_posts: ['read', 'create', 'update', 'delete', 'report'],
  notifications: ['read', 'create', 'update', 'delete', 'mark'],
  cohorts: ['read', 'create', 'update', 'delete'],
  cohort_members: ['read', 'create', 'update', 'delete'],
  cohort_staff: ['read', 'create', 'update', 'delete'],
  cohort_messages: ['read', 'create'],
  releases: ['read', 'create', 'update', 'delete'],
  assignments: ['read', 'update'],
  submissions: ['list', 'review', 'withdraw', 'create', 'read'],
  exercises: ['read', 'update'],
  exercise_runs: ['list', 'create', 'read'],
  extensions: ['give', 'ask', 'read'],
  saved_replies: ['read', 'create', 'update', 'delete'],
  questions: ['list', 'moderate', 'create', 'read', 'update', 'delete', 'report'],
  preferences: ['read', 'create', 'update'],
  settings: ['read', 'update'],
  due_work: ['read', 'retry'],
  inbox: ['enter'],
  logs: ['read', 'clear', 'statistics'],
} as const satisfies Record<string, readonly string[]>

/**
 * The scopes of a right: all rows (any), the person's own rows (own), or rows that are assigned to the person
 * (assigned).
 */
export const SCOPES = PERMISSION_SCOPE

export type Resource = keyof typeof RESOURCES
export type Action<R extends Resource = Resource> = (typeof RESOURCES)[R][number]
export type Scope = Enums<'permission_scope'>

/**
 * A right of a person: a row of `my_permissions()`. A newer database may name resources that this build does not know.
 */
export interface Permission {
  resource: string
  action: string
  scope: Scope
}

/** A right that a route or a menu item requires. */
export type RequiredPermission = {
  [R in Resource]: {
    resource: R
    action: Action<R>
    /** Whether the right must cover all rows, so that a right to the person's own rows is not enough. */
    allRows?: true
  }
}[Resource]

/** Returns whether a name from the server is a known resource. */
export function isResource(name: unknown): name is Resource {
  return typeof name === 'string' && Object.hasOwn(RESOURCES, name)
}

/** Returns whether an action from the server exists for the resource. */
export function isActionOf<R extends Resource>(resource: R, name: unknown): name is Action<R> {
  const actions: readonly string[] = RESOURCES[resource]
  return typeof name === 'string' && actions.includes(name)
}

/** Returns whether a scope from the server is known. */
export function isScope(name: unknown): name is Scope {
  return SCOPES.some((scope) => scope === name)
}
