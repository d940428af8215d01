import type { Page } from '@playwright/test'
import { accountScreens } from './screens/account'
import { analyticsScreens } from './screens/analytics'
import { auditScreens } from './screens/audit-logs'
import { authRouteScreens } from './screens/auth-routes'
import { backofficeScreens } from './screens/backoffice'
import { commandPaletteScreens } from './screens/command-palette'
import { communityScreens } from './screens/communities'
import { courseImportScreens } from './screens/course-import'
import { inviteScreens } from './screens/invites'
import { lessonDialogScreens } from './screens/lesson-dialog'
import { logScreens } from './screens/logs'
import { managedCommunityScreens } from './screens/managed-communities'
import { memberScreens } from './screens/members'
import { notificationScreens } from './screens/notifications'
import { notificationAdminScreens } from './screens/notifications-admin'
import { purchaseScreens } from './screens/purchases'
import { searchScreens } from './screens/search'
import { settingsScreens } from './screens/settings'
import { twoFactorScreens } from './screens/two-factor'
import { videoScreens } from './screens/video'
import { viewerScreens } from './screens/viewer'

/** A screen in one of its states, as somebody sees it. */
export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'member' | 'admin' | 'creator' | 'moderator'
  path: string
  /** What must be there before a picture is taken. */
  shows: string | RegExp
  /** Before the page loads: what it is answered, where that is not what the seed has. */
  mock?: (page: Page) => Promise<void>
  /** Once it has loaded: what a person does to bring it into the state that the name promises. */
  prepare?: (page: Page) => Promise<void>
  /** Changes more of the browser than a page can be rid of: its clock, its sockets. */
  ownPage?: boolean
  /** Problems that the state provokes on purpose. */
  expectProblems?: RegExp[]
}

const half = '/app/courses/html-css-pages-that-hold'
const git = '/app/courses/git-from-the-first-commit'
const lesson = (slug: string, end: string) =>
  `/app/courses/${slug}/lesson/e0000000-0000-4000-8000-0000000${end}`

const htmlCss = 'html-css-pages-that-hold'
const gitSlug = 'git-from-the-first-commit'
const javaScript = 'javascript-thinking-in-functions'

async function failing(page: Page, pattern: string, status = 503): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ status, json: { message: 'unavailable' } }))
  await page.reload()
}

/** The seed's invites: 01 open, 04 used, 07 expired, 10 cancelled. */
function inviteToken(number: string): string {
  return `dd000000-0000-4000-8000-0000000000${number}`
}

/** A new address each time, so that no picture has to wait for the pause of another. */
const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.org`

async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login with secure code' }).click()
  await page.getByLabel('Email').fill(newAddress())
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').waitFor()
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Phone').fill('+49 30 123456')
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Confirm Password').fill('abacus')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

/** As after a reload in the middle of a reset: the session of the link, and the clock running. */
async function beginReset(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('rookies-recovery-auth', localStorage.getItem('rookies-auth') ?? '')
    sessionStorage.setItem('rookies-recovery', String(Date.now()))
  })
  await page.goto('/reset-password')
  await page.getByLabel('New Password').waitFor()
}

/** Every screen and state there is, on the seed data: the gallery pictures them, the accessibility journey checks them. */
export const screens: Screen[] = [
  { name: 'welcome', as: 'visitor', path: '/', shows: 'Get Started' },
  { name: 'login', as: 'visitor', path: '/login', shows: 'Log in' },
  {
    name: 'login-incomplete',
    as: 'visitor',
    path: '/login',
    shows: 'Email is required',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  {
    name: 'login-refused',
    as: 'visitor',
    path: '/login',
    shows: 'Invalid login credentials',
    expectProblems: [/400/],
    prepare: async (page) => {
      await page.getByLabel('Email').fill('member@rookies.test')
      await page.getByLabel('Password', { exact: true }).fill('wrong words')
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  {
    name: 'login-unconfirmed',
    as: 'visitor',
    path: '/login',
    shows: 'Send the email again',
    expectProblems: [/400/],
    prepare: async (page) => {
      await page.route('**/auth/v1/token*', (route) =>
        route.fulfill({
          status: 400,
          json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
        }),
      )
      await page.getByLabel('Email').fill('member@rookies.test')
      await page.getByLabel('Password', { exact: true }).fill('rookies-demo')
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  {
    name: 'login-link-refused',
    as: 'visitor',
    path: '/login?error=access_denied&error_code=otp_expired',
    shows: 'This link is invalid or has expired.',
  },
  {
    name: 'secure-code',
    as: 'visitor',
    path: '/login',
    shows: 'Send code',
    prepare: (page) => page.getByRole('button', { name: 'Login with secure code' }).click(),
  },
  {
    name: 'secure-code-sent',
    as: 'visitor',
    path: '/login',
    shows: 'six digits are on their way',
    prepare: askForCode,
  },
  {
    name: 'secure-code-wrong',
    as: 'visitor',
    path: '/login',
    shows: 'This code is wrong or has expired.',
    expectProblems: [/403/],
    prepare: async (page) => {
      await askForCode(page)
      await page.getByLabel('Code').fill('123456')
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  { name: 'sign-up', as: 'visitor', path: '/signup', shows: 'Create your account' },
  {
    name: 'sign-up-incomplete',
    as: 'visitor',
    path: '/signup',
    shows: 'Full name is required',
    prepare: (page) => page.getByRole('button', { name: 'Sign Up' }).click(),
  },
  {
    name: 'sign-up-refused',
    as: 'visitor',
    path: '/signup',
    shows: 'Name must be less than 100 characters',
    expectProblems: [/422/],
    prepare: (page) => signUp(page, 'N'.repeat(101)),
  },
  {
    name: 'sign-up-confirm',
    as: 'visitor',
    path: '/signup',
    shows: 'Please check your email to verify your account.',
    expectProblems: [/400/],
    prepare: (page) => signUp(page, 'Nina New'),
  },
  {
    name: 'sign-up-closed',
    as: 'visitor',
    path: '/signup',
    shows: 'Registration is closed',
    prepare: async (page) => {
      await page.route('**/rpc/boot', async (route) => {
        const boot = await (await route.fetch()).json()
        const settings = { ...boot.settings, allow_registration: false }
        await route.fulfill({ json: { ...boot, settings } })
      })
      await page.reload()
    },
  },
  {
    name: 'sign-up-invited',
    as: 'visitor',
    path: `/signup?token=${inviteToken('01')}`,
    shows: 'Your invite was sent to this address.',
  },
  { name: 'invite', as: 'visitor', path: `/invite/${inviteToken('01')}`, shows: 'Invited by' },
  {
    name: 'invite-somebody-else',
    as: 'member',
    path: `/invite/${inviteToken('01')}`,
    shows: 'You are signed in as',
  },
  {
    name: 'invite-mine',
    as: 'newcomer',
    path: `/invite/${inviteToken('01')}`,
    shows: 'Accept invite',
    prepare: async (page) => {
      await page.route('**/rpc/invite_by_token', async (route) => {
        const invite = await (await route.fetch()).json()
        await route.fulfill({ json: { ...invite, mine: true } })
      })
      await page.reload()
    },
  },
  {
    name: 'invite-expired',
    as: 'visitor',
    path: `/invite/${inviteToken('07')}`,
    shows: 'This invite has expired.',
  },
  {
    name: 'invite-used',
    as: 'visitor',
    path: `/invite/${inviteToken('04')}`,
    shows: 'This invite has already been used.',
  },
  {
    name: 'invite-cancelled',
    as: 'visitor',
    path: `/accept-invite?token=${inviteToken('10')}`,
    shows: 'This invite has been cancelled.',
  },
  {
    name: 'invite-unknown',
    as: 'visitor',
    path: '/invite/nonsense',
    shows: 'This invite is not valid.',
  },
  {
    name: 'invite-error',
    as: 'visitor',
    path: `/invite/${inviteToken('01')}`,
    shows: 'The invite could not be opened',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/invite_by_token'),
  },
  {
    name: 'forgot-password',
    as: 'visitor',
    path: '/forgot-password',
    shows: 'Send Reset Link',
  },
  {
    name: 'forgot-password-sent',
    as: 'visitor',
    path: '/forgot-password',
    shows: 'Check your inbox for reset instructions.',
    prepare: async (page) => {
      await page.getByLabel('Email').fill(newAddress())
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
    },
  },
  {
    name: 'reset-password-invalid',
    as: 'visitor',
    path: '/reset-password',
    shows: 'This password reset link is invalid or has expired.',
  },
  {
    name: 'reset-password-ask',
    as: 'visitor',
    path: '/reset-password/0123456789abcdef',
    shows: 'Choose a new password',
  },
  {
    name: 'reset-password',
    as: 'newcomer',
    path: '/forgot-password',
    shows: 'Update Password',
    prepare: beginReset,
  },
  {
    name: 'reset-password-mismatch',
    as: 'newcomer',
    path: '/forgot-password',
    shows: "Passwords Don't Match",
    prepare: async (page) => {
      await beginReset(page)
      await page.getByLabel('New Password').fill('new words')
      await page.getByLabel('Confirm Password').fill('other words')
      await page.getByRole('button', { name: 'Update Password' }).click()
    },
  },
  { name: 'not-found', as: 'visitor', path: '/no/such/place', shows: 'Oops! Page not found' },
  { name: 'library', as: 'member', path: '/app/dashboard', shows: 'In Library' },
  {
    name: 'crash',
    as: 'member',
    path: '/login',
    shows: 'Unexpected Application Error!',
    expectProblems: [/library-page/, /Failed to fetch/, /console: /, /ERR_FAILED/],
    prepare: async (page) => {
      await page.route('**/assets/library-page*', (route) => route.abort())
      await page.goto('/app/dashboard')
    },
  },
  { name: 'library-empty', as: 'newcomer', path: '/app/dashboard', shows: 'No courses available' },
  {
    name: 'library-error',
    as: 'member',
    path: '/app/dashboard',
    shows: 'Error Loading Courses',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/library*'),
  },
  {
    name: 'lesson-video',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
  },
  {
    name: 'lesson-text',
    as: 'member',
    path: lesson(javaScript, '30102'),
    shows: 'Mark As Complete',
  },
  {
    name: 'lesson-completed',
    as: 'member',
    path: `${git}`,
    shows: 'You already keep versions',
  },
  {
    name: 'lesson-file',
    as: 'member',
    path: lesson(gitSlug, '10205'),
    shows: 'File Content Not Supported',
  },
  {
    name: 'lesson-link',
    as: 'member',
    path: lesson(gitSlug, '10303'),
    shows: /Completed|Mark As Complete/,
  },
  {
    name: 'lesson-free-preview',
    as: 'newcomer',
    path: lesson(gitSlug, '10101'),
    shows: 'Mark As Complete',
  },
  {
    name: 'lesson-locked',
    as: 'newcomer',
    path: lesson(gitSlug, '10103'),
    shows: 'Access required',
  },
  {
    name: 'course-welcome',
    as: 'member',
    path: `${half}/lesson/00000000-0000-4000-8000-000000000000`,
    shows: 'Select a lesson from the sidebar to get started.',
  },
  {
    name: 'course-not-found',
    as: 'member',
    path: '/app/courses/no-such-course',
    shows: 'Course not found. Please check the URL and try again.',
  },
  {
    name: 'course-error',
    as: 'member',
    path: half,
    shows: 'Failed to load course. Please try again later.',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/course_outline*'),
  },
  {
    name: 'course-outline-sheet',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Mark As Complete' }).waitFor()
      const opener = page.getByRole('button', { name: 'Course outline', exact: true })
      if (await opener.isVisible()) await opener.click()
    },
  },
  { name: 'admin-dashboard', as: 'admin', path: '/admin', shows: 'Recent Activity' },
  {
    name: 'admin-courses',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Edit Course',
  },
  {
    name: 'admin-courses-none',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Try adjusting your search or filters',
    prepare: async (page) => {
      await page.getByPlaceholder('Search courses...').fill('nothing has this name')
    },
  },
  {
    name: 'admin-courses-error',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Failed to load courses',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rest/v1/courses*'),
  },
  {
    name: 'admin-course',
    as: 'admin',
    path: '/admin/courses/c0000000-0000-4000-8000-000000000001',
    shows: 'Visible to users when published',
  },
  {
    name: 'admin-course-draft',
    as: 'admin',
    path: '/admin/courses/c0000000-0000-4000-8000-000000000004',
    shows: 'Hidden from users',
  },
  {
    name: 'admin-course-not-found',
    as: 'admin',
    path: '/admin/courses/00000000-0000-4000-8000-00000000dead',
    shows: 'Manage your course catalog',
  },
  {
    name: 'admin-course-delete-module',
    as: 'admin',
    path: '/admin/courses/c0000000-0000-4000-8000-000000000001',
    shows: 'You can restore it for 30 days.',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
  },
  {
    name: 'admin-course-add-module',
    as: 'admin',
    path: '/admin/courses/c0000000-0000-4000-8000-000000000001',
    shows: 'Course Content',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Module' }).click()
      await page.getByLabel('Module title').fill('Where to go from here')
    },
  },
  {
    name: 'admin-courses-bin',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Recently Deleted',
    prepare: (page) => page.getByRole('button', { name: 'Bin', exact: true }).click(),
  },
  ...courseImportScreens,
  ...lessonDialogScreens,
  ...backofficeScreens,
  ...commandPaletteScreens,
  ...memberScreens,
  ...inviteScreens,
  ...analyticsScreens,
  ...notificationAdminScreens,
  ...purchaseScreens,
  ...managedCommunityScreens,
  ...settingsScreens,
  ...logScreens,
  ...auditScreens,
  { name: 'admin-denied', as: 'member', path: '/admin', shows: 'Access Denied' },
  {
    name: 'admin-moderator',
    as: 'moderator',
    path: '/admin/courses',
    shows: 'Admin access required',
  },
  ...twoFactorScreens,
  ...searchScreens,
  ...viewerScreens,
  ...videoScreens,
  { name: 'admin-page-not-found', as: 'admin', path: '/admin/no-such-page', shows: /not found/i },
  ...communityScreens,
  ...accountScreens,
  ...notificationScreens,
  ...authRouteScreens,
]
