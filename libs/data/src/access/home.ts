import { isUnder, safeReturnPath } from '../session/return-path'
import type { Boot } from './boot'
import { can } from './can'
import { challengePath } from './factor-paths'
import type { Permission, RequiredPermission } from './resources'

/** The two panels, and the permission that opens each of them. All other pages are open to every signed-in person. */
const PANELS: readonly { prefix: string; need: RequiredPermission }[] = [
  { prefix: '/admin', need: { resource: 'admin_panel', action: 'enter' } },
  { prefix: '/moderator', need: { resource: 'moderator_panel', action: 'enter' } },
]

/** The library: the first page of people without a panel. A panel that a person may not open links to it. */
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
 * Returns the path to which a person goes after signing in (rules/access#home): `intended` if the person may open it,
 * otherwise the back-office's dashboard, the moderator panel, or the library, whichever the person may open first.
 * `intended` comes from an address and is not trusted; the result is always a path on this origin. The back-office is
 * another application, so paths under `/admin` and `/moderator` need a page load.
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
 * Returns the path to which a person goes right after signing in: the screen for the code of the second factor if a
 * code is needed, otherwise the result of `homeFor`. Staff who must still set up a second factor go to the panel, which
 * asks for it. `boot` is undefined if the request failed.
 */
export function pathAfterSignIn(boot: Boot | undefined, intended?: string | null): string {
  const account = boot?.account
  if (account?.state === 'SECOND_FACTOR') return challengePath(intended)
  if (!account?.aal_required) return homeFor(boot?.permissions, intended)
  const path = safeReturnPath(intended)
  return path === null || path === '/' ? ADMIN_PATH : path
}

/** Returns whether a path belongs to the back-office, which is another application and needs a page load. */
export function isBackOfficePath(path: string): boolean {
  const { pathname } = new URL(path, 'http://origin.invalid')
  return PANELS.some((panel) => isUnder(pathname, panel.prefix))
}

function mayEnter(permissions: readonly Permission[] | null | undefined, path: string): boolean {
  const { pathname } = new URL(path, 'http://origin.invalid')
  const panel = PANELS.find((candidate) => isUnder(pathname, candidate.prefix))
  return !panel || can(permissions, panel.need.resource, panel.need.action)
}
