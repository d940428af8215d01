import type { Action, Permission, Resource, Scope } from './resources'

/**
 * Returns whether a person with these permissions may do `action` to `resource` (rules/access#role-table).
 * `permissions` are the rows of `boot().permissions`, which include those of MEMBER. `scope` is the relation of the
 * record to the person: `own` (created by or about the person), `assigned` (given to the person), `any` (all others).
 * Without a scope, any right to the action is enough, as for a menu or a route; a button on a record needs a scope.
 * False for missing data, unknown names, and rights of a narrower scope. Never throws. The database checks each right
 * again.
 */
export function can<R extends Resource>(
  permissions: readonly Permission[] | null | undefined,
  resource: R,
  action: Action<R>,
  scope?: Scope,
): boolean {
  if (!permissions) return false
  return permissions.some(
    (held) =>
      held.resource === resource &&
      held.action === action &&
      (scope === undefined || held.scope === 'any' || held.scope === scope),
  )
}
