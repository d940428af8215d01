import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

const profile = '/app/profile'
const form = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The seed's people are signed in once for each picture: the list would grow from one to the next. */
async function withDevices(page: Page): Promise<void> {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const device = (id: string, user_agent: string, hours: number) => ({
    id,
    user_agent,
    created_at: ago(200),
    active_at: ago(hours),
    current: id === 'a',
  })
  await page.route('**/rpc/my_sessions', (route) =>
    route.fulfill({
      json: [
        device('a', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 0),
        device(
          'b',
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
          5,
        ),
        device('c', 'curl/8.4.0', 170),
      ],
    }),
  )
  await page.reload()
  await page.getByText('Safari on iPhone', { exact: true }).waitFor()
}

async function openPasswordForm(page: Page): Promise<void> {
  await withDevices(page)
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function openDeletion(page: Page): Promise<void> {
  await withDevices(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
}

async function answering(page: Page, pattern: string, json: unknown): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ json }))
  await page.reload()
}

async function failing(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
}

/** My Profile, the legal texts, and the invite that waits in the library. */
export const accountScreens: Screen[] = [
  {
    name: 'profile',
    as: 'member',
    path: profile,
    shows: 'Member since',
    prepare: withDevices,
  },
  {
    name: 'profile-staff',
    as: 'admin',
    path: profile,
    shows: 'Member since',
    prepare: withDevices,
  },
  {
    name: 'profile-unsaved',
    as: 'member',
    path: profile,
    shows: 'You have unsaved changes.',
    prepare: async (page) => {
      await withDevices(page)
      await form(page, 'Full Name').fill('Samuel Okafor')
    },
  },
  {
    name: 'profile-save-failed',
    as: 'member',
    path: profile,
    shows: 'Failed to update profile',
    expectProblems: [/503/],
    prepare: async (page) => {
      await withDevices(page)
      await page.route('**/rest/v1/profiles*', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 503, json: {} })
          : route.continue(),
      )
      await form(page, 'Full Name').fill('Samuel Okafor')
      await page.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  {
    name: 'profile-error',
    as: 'member',
    path: profile,
    shows: 'Failed to load profile data',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rest/v1/profiles*'),
  },
  {
    name: 'profile-not-found',
    as: 'member',
    path: profile,
    shows: 'Profile not found',
    prepare: (page) => answering(page, '**/rest/v1/profiles*', []),
  },
  {
    name: 'profile-sessions-error',
    as: 'member',
    path: profile,
    shows: 'Your devices could not be loaded.',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/my_sessions'),
  },
  {
    name: 'profile-password',
    as: 'member',
    path: profile,
    shows: 'Current Password',
    prepare: openPasswordForm,
  },
  {
    name: 'profile-password-incomplete',
    as: 'member',
    path: profile,
    shows: "Passwords don't match",
    prepare: async (page) => {
      await openPasswordForm(page)
      await form(page, 'New Password').fill('new words')
      await form(page, 'Confirm Password').fill('other words')
      await page.getByRole('button', { name: 'Update Password' }).click()
    },
  },
  {
    name: 'profile-password-wrong',
    as: 'member',
    path: profile,
    shows: 'This is not your current password. Please try again.',
    expectProblems: [/400/],
    prepare: async (page) => {
      await page.route('**/auth/v1/token*', (route) =>
        route.fulfill({
          status: 400,
          json: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
        }),
      )
      await openPasswordForm(page)
      await form(page, 'Current Password').fill('wrong words')
      await form(page, 'New Password').fill('new words')
      await form(page, 'Confirm Password').fill('new words')
      await page.getByRole('button', { name: 'Update Password' }).click()
    },
  },
  {
    name: 'profile-everywhere-sheet',
    as: 'member',
    path: profile,
    shows: 'Sign out everywhere?',
    prepare: async (page) => {
      await withDevices(page)
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    },
  },
  {
    name: 'profile-delete-sheet',
    as: 'member',
    path: profile,
    shows: 'Delete your account?',
    prepare: openDeletion,
  },
  {
    name: 'profile-delete-refused-sheet',
    as: 'admin',
    path: profile,
    shows: 'The last active administrator can be neither demoted nor disabled.',
    expectProblems: [/409/],
    prepare: async (page) => {
      await openDeletion(page)
      // Answered here: journeys beside this one may have made other administrators.
      await page.route('**/rpc/delete_my_account', (route) =>
        route.fulfill({
          status: 409,
          json: {
            code: 'PT409',
            message: 'The last active administrator can be neither demoted nor disabled.',
            details: null,
            hint: 'LAST_ADMIN',
          },
        }),
      )
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('rookies-demo')
      await page.getByLabel('Type DELETE to confirm').fill('DELETE')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
    },
  },
  {
    name: 'library-invite',
    as: 'member',
    path: '/app/dashboard',
    shows: 'You have an invitation',
    prepare: (page) =>
      answering(page, '**/rpc/my_open_invite', {
        state: 'ACTIVE',
        token: 'dd000000-0000-4000-8000-000000000001',
        email: 'member@rookies.test',
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        inviter: 'Priya Raman',
        courses: ['Databases: Questions in SQL'],
        mine: true,
      }),
  },
  { name: 'terms', as: 'visitor', path: '/terms', shows: 'Your account is yours alone.' },
  { name: 'privacy', as: 'visitor', path: '/privacy', shows: 'What we keep' },
  {
    name: 'terms-unwritten',
    as: 'visitor',
    path: '/terms',
    shows: 'Nothing is written here yet',
    prepare: (page) => answering(page, '**/rpc/legal_texts', { terms: '', privacy: '' }),
  },
  {
    name: 'terms-error',
    as: 'visitor',
    path: '/terms',
    shows: 'This page could not be loaded',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/legal_texts'),
  },
]
