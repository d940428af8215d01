import type { RequiredPermission } from '@rookies/data/access/resources'
import {
  Bell,
  BookOpen,
  Bug,
  CalendarClock,
  ChartNoAxesColumn,
  ClipboardCheck,
  CreditCard,
  GraduationCap,
  LayoutDashboard,
  Mail,
  MessagesSquare,
  ScrollText,
  Settings as SettingsIcon,
  Users,
} from 'lucide-react'
import type { Panel, PanelResource } from './panel-resource'

const SEES_FIGURES: RequiredPermission = { resource: 'dashboard', action: 'read' }
const MANAGES_PEOPLE: RequiredPermission = { resource: 'profiles', action: 'set_role' }
const READS_NOTIFICATIONS: RequiredPermission = {
  resource: 'notifications',
  action: 'read',
  allRows: true,
}
const READS_PURCHASES: RequiredPermission = { resource: 'purchases', action: 'read', allRows: true }
const READS_RECORDS: RequiredPermission = { resource: 'audit_logs', action: 'read' }
const READS_ANALYTICS: RequiredPermission = { resource: 'analytics', action: 'read' }
const LOOKS_AFTER_PEOPLE: RequiredPermission = { resource: 'cohort_members', action: 'update' }
const READS_COHORTS: RequiredPermission = { resource: 'cohorts', action: 'read' }
const LISTS_WORK: RequiredPermission = { resource: 'submissions', action: 'list' }
const LISTS_PEOPLE: RequiredPermission = { resource: 'profiles', action: 'list' }

/** The screens of cohorts and of reviews are in both panels, with the panel's name in the address. */
const cohortScreens = (panel: Panel): PanelResource['screens'] => [
  {
    path: `/${panel}/cohorts`,
    action: 'list',
    load: async () => (await import('../resources/cohorts/list')).CohortList,
  },
  {
    path: `/${panel}/cohorts/:id`,
    action: 'show',
    load: async () => (await import('./cohort-page')).CohortPage,
  },
]
const reviewScreens = (panel: Panel): PanelResource['screens'] => [
  {
    path: `/${panel}/reviews`,
    action: 'list',
    load: async () => (await import('../resources/submissions/list')).ReviewQueue,
  },
  {
    path: `/${panel}/reviews/:id`,
    action: 'show',
    load: async () => (await import('../resources/submissions/show')).ReviewPage,
  },
  {
    path: `/${panel}/reviews/repositories/:id`,
    action: 'show',
    load: async () => (await import('../resources/submissions/repositories')).Repositories,
  },
]

/** All resources of the back-office. Refine's resources, the routes, the menu and the guards are derived from this table. */
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
        load: async () => (await import('./admin-home')).AdminHome,
      },
    ],
  },
  {
    panel: 'admin',
    name: 'courses',
    label: 'Courses',
    icon: BookOpen,
    // Moderators may read courses too, but this list is for people who edit courses.
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
        command: 'Import Course',
        load: async () => (await import('../resources/courses/import/create')).CourseImport,
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
    name: 'cohorts',
    label: 'Cohorts',
    icon: GraduationCap,
    // Members may read their own cohorts, but only in the learner portal.
    need: { resource: 'cohorts', action: 'update' },
    exports: READS_COHORTS,
    screens: cohortScreens('admin'),
  },
  {
    panel: 'admin',
    name: 'submissions',
    label: 'Reviews',
    icon: ClipboardCheck,
    // Moderators may list submissions too, but in their own panel.
    need: SEES_FIGURES,
    exports: LISTS_WORK,
    screens: reviewScreens('admin'),
  },
  {
    panel: 'admin',
    name: 'communities',
    label: 'Communities',
    icon: MessagesSquare,
    // Members may read communities that are open to them, but only in the learner portal.
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
    // Moderators have a list of members too, but in their own panel.
    need: MANAGES_PEOPLE,
    exports: LISTS_PEOPLE,
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
    // Moderators invite from their Members screen; this list is for people who may see the dashboard.
    need: SEES_FIGURES,
    // Only people who may read all invites may export them, because an export has no filter by sender.
    exports: { resource: 'invites', action: 'read', allRows: true },
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
    // Open to the same people as the members' list, which leads here.
    need: MANAGES_PEOPLE,
    exports: READS_ANALYTICS,
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
    // Members may read their own notifications, but only in the bell.
    need: READS_NOTIFICATIONS,
    exports: READS_NOTIFICATIONS,
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
    need: READS_PURCHASES,
    exports: READS_PURCHASES,
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
    need: READS_RECORDS,
    exports: READS_RECORDS,
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
    label: 'Background Jobs',
    icon: CalendarClock,
    need: { resource: 'due_work', action: 'read' },
    screens: [
      {
        path: '/admin/due-work',
        action: 'list',
        load: async () => (await import('../resources/due-work/list')).JobList,
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
    exports: LISTS_PEOPLE,
    screens: [
      {
        path: '/moderator/members',
        action: 'list',
        load: async () => (await import('./member-lists')).ModeratorMembers,
      },
      {
        path: '/moderator',
        action: 'list',
        load: async () => (await import('./member-lists')).ModeratorHome,
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
    name: 'cohorts',
    label: 'Cohorts',
    icon: GraduationCap,
    need: LOOKS_AFTER_PEOPLE,
    exports: READS_COHORTS,
    screens: cohortScreens('moderator'),
  },
  {
    panel: 'moderator',
    name: 'submissions',
    label: 'Reviews',
    icon: ClipboardCheck,
    need: LOOKS_AFTER_PEOPLE,
    exports: LISTS_WORK,
    screens: reviewScreens('moderator'),
  },
  {
    panel: 'moderator',
    name: 'analytics',
    label: 'Analytics',
    icon: ChartNoAxesColumn,
    need: READS_ANALYTICS,
    exports: READS_ANALYTICS,
    screens: [
      {
        path: '/moderator/analytics',
        action: 'list',
        load: async () => (await import('../screens/analytics/list')).AnalyticsList,
      },
    ],
  },
]
