import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

const figures = {
  administrators: 2,
  others: 1204,
  others_today: 86,
  staff: 9,
  factor_missing: 6,
  factor_missing_names: [
    'Ada Okafor',
    'Grace Silva',
    'Linus Nowak',
    'Margaret Haddad',
    'Priya Raman',
  ],
  unverified: 14,
  creators: 3,
  creator_courses: 11,
  recent_sign_ups: 41,
  open_invites: 5,
  me_without_factor: true,
  me_unverified: false,
}

/** Figures as a school would have them; nothing of these pictures is saved. */
async function withFigures(page: Page): Promise<void> {
  await page.route('**/rpc/settings_preview*', (route) => route.fulfill({ json: figures }))
  await page.reload()
  await page.getByText('41 people did in the last 30 days').waitFor()
}

/** The second of two administrators: what the first one saved is there when this one saves. */
async function overtaken(page: Page): Promise<void> {
  await withFigures(page)
  await page.getByLabel('Site description').fill('Where people learn to build.')
  await page.route('**/rest/v1/settings*', async (route) => {
    if (route.request().method() === 'PATCH') return route.fulfill({ json: [] })
    const answer = await (await route.fetch()).json()
    const rows = Array.isArray(answer) ? answer : [answer]
    return route.fulfill({
      json: rows.map((row: object) => ({
        ...row,
        contact_email: 'hello@school.example',
        allow_registration: false,
        updated_at: '2099-01-01T00:00:00Z',
      })),
    })
  })
  await page.getByRole('button', { name: 'Save Settings' }).click()
}

const settings = { as: 'admin', path: '/admin/settings' } as const

/** The settings, and what they ask before somebody is shut out. */
export const settingsScreens: Screen[] = [
  { name: 'admin-settings', ...settings, shows: 'All changes are saved.', prepare: withFigures },
  {
    name: 'admin-settings-turned',
    ...settings,
    shows: 'Once this is saved',
    prepare: async (page) => {
      await withFigures(page)
      await page.getByRole('switch', { name: 'Maintenance mode' }).click()
      await page.getByRole('switch', { name: 'Require email verification' }).click()
    },
  },
  {
    name: 'admin-settings-asked',
    ...settings,
    shows: 'You have no second factor yourself',
    prepare: async (page) => {
      await withFigures(page)
      await page.getByRole('switch', { name: 'Maintenance mode' }).click()
      await page.getByRole('switch', { name: 'Enable two-factor authentication' }).click()
      await page.getByRole('button', { name: 'Save Settings' }).click()
    },
  },
  {
    name: 'admin-settings-wrong',
    ...settings,
    shows: 'Please enter a valid email address',
    prepare: async (page) => {
      await withFigures(page)
      await page.getByLabel('Contact email').fill('nobody')
      await page.getByRole('button', { name: 'Save Settings' }).click()
    },
  },
  {
    name: 'admin-settings-overtaken',
    ...settings,
    shows: 'Someone else changed the settings',
    prepare: overtaken,
  },
  {
    name: 'admin-settings-loading',
    ...settings,
    shows: 'What holds for everybody',
    prepare: async (page) => {
      await page.route('**/rest/v1/settings*', () => new Promise<void>(() => {}))
      await page.reload()
      await page.getByText('Loading...').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'admin-settings-error',
    ...settings,
    shows: 'Failed to load settings',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rest/v1/settings*', (route) => route.fulfill({ status: 503, json: {} }))
      await page.reload()
    },
  },
]
