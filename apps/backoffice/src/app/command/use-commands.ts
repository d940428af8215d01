import { useLogout } from '@refinedev/core'
import { LIBRARY_PATH, PROFILE_PATH } from '@rookies/data/access/home'
import { useTheme } from '@rookies/ui/theme/use-theme'
import { Bell, CircleUserRound, Library, LogOut, Mail, PanelLeft, Plus } from 'lucide-react'
import { NEW_INVITE_ADDRESS } from '../../people/invite-address'
import { NEW_COURSE_ADDRESS } from '../../resources/courses/course-address'
import { NEW_NOTIFICATION_ADDRESS } from '../../resources/notifications/use-create-notification'
import { leaveFor } from '../leave'
import { useMay } from '../may'
import { useOpenResources } from '../open-resources'
import { THEME_CHOICES } from '../shell/theme-choices'
import type { Command } from './commands'

/** The screens of the menu and the actions, each only if this person may use it. */
export function useCommands(toggleSidebar: () => void): { screens: Command[]; actions: Command[] } {
  const open = useOpenResources()
  const createsCourses = useMay('courses', 'create')
  const invites = useMay('invites', 'create')
  // Moderators invite from their Members screen.
  const invitesHere = useMay('dashboard', 'read') && invites
  const notifies = useMay('notifications', 'create')
  const { choice, choose } = useTheme()
  const { mutate: signOut } = useLogout()

  const screens = open.map(
    ({ panel, name, label, icon, screens }): Command => ({
      id: `screen-${panel}-${name}`,
      label,
      icon,
      to: screens[0].path,
      // A person with both panels sees which panel a screen belongs to.
      ...(panel === 'moderator' && { note: 'Moderator panel' }),
    }),
  )

  const actions: Command[] = [
    ...(createsCourses
      ? [
          {
            id: 'create-course',
            label: 'Create New Course',
            icon: Plus,
            synonyms: 'add',
            to: NEW_COURSE_ADDRESS,
          },
        ]
      : []),
    ...(invitesHere
      ? [
          {
            id: 'create-invite',
            label: 'Create Invite',
            icon: Mail,
            synonyms: 'add person email',
            to: NEW_INVITE_ADDRESS,
          },
        ]
      : []),
    ...(notifies
      ? [
          {
            id: 'send-notification',
            label: 'Send Notification',
            icon: Bell,
            synonyms: 'message announce tell everybody',
            to: NEW_NOTIFICATION_ADDRESS,
          },
        ]
      : []),
    {
      id: 'toggle-sidebar',
      label: 'Toggle Sidebar',
      icon: PanelLeft,
      synonyms: 'menu collapse expand',
      run: toggleSidebar,
    },
    ...THEME_CHOICES.map(
      (theme): Command => ({
        id: `theme-${theme.choice}`,
        label: `Theme: ${theme.label}`,
        icon: theme.icon,
        synonyms: 'appearance colour mode',
        ...(theme.choice === choice && { note: 'Selected' }),
        run: () => choose(theme.choice),
      }),
    ),
    {
      id: 'library',
      label: 'Open Courses Library',
      icon: Library,
      synonyms: 'learner portal members area',
      run: () => leaveFor(LIBRARY_PATH),
    },
    {
      id: 'profile',
      label: 'Open My Profile',
      icon: CircleUserRound,
      synonyms: 'account password security',
      run: () => leaveFor(PROFILE_PATH),
    },
    {
      id: 'sign-out',
      label: 'Sign Out',
      icon: LogOut,
      synonyms: 'log logout',
      run: () => signOut(),
    },
  ]
  return { screens, actions }
}
