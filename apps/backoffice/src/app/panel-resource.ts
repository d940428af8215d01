import type { RequiredPermission, Resource } from '@rookies/data/access/resources'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

interface Screen {
  /** The path of the address; `:id` stands for a record's id. */
  path: string
  action: 'list' | 'edit' | 'show' | 'create'
  /** The label of the screen's command in the palette; for screens that are neither in the menu nor about one record. */
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

/** Returns Refine's identifier of a resource. In the moderator panel a resource has another identifier. */
export const identifierIn = (panel: Panel, name: Resource): string =>
  panel === 'moderator' ? `moderator-${name}` : name

export interface PanelResource {
  panel: Panel
  /** Refine's name of the resource, which is the table's name. */
  name: Resource
  label: string
  icon: LucideIcon
  /** The right to see the menu item and to open the screens; a right to some rows is enough unless `allRows` is set. */
  need: RequiredPermission
  /** The resource whose menu item leads to this one; left out for a resource with a menu item. */
  parent?: Resource
  /** Hides the resource from the menu; another screen and the command palette link to it. */
  unlisted?: true
  screens: readonly [Screen, ...Screen[]]
  /** The right to export the list; left out if it has no export. */
  exports?: RequiredPermission
}
