import { isUnder, safeReturnPath } from '../session/return-path'
import type { Boot } from './boot'
import { can } from './can'
import { challengePath } from './factor-paths'
import type { Permission, RequiredPermission } from './resources'

/** The panels, and the right that opens each. All other pages are open to every signed-in person. */
const PANELS: readonly { prefix: string; need: RequiredPermission }[] = [
  { prefix: '/admin', need: { resource: 'admin_panel', action: 'enter' } },
  { prefix: '/moderator', need: { resource: 'moderator_panel', action: 'enter' } },
]

/** The library: home of people without a panel, and the target of the link in a panel that refuses. */
export const LIBRARY_PATH = '/app/dashboard'

/** The page with all of a person's notes. */
export const NOTES_PATH = '/app/notes'

/** The page of the person's own account. */
export const PROFILE_PATH = '/app/profile'

/** The moderators' first page. */
const MODERATOR_PATH = '/moderator'

/** The back-office's first page. */
export const ADMIN_PATH = '/admin'

/**
 * Returns where a person goes after signing in (rules/access#home): the intended path if it is allowed, otherwise home:
 * the back-office's dashboard, else the moderator panel, else the library.
 *
 * `intended` comes from an address and is not trusted. The result is a path on this origin. The back-office is another
 * application: paths under `/admin` and `/moderator` need a page load.
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
 * Returns where a person goes right after signing in: to the code of the second factor if one is needed, otherwise as
 * `homeFor` says. Staff without a required second factor go to the panel, which asks for it. `boot` is undefined if the
 * call failed.
 */
export function pathAfterSignIn(boot: Boot | undefined, intended?: string | null): string {
  const account = boot?.account
  if (account?.state === 'SECOND_FACTOR') return challengePath(intended)
  if (!account?.aal_required) return homeFor(boot?.permissions, intended)
  const path = safeReturnPath(intended)
  return path === null || path === '/' ? ADMIN_PATH : path
}

/** Returns whether a path belongs to the back-office, so that it needs a page load. */
export function isBackOfficePath(path: string): boolean {
  const { pathname } = new URL(path, 'http://origin.invalid')
  return PANELS.some((panel) => isUnder(pathname, panel.prefix))
}

function mayEnter(permissions: readonly Permission[] | null | undefined, path: string): boolean {
  const { pathname } = new URL(path, 'http://origin.invalid')
  const panel = PANELS.find((candidate) => isUnder(pathname, candidate.prefix))
  return !panel || can(permissions, panel.need.resource, panel.need.action)
}
