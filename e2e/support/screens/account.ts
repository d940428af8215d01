import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answerWith, combineMocks, failRequests, withFailedRead } from './mocks'

const profile = '/app/profile'
const form = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Answers with a fixed list of devices, because the real list grows with each state. */
const hasDevices = (page: Page) => answerWith('**/rpc/my_sessions', devices())(page)

function devices() {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const device = (id: string, user_agent: string, hours: number) => ({
    id,
    user_agent,
    created_at: ago(200),
    active_at: ago(hours),
    current: id === 'a',
  })
  return [
    device('a', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 0),
    device(
      'b',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      5,
    ),
    device('c', 'curl/8.4.0', 170),
  ]
}

/** Presses a button once the whole page is there. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByText('Safari on iPhone', { exact: true }).waitFor()
  await page.getByRole('button', { name }).click()
}

async function changePassword(
  page: Page,
  { current = '', next, again }: { current?: string; next: string; again: string },
): Promise<void> {
  await press(page, 'Change password')
  await form(page, 'Current Password').fill(current)
  await form(page, 'New Password').fill(next)
  await form(page, 'Confirm Password').fill(again)
  await page.getByRole('button', { name: 'Change password' }).click()
}

const profiles = '**/rest/v1/profiles*'
const member = { as: 'member', path: profile, mock: hasDevices } as const
const admin = { as: 'admin', path: profile, mock: hasDevices } as const

/** My Profile and the legal texts. */
export const accountScreens: Screen[] = [
  { name: 'profile', ...member, shows: 'Safari on iPhone' },
  { name: 'profile-staff', like: 'profile', ...admin, shows: /^The email comes at 08:00/ },
  {
    name: 'profile-unsaved',
    ...member,
    shows: 'You have unsaved changes.',
    prepare: (page) => form(page, 'Full Name').fill('Samuel Okafor'),
  },
  {
    name: 'profile-save-failed',
    like: 'profile-unsaved',
    ...member,
    shows: 'Failed to update profile',
    expectProblems: [/503/],
    prepare: async (page) => {
      await form(page, 'Full Name').fill('Samuel Okafor')
      await failRequests(profiles)(page)
      await page.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  {
    name: 'profile-error',
    ...member,
    shows: 'Failed to load profile data',
    ...withFailedRead(profiles),
  },
  {
    name: 'profile-not-found',
    ...member,
    shows: 'Profile not found',
    mock: answerWith(profiles, []),
  },
  {
    name: 'profile-sessions-error',
    ...member,
    shows: 'Your devices could not be loaded.',
    ...withFailedRead('**/rpc/my_sessions'),
  },
  {
    name: 'profile-password',
    ...member,
    shows: 'Current Password',
    prepare: (page) => press(page, 'Change password'),
  },
  {
    name: 'profile-password-incomplete',
    ...member,
    shows: "Passwords don't match",
    prepare: (page) => changePassword(page, { next: 'new words', again: 'other words' }),
  },
  {
    name: 'profile-password-wrong',
    like: 'login-incomplete',
    ...member,
    shows: 'This is not your current password. Please try again.',
    expectProblems: [/400/],
    mock: combineMocks(
      hasDevices,
      failRequests('**/auth/v1/token*', 400, {
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      }),
    ),
    prepare: (page) =>
      changePassword(page, { current: 'wrong words', next: 'new words', again: 'new words' }),
  },
  {
    name: 'profile-everywhere-sheet',
    like: 'profile-delete-sheet',
    ...member,
    shows: 'Sign out everywhere?',
    prepare: (page) => press(page, 'Sign out everywhere'),
  },
  {
    name: 'profile-delete-sheet',
    ...member,
    shows: 'Delete your account?',
    prepare: (page) => press(page, 'Delete my account'),
  },
  {
    name: 'profile-delete-refused-sheet',
    ...admin,
    shows: 'You are the last active administrator. Make someone else an administrator first.',
    expectProblems: [/409/],
    // The answer is set, because other tests may have created another administrator.
    mock: combineMocks(
      hasDevices,
      failRequests('**/rpc/delete_my_account', 409, {
        code: 'PT409',
        message: 'The last active administrator can be neither demoted nor disabled.',
        details: null,
        hint: 'LAST_ADMIN',
      }),
    ),
    prepare: async (page) => {
      await press(page, 'Delete my account')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Password', { exact: true }).fill('rookies-demo')
      await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
      await dialog.getByRole('button', { name: 'Delete my account' }).click()
    },
  },
  { name: 'terms', as: 'visitor', path: '/terms', shows: 'Your account is yours alone.' },
  { name: 'privacy', as: 'visitor', path: '/privacy', shows: 'What we keep' },
  {
    name: 'terms-unwritten',
    as: 'visitor',
    path: '/terms',
    shows: 'There is no text here yet',
    mock: answerWith('**/rpc/legal_texts', { terms: '', privacy: '' }),
  },
  {
    name: 'terms-error',
    as: 'visitor',
    path: '/terms',
    shows: 'This page could not be loaded',
    ...withFailedRead('**/rpc/legal_texts'),
  },
]
