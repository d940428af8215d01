import type { RequiredPermission, Resource } from '@rookies/data/access/resources'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

interface Screen {
  /** Path from the root of the origin; `:id` is the record's id. */
  path: string
  action: 'list' | 'edit' | 'show' | 'create'
  /** What the command palette calls the screen, if it is neither a menu item nor about one record. */
  command?: string
  load: () => Promise<ComponentType>
}

/** The two panels of the back-office; each has its own menu and guard. */
export type Panel = 'admin' | 'moderator'

/** Names of the panels, for headers and links. */
export const PANEL_NAMES: Record<Panel, string> = {
  admin: 'Admin Panel',
  moderator: 'Moderator Panel',
}

/** Returns the panel in which an address is. */
export const panelOf = (pathname: string): Panel =>
  pathname.startsWith('/moderator') ? 'moderator' : 'admin'

/** Returns Refine's identifier of a resource. The moderators' screens have one of their own. */
export const identifierIn = (panel: Panel, name: Resource): string =>
  panel === 'moderator' ? `moderator-${name}` : name

export interface PanelResource {
  panel: Panel
  /** Refine's name of the resource, which is the table's name. */
  name: Resource
  label: string
  icon: LucideIcon
  /** The right to see the menu item and to open the screens; in any scope unless `allRows` is set. */
  need: RequiredPermission
  /** The resource above it; left out for a menu item. */
  parent?: Resource
  /** Hides the resource from the menu; another screen and a command lead to it. */
  unlisted?: true
  screens: readonly [Screen, ...Screen[]]
  /** The right to export the list; left out if it has no export. */
  exports?: RequiredPermission
}
