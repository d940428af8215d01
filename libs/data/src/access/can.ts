import type { Action, Permission, Resource, Scope } from './resources'

/**
 * Whether the holder of `permissions` may do `action` to `resource` (rules/access#role-table).
 *
 * In: the rows of `boot().permissions` (a MEMBER's rows are already merged in by the database),
 * and the scope in which the thing at hand stands to the person: `own` (they made it, or it is
 * about them), `assigned` (it was given to them), `any` (another person's, or not known). Without a
 * scope the question is only whether they hold the right at all, which is what a menu or a route
 * asks; a button on a record names the scope.
 *
 * Out: yes only when a row says so. Nothing known, an unknown name, or a right of a narrower scope
 * is a no. Throws nothing. The database decides again in any case.
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
