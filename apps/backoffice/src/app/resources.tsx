import type { ResourceProps } from '@refinedev/core'
import type { RequiredPermission, Resource } from '@rookies/data/access/resources'
import {
  Bell,
  BookOpen,
  Bug,
  CalendarClock,
  ChartNoAxesColumn,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ScrollText,
  Settings as SettingsIcon,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'

interface Screen {
  /** Path from the root of the origin; `:id` is the record's. */
  path: string
  action: 'list' | 'edit' | 'show' | 'create'
  load: () => Promise<ComponentType>
}

/** The two panels of the back-office; each has a menu and a guard of its own. */
export type Panel = 'admin' | 'moderator'

/** What a panel is called, in its header and where something leads to it. */
export const PANEL_NAMES: Record<Panel, string> = {
  admin: 'Admin Panel',
  moderator: 'Moderator Panel',
}

export interface PanelResource {
  panel: Panel
  /** Refine's name, which is the table's. */
  name: Resource
  label: string
  icon: LucideIcon
  /** The right to see the menu item and to open its screens; in any scope, unless it says more. */
  need: RequiredPermission
  /** The screen above it, where that is not the menu. */
  parent?: Resource
  /** Reached from another screen and by command: the menu is fixed. */
  unlisted?: true
  screens: readonly [Screen, ...Screen[]]
}

const SEES_FIGURES: RequiredPermission = { resource: 'dashboard', action: 'read' }
const MANAGES_PEOPLE: RequiredPermission = { resource: 'profiles', action: 'set_role' }

/**
 * Everything the back-office shows, once: Refine's resources, the routes, the menu and the guards
 * are all made from this table. Only what is built stands here.
 */
export const PANEL_RESOURCES: readonly PanelResource[] = [
  {
    panel: 'admin',
    name: 'dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    need: SEES_FIGURES,
    screens: [
      {
        path: '/admin',
        action: 'list',
        load: async () => (await import('../screens/dashboard/dashboard')).Dashboard,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'courses',
    label: 'Courses',
    icon: BookOpen,
    // Moderators list courses too, by title alone, to grant access; the catalogue is for who edits.
    need: { resource: 'courses', action: 'update' },
    screens: [
      {
        path: '/admin/courses',
        action: 'list',
        load: async () => (await import('../resources/courses/list')).CourseList,
      },
      {
        path: '/admin/courses/import',
        action: 'create',
        load: async () => (await import('../resources/courses/import/import')).CourseImport,
      },
      {
        path: '/admin/courses/:id',
        action: 'edit',
        load: async () => (await import('../resources/courses/edit')).CourseEditor,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'communities',
    label: 'Communities',
    icon: MessagesSquare,
    // Members read those that are open to them, in the portal.
    need: { resource: 'communities', action: 'update' },
    screens: [
      {
        path: '/admin/communities',
        action: 'list',
        load: async () => (await import('../resources/communities/list')).CommunityList,
      },
      {
        path: '/admin/communities/:id',
        action: 'show',
        load: async () => (await import('../resources/communities/show')).ShowCommunity,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'profiles',
    label: 'Members',
    icon: Users,
    // Staff who only manage access do so in the moderator panel.
    need: MANAGES_PEOPLE,
    screens: [
      {
        path: '/admin/members',
        action: 'list',
        load: async () => (await import('./member-lists')).AdminMembers,
      },
      {
        path: '/admin/members/:id',
        action: 'show',
        load: async () => (await import('./person-page')).PersonPage,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'invites',
    label: 'Invites',
    icon: Mail,
    // Moderators invite too, from their Members screen; this one is for people with the dashboard that counts them.
    need: SEES_FIGURES,
    screens: [
      {
        path: '/admin/invites',
        action: 'list',
        load: async () => (await import('../resources/invites/list')).AdminInvites,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'analytics',
    label: 'Analytics',
    icon: ChartNoAxesColumn,
    // As the members, from whom it is reached.
    need: MANAGES_PEOPLE,
    parent: 'profiles',
    unlisted: true,
    screens: [
      {
        path: '/admin/analytics',
        action: 'list',
        load: async () => (await import('../screens/analytics/list')).AnalyticsList,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'notifications',
    label: 'Notifications',
    icon: Bell,
    // Members read those that are sent to them, in the bell.
    need: { resource: 'notifications', action: 'read', allRows: true },
    screens: [
      {
        path: '/admin/notifications',
        action: 'list',
        load: async () => (await import('../resources/notifications/list')).NotificationList,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'purchases',
    label: 'Purchases',
    icon: CreditCard,
    need: { resource: 'purchases', action: 'read', allRows: true },
    screens: [
      {
        path: '/admin/purchases',
        action: 'list',
        load: async () => (await import('../resources/purchases/list')).PurchaseList,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'audit_logs',
    label: 'Audit logs',
    icon: ScrollText,
    need: { resource: 'audit_logs', action: 'read' },
    screens: [
      {
        path: '/admin/audit-logs',
        action: 'list',
        load: async () => (await import('../resources/audit-logs/list')).AuditLogList,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'due_work',
    label: 'Due Work',
    icon: CalendarClock,
    need: { resource: 'due_work', action: 'read' },
    screens: [
      {
        path: '/admin/due-work',
        action: 'list',
        load: async () => (await import('../resources/due-work/list')).DueWorkList,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'settings',
    label: 'Settings',
    icon: SettingsIcon,
    need: { resource: 'settings', action: 'update' },
    screens: [
      {
        path: '/admin/settings',
        action: 'list',
        load: async () => (await import('../screens/settings/settings')).Settings,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'logs',
    label: 'Application Logs',
    icon: Bug,
    need: { resource: 'logs', action: 'read' },
    screens: [
      {
        path: '/admin/logs',
        action: 'list',
        load: async () => (await import('../screens/logs/list')).LogList,
      },
    ],
  },
  {
    panel: 'moderator',
    name: 'profiles',
    label: 'Members',
    icon: Users,
    need: { resource: 'moderator_panel', action: 'enter' },
    screens: [
      {
        path: '/moderator/members',
        action: 'list',
        load: async () => (await import('./member-lists')).ModeratorMembers,
      },
      {
        path: '/moderator',
        action: 'list',
        load: async () => (await import('./member-lists')).ModeratorMembers,
      },
      {
        path: '/moderator/members/:id',
        action: 'show',
        load: async () => (await import('./person-page')).PersonPage,
      },
    ],
  },
  {
    panel: 'moderator',
    name: 'analytics',
    label: 'Analytics',
    icon: ChartNoAxesColumn,
    need: { resource: 'analytics', action: 'read' },
    screens: [
      {
        path: '/moderator/analytics',
        action: 'list',
        load: async () => (await import('../screens/analytics/list')).AnalyticsList,
      },
    ],
  },
]

/** What is shown in the screens of its parent, and has none of its own. */
const NESTED: readonly { name: Resource; parent: Resource }[] = [
  { name: 'modules', parent: 'courses' },
  { name: 'lessons', parent: 'modules' },
  { name: 'entitlements', parent: 'profiles' },
  { name: 'community_members', parent: 'communities' },
  { name: 'community_posts', parent: 'communities' },
]

/** Both as Refine takes them. It knows the moderators' screens of a resource by an identifier of their own. */
export const refineResources: ResourceProps[] = [
  ...PANEL_RESOURCES.map(({ panel, name, label, parent, screens }) => ({
    name,
    ...(panel === 'moderator' && { identifier: `moderator-${name}` }),
    meta: { label, ...(parent && { parent }) },
    // The first screen of an action is the one that leads to it.
    ...Object.fromEntries(screens.toReversed().map(({ action, path }) => [action, path])),
  })),
  ...NESTED.map(({ name, parent }) => ({ name, meta: { parent } })),
]
