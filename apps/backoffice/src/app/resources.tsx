import type { ResourceProps } from '@refinedev/core'
import type { Need, Resource } from '@rookies/data/access/resources'
import { BookOpen, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

interface Screen {
  /** Path from the root of the origin; `:id` is the record's. */
  path: string
  action: 'list' | 'edit' | 'show' | 'create'
  load: () => Promise<ComponentType>
}

export interface PanelResource {
  /** Refine's name, which is the table's. */
  name: Resource
  label: string
  icon: LucideIcon
  /** What somebody must hold, in any scope, to see the menu item and to open its screens. */
  need: Need
  screens: readonly [Screen, ...Screen[]]
}

/**
 * Everything the back-office shows, once: Refine's resources, the routes, the menu and the guards
 * are all made from this table. Only what is built stands here.
 */
export const PANEL_RESOURCES: readonly PanelResource[] = [
  {
    name: 'courses',
    label: 'Courses',
    icon: BookOpen,
    // Moderators list courses too, by title alone, to grant access; the catalogue is for who edits.
    need: { resource: 'courses', action: 'update' },
    screens: [
      {
        path: '/admin/courses',
        action: 'list',
        load: async () => (await import('../admin/courses/list')).CourseList,
      },
      {
        path: '/admin/courses/:id',
        action: 'edit',
        load: async () => (await import('../admin/courses/edit')).CourseEditor,
      },
    ],
  },
]

/** The table as Refine takes it. */
export const refineResources: ResourceProps[] = PANEL_RESOURCES.map(({ name, label, screens }) => ({
  name,
  meta: { label },
  ...Object.fromEntries(screens.map(({ action, path }) => [action, path])),
}))
