/**
 * What a right can be about, and what can be done with it: the names under which the database's
 * `role_permissions` speaks (rules/access#role-table). A resource or an action that is not in this list does
 * not compile, so a screen cannot ask for a right that does not exist.
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
  settings: ['read', 'update'],
  due_work: ['read', 'retry'],
  logs: ['read', 'clear', 'statistics'],
} as const satisfies Record<string, readonly string[]>

/** How far a right reaches: every row, rows that are mine, rows that were given to me. */
export const SCOPES = ['any', 'own', 'assigned'] as const

export type Resource = keyof typeof RESOURCES
export type Action<R extends Resource = Resource> = (typeof RESOURCES)[R][number]
export type Scope = (typeof SCOPES)[number]

/** One right that a person holds: a row of `my_permissions()`. */
export interface Permission {
  resource: Resource
  action: Action
  scope: Scope
}

/** A right that a screen asks for: what a route or a menu item names. */
export type RequiredPermission = {
  [R in Resource]: {
    resource: R
    action: Action<R>
    /** For everybody's rows: a right to one's own alone, such as to one's own purchases, is not enough. */
    allRows?: true
  }
}[Resource]

/** Whether a name that came over the wire is one of ours. */
export function isResource(name: unknown): name is Resource {
  return typeof name === 'string' && Object.hasOwn(RESOURCES, name)
}

/** Whether an action that came over the wire exists for the resource. */
export function isActionOf<R extends Resource>(resource: R, name: unknown): name is Action<R> {
  const actions: readonly string[] = RESOURCES[resource]
  return typeof name === 'string' && actions.includes(name)
}

/** Whether a scope that came over the wire is one of ours. */
export function isScope(name: unknown): name is Scope {
  return SCOPES.some((scope) => scope === name)
}
