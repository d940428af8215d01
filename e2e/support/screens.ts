import type { Page } from '@playwright/test'
import { accessScreens } from './screens/access'
import { accountScreens } from './screens/account'
import { analyticsScreens } from './screens/analytics'
import { assignmentScreens } from './screens/assignments'
import { auditScreens } from './screens/audit-logs'
import { authFormScreens } from './screens/auth-forms'
import { authRouteScreens } from './screens/auth-routes'
import { backofficeScreens } from './screens/backoffice'
import { catalogueScreens } from './screens/catalogue'
import { cohortPartScreens } from './screens/cohort-parts'
import { cohortScreens } from './screens/cohorts'
import { commandPaletteScreens } from './screens/command-palette'
import { communityScreens } from './screens/communities'
import { courseCheckScreens } from './screens/course-check'
import { courseEditorScreens } from './screens/course-editor'
import { courseExtensionScreens } from './screens/course-extensions'
import { courseFileScreens } from './screens/course-files'
import { courseImportScreens } from './screens/course-import'
import { exerciseScreens } from './screens/exercises'
import { inboxScreens } from './screens/inbox'
import { inviteLinkScreens } from './screens/invite-links'
import { inviteScreens } from './screens/invites'
import { jobScreens } from './screens/jobs'
import { learnerAssignmentScreens } from './screens/learner-assignments'
import { learnerCohortScreens } from './screens/learner-cohorts'
import { learnerExerciseScreens } from './screens/learner-exercises'
import { learnerPageScreens } from './screens/learner-pages'
import { learnerQuestionScreens } from './screens/learner-questions'
import { learnerRepositoryScreens } from './screens/learner-repositories'
import { learnerWorkFileScreens } from './screens/learner-work-files'
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
import { questionBanScreens } from './screens/question-bans'
import { repositoryScreens } from './screens/repositories'
import { reviewWorkScreens } from './screens/review-work'
import { reviewScreens } from './screens/reviews'
import { searchScreens } from './screens/search'
import { settingsScreens } from './screens/settings'
import { twoFactorScreens } from './screens/two-factor'
import { videoScreens } from './screens/video'
import { viewerScreens } from './screens/viewer'

/** A screen in one of its states. */
export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'member' | 'admin' | 'creator' | 'moderator'
  path: string
  /**
   * The state that a browser checks instead of this one, because it has the same parts, colours and layout. The tests
   * of the components, which mostly run in jsdom, check the texts, names and roles of this state.
   */
  like?: string
  /** True if `npm test` checks the state; `npm run test:all` checks the others. */
  everyRun?: true
  /** The text that must be on the page before it is checked. */
  shows: string | RegExp
  /** Sets answers that differ from the seed data. Called before the page loads. */
  mock?: (page: Page) => Promise<unknown>
  /** What a person does after loading to reach the state. */
  prepare?: (page: Page) => Promise<void>
  /** True if the state uses what cannot be reset in a page: a clock, sockets, a service worker, a held request. */
  ownPage?: boolean
  /** The smallest width of the window in px at which the state exists. */
  from?: number
  /** Problems that the state causes on purpose. */
  expectProblems?: RegExp[]
}

/** Every screen in every state, with the seed data, for the gallery's pictures and the accessibility tests. */
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
  ...learnerCohortScreens,
  ...learnerAssignmentScreens,
  ...learnerRepositoryScreens,
  ...learnerWorkFileScreens,
  ...learnerExerciseScreens,
  ...learnerPageScreens,
  ...learnerQuestionScreens,
  ...noteScreens,
  ...notificationScreens,
  ...backofficeScreens,
  ...commandPaletteScreens,
  ...catalogueScreens,
  ...courseEditorScreens,
  ...courseCheckScreens,
  ...courseExtensionScreens,
  ...courseFileScreens,
  ...lessonDialogScreens,
  ...assignmentScreens,
  ...exerciseScreens,
  ...lessonVersionScreens,
  ...courseImportScreens,
  ...memberScreens,
  ...accessScreens,
  ...personScreens,
  ...inviteScreens,
  ...analyticsScreens,
  ...notificationAdminScreens,
  ...purchaseScreens,
  ...jobScreens,
  ...cohortScreens,
  ...questionBanScreens,
  ...reviewScreens,
  ...reviewWorkScreens,
  ...repositoryScreens,
  ...inboxScreens,
  ...cohortPartScreens,
  ...managedCommunityScreens,
  ...settingsScreens,
  ...logScreens,
  ...auditScreens,
]

/** Returns the state with this name. Throws if there is none. */
export function screenNamed(name: string): Screen {
  const screen = screens.find((one) => one.name === name)
  if (!screen) throw new Error(`no state ${name}`)
  return screen
}
