import { useLogout } from '@refinedev/core'
import { LIBRARY_PATH, PROFILE_PATH } from '@rookies/data/access/home'
import { isAllowed } from '@rookies/data/refine/access-control'
import { useTheme } from '@rookies/ui/theme/use-theme'
import { CircleUserRound, Download, Library, LogOut, PanelLeft, Plus } from 'lucide-react'
import { useContext } from 'react'
import { EXPORT_STATE } from '../export/export-state'
import { leaveFor } from '../leave'
import { canParams, subjectOf } from '../may'
import { useOpenResources } from '../open-resources'
import type { Panel } from '../panel-resource'
import { PersonContext } from '../person'
import { THEME_CHOICES } from '../shell/theme-choices'
import { DIALOG_ACTS } from './acts'
import type { Command } from './commands'

/** Returns the screens and the actions that this person may use, as commands. */
export function useCommands(toggleSidebar: () => void): { screens: Command[]; actions: Command[] } {
  const open = useOpenResources()
  const subject = subjectOf(useContext(PersonContext))
  const { choice, choose } = useTheme()
  const { mutate: signOut } = useLogout()

  const screens = open.map(
    ({ panel, name, label, icon, screens }): Command => ({
      id: `screen-${panel}-${name}`,
      label,
      icon,
      to: screens[0].path,
      ...noteOf(panel),
    }),
  )

  const actions: Command[] = [
    ...DIALOG_ACTS.filter(
      ({ of, need }) =>
        isAllowed(subject, canParams(need)) &&
        open.some(({ panel, name }) => panel === of.panel && name === of.name),
    ).map(({ of, need: _, ...act }): Command => ({ ...act, ...noteOf(of.panel) })),
    ...open.flatMap(({ panel, name, screens }) =>
      screens.flatMap(({ path, action, command }): Command[] =>
        command && isAllowed(subject, { resource: name, action })
          ? [
              {
                id: `act-${path}`,
                label: command,
                icon: Plus,
                synonyms: 'add new',
                to: path,
                ...noteOf(panel),
              },
            ]
          : [],
      ),
    ),
    ...open
      .filter(({ exports }) => exports && isAllowed(subject, canParams(exports)))
      .map(
        ({ panel, name, label, screens }): Command => ({
          id: `export-${panel}-${name}`,
          label: `Export ${label}`,
          icon: Download,
          synonyms: 'csv download',
          to: screens[0].path,
          state: EXPORT_STATE,
          ...noteOf(panel),
        }),
      ),
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

/** Commands of the moderator panel say so, because a person may have both panels. */
const noteOf = (panel: Panel) => panel === 'moderator' && { note: 'Moderator panel' }
