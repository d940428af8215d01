import { isUnder, safeReturnPath } from '../session/return-path'
import type { Boot } from './boot'
import { can } from './can'
import { challengePath } from './factor-paths'
import type { Permission, RequiredPermission } from './resources'

/** The panels, and the right that opens each. Everything else is open to every signed-in person. */
const PANELS: readonly { prefix: string; need: RequiredPermission }[] = [
  { prefix: '/admin', need: { resource: 'admin_panel', action: 'enter' } },
  { prefix: '/moderator', need: { resource: 'moderator_panel', action: 'enter' } },
]

/** The library: home of people without a panel, and the way back from a panel that refuses. */
export const LIBRARY_PATH = '/app/dashboard'

/** All of a person's notes on one page. */
export const NOTES_PATH = '/app/notes'

/** The person's own account. */
export const PROFILE_PATH = '/app/profile'

/** The moderators' first page. */
const MODERATOR_PATH = '/moderator'

/** The back-office's first page. */
export const ADMIN_PATH = '/admin'

/**
 * Where a person goes after signing in (rules/access#home): where they were headed if they may go there,
 * else home: the back-office with its dashboard, else the moderator panel, else the library.
 *
 * In: rights, and the path they came for, as it stood in an address and therefore not trusted.
 * Out: a path on this origin. The back-office is another bundle: paths under `/admin` and
 * `/moderator` are reached by a page load.
 */
export function homeFor(
  permissions: readonly Permission[] | null | undefined,
  intended?: string | null,
): string {
  const path = safeReturnPath(intended)
  if (path !== null && path !== '/' && mayEnter(permissions, path)) return path
  if (can(permissions, 'dashboard', 'read') && can(permissions, 'admin_panel', 'enter')) {
    return ADMIN_PATH
  }
  return can(permissions, 'moderator_panel', 'enter') ? MODERATOR_PATH : LIBRARY_PATH
}

/**
 * Where a person goes right after signing in: to the code of their second factor, else as `homeFor`
 * says. Staff without the second factor that they need are let through to the panel, which asks for it.
 *
 * In: the opening answer, undefined when there is none, and the path they came for.
 */
export function pathAfterSignIn(boot: Boot | undefined, intended?: string | null): string {
  const account = boot?.account
  if (account?.state === 'SECOND_FACTOR') return challengePath(intended)
  if (!account?.aal_required) return homeFor(boot?.permissions, intended)
  const path = safeReturnPath(intended)
  return path === null || path === '/' ? ADMIN_PATH : path
}

/** Whether a path belongs to the other bundle, so that only a page load leads there. */
export function isBackOfficePath(path: string): boolean {
  const { pathname } = new URL(path, 'http://origin.invalid')
  return PANELS.some((panel) => isUnder(pathname, panel.prefix))
}

function mayEnter(permissions: readonly Permission[] | null | undefined, path: string): boolean {
  const { pathname } = new URL(path, 'http://origin.invalid')
  const panel = PANELS.find((candidate) => isUnder(pathname, candidate.prefix))
  return !panel || can(permissions, panel.need.resource, panel.need.action)
}
