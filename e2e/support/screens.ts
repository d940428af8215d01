import type { Page } from '@playwright/test'
import { accessScreens } from './screens/access'
import { accountScreens } from './screens/account'
import { analyticsScreens } from './screens/analytics'
import { auditScreens } from './screens/audit-logs'
import { authFormScreens } from './screens/auth-forms'
import { authRouteScreens } from './screens/auth-routes'
import { backofficeScreens } from './screens/backoffice'
import { catalogueScreens } from './screens/catalogue'
import { commandPaletteScreens } from './screens/command-palette'
import { communityScreens } from './screens/communities'
import { courseEditorScreens } from './screens/course-editor'
import { courseFileScreens } from './screens/course-files'
import { courseImportScreens } from './screens/course-import'
import { dueWorkScreens } from './screens/due-work'
import { inviteLinkScreens } from './screens/invite-links'
import { inviteScreens } from './screens/invites'
import { lessonDialogScreens } from './screens/lesson-dialog'
import { lessonFileScreens } from './screens/lesson-files'
import { lessonVersionScreens } from './screens/lesson-versions'
import { libraryScreens } from './screens/library'
import { logScreens } from './screens/logs'
import { managedCommunityScreens } from './screens/managed-communities'
import { memberScreens } from './screens/members'
import { noteScreens } from './screens/notes'
import { notificationScreens } from './screens/notifications'
import { notificationAdminScreens } from './screens/notifications-admin'
import { personScreens } from './screens/person'
import { purchaseScreens } from './screens/purchases'
import { searchScreens } from './screens/search'
import { settingsScreens } from './screens/settings'
import { twoFactorScreens } from './screens/two-factor'
import { videoScreens } from './screens/video'
import { viewerScreens } from './screens/viewer'

/** A screen in one of its states, as a person sees it. */
export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'member' | 'admin' | 'creator' | 'moderator'
  path: string
  /** What must be there before the screen is looked at. */
  shows: string | RegExp
  /** Before the page loads: what it is answered, where that is not what the seed has. */
  mock?: (page: Page) => Promise<unknown>
  /** Once it has loaded: what a person does to bring it into the state that the name promises. */
  prepare?: (page: Page) => Promise<void>
  /** Changes more of the browser than a page can be rid of: its clock, its sockets, a worker or a write that is held. */
  ownPage?: boolean
  /** The narrowest window, in px, that has it; any when left out. */
  from?: number
  /** Problems that the state provokes on purpose. */
  expectProblems?: RegExp[]
}

/** Every screen and state there is, on the seed data: the gallery pictures them, the accessibility journey checks them. */
export const screens: Screen[] = [
  ...authFormScreens,
  ...authRouteScreens,
  ...twoFactorScreens,
  ...inviteLinkScreens,
  ...libraryScreens,
  ...searchScreens,
  ...viewerScreens,
  ...lessonFileScreens,
  ...videoScreens,
  ...communityScreens,
  ...accountScreens,
  ...noteScreens,
  ...notificationScreens,
  ...backofficeScreens,
  ...commandPaletteScreens,
  ...catalogueScreens,
  ...courseEditorScreens,
  ...courseFileScreens,
  ...lessonDialogScreens,
  ...lessonVersionScreens,
  ...courseImportScreens,
  ...memberScreens,
  ...accessScreens,
  ...personScreens,
  ...inviteScreens,
  ...analyticsScreens,
  ...notificationAdminScreens,
  ...purchaseScreens,
  ...dueWorkScreens,
  ...managedCommunityScreens,
  ...settingsScreens,
  ...logScreens,
  ...auditScreens,
]
