import type { Action, Permission, Resource, Scope } from './resources'

/**
 * Returns whether the holder of `permissions` may do `action` to `resource` (rules/access#role-table).
 *
 * `permissions` are the rows of `boot().permissions`, which already include those of MEMBER. `scope` says how the
 * record relates to the person: `own` (the person created it, or it is about the person), `assigned` (it was given to
 * the person), `any` (another person's, or unknown). Without a scope the result says whether the person holds the right
 * at all, as a menu or a route needs; a button on a record passes the scope.
 *
 * The result is true only if a row grants the right. Missing data, unknown names and rights of a narrower scope give
 * false. Never throws. The database checks the right again in any case.
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
