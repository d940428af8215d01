import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import {
  answerWith,
  changeAnswer,
  changeBoot,
  combineMocks,
  drawsLogos,
  LOGOS,
  whileLoading,
  withFailedRead,
} from './mocks'

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
  moderators: 3,
  moderators_without_cohort: 1,
  recent_sign_ups: 41,
  open_invites: 5,
  me_without_factor: true,
  me_unverified: false,
}

const table = '**/rest/v1/settings*'

/** Answers with fixed figures. These states save nothing. */
const hasFigures = answerWith('**/rpc/settings_preview*', figures)

const figuresShown = (page: Page) => page.getByText('41 people did in the last 30 days').waitFor()

/** Saves the settings after answers that say that another administrator has changed them, which is a conflict. */
async function saveWithConflict(page: Page): Promise<void> {
  await figuresShown(page)
  await page.getByLabel('Site description').fill('Where people learn to build.')
  await page.route(table, async (route) => {
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

/** The settings, and the confirmations before a setting locks people out. */
export const settingsScreens: Screen[] = [
  {
    name: 'admin-settings',
    everyRun: true,
    ...settings,
    shows: 'All changes are saved.',
    mock: hasFigures,
    prepare: figuresShown,
  },
  ...(['square', 'wide'] as const).map(
    (shape): Screen => ({
      name: `admin-settings-logo-${shape}`,
      ...settings,
      shows: 'Replace Logo',
      mock: combineMocks(
        hasFigures,
        drawsLogos,
        changeBoot({ settings: { site_name: 'Harbour Code School', logo: LOGOS[shape] } }),
        changeAnswer<object[]>(table, (rows) =>
          rows.map((row) => ({ ...row, site_name: 'Harbour Code School', logo: LOGOS[shape] })),
        ),
      ),
      prepare: async (page) => {
        await figuresShown(page)
        await page.getByRole('img', { name: 'Logo, dark' }).scrollIntoViewIfNeeded()
      },
    }),
  ),
  {
    name: 'admin-settings-turned',
    like: 'admin-settings',
    ...settings,
    shows: 'Once this is saved',
    mock: hasFigures,
    prepare: async (page) => {
      await figuresShown(page)
      await page.getByRole('switch', { name: 'Maintenance mode' }).click()
      await page.getByRole('switch', { name: 'Require email verification' }).click()
    },
  },
  {
    name: 'admin-settings-asked',
    like: 'admin-settings',
    ...settings,
    shows: 'You have no second factor yourself',
    mock: hasFigures,
    prepare: async (page) => {
      await figuresShown(page)
      await page.getByRole('switch', { name: 'Maintenance mode' }).click()
      await page.getByRole('switch', { name: 'Enable two-factor authentication' }).click()
      await page.getByRole('button', { name: 'Save Settings' }).click()
    },
  },
  {
    name: 'admin-settings-wrong',
    ...settings,
    shows: 'Please enter a valid email address',
    mock: hasFigures,
    prepare: async (page) => {
      await figuresShown(page)
      await page.getByLabel('Contact email').fill('nobody')
      await page.getByRole('button', { name: 'Save Settings' }).click()
    },
  },
  {
    name: 'admin-settings-overtaken',
    like: 'admin-course-conflict',
    ...settings,
    shows: 'Someone else changed the settings',
    mock: hasFigures,
    prepare: saveWithConflict,
  },
  {
    name: 'admin-settings-loading',
    ...settings,
    shows: 'Settings for everyone',
    ...whileLoading(table),
  },
  {
    name: 'admin-settings-error',
    ...settings,
    shows: 'Failed to load settings',
    ...withFailedRead(table),
  },
]
