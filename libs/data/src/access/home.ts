import { can } from './can'
import type { Need, Permission } from './resources'
import { isUnder, safeReturnPath } from './return-path'

/** The panels, and the right that lets somebody in. Everything else is open to whoever signed in. */
const PANELS: readonly { prefix: string; need: Need }[] = [
  { prefix: '/admin', need: { resource: 'admin_panel', action: 'enter' } },
  { prefix: '/moderator', need: { resource: 'moderator_panel', action: 'enter' } },
]

/** The library: home of whoever has no panel, and the way back from a panel that refuses. */
export const LIBRARY_PATH = '/app/dashboard'

/** The back-office's first page. */
export const ADMIN_PATH = '/admin'

/**
 * Where somebody goes after signing in (decisions §3): where they were headed if their rights let
 * them in there, else their home, which is the back-office for whoever may enter it and has a
 * dashboard in it, and the library for everybody else.
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
  return can(permissions, 'dashboard', 'read') && can(permissions, 'admin_panel', 'enter')
    ? ADMIN_PATH
    : LIBRARY_PATH
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
