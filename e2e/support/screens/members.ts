import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { all, answers, failing, fails, loading, waits } from './mocks'

const people = [
  ['Ada Okafor', 'MEMBER', 3, null],
  ['Grace Silva-Hernández', 'MODERATOR', 0, null],
  ['Linus Nowak', 'MEMBER', 1, '2026-10-02T08:00:00Z'],
  [null, 'MEMBER', 0, null],
  ['Margaret Haddad', 'CREATOR', 2, null],
  ['Barbara Moreau', 'ADMIN', 7, null],
] as const

const answer = (total: number = people.length) => ({
  total,
  members: people.map(([name, role, courses, disabled_at], i) => ({
    id: `dd000000-0000-4000-8000-00000000010${i}`,
    name,
    email: `${name?.split(' ')[0]?.toLowerCase() ?? 'somebody.without.a.name'}@example.org`,
    role,
    courses,
    disabled_at,
    created_at: `2026-0${9 - i}-1${i}T08:00:00Z`,
  })),
})

const list = '**/rpc/members'

/** The list as it would be at a school; the seed's people change with every journey. */
const hasPeople = answers(list, answer())
const hasMany = answers(list, answer(100_000))

/** Opens Ada's access, and turns its first course on. */
async function grantCourse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage Access of Ada Okafor' }).click()
  await page.getByRole('dialog').getByRole('switch').first().click()
}

async function chooseForAda(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More about Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const contact = '**/rest/v1/profiles?*phone*'

const hasContact = all(
  hasPeople,
  answers(contact, [
    {
      id: 'dd000000-0000-4000-8000-000000000100',
      email: 'ada@example.org',
      phone: '+49 30 901820',
    },
  ]),
)

const correct = (page: Page) => chooseForAda(page, 'Correct email or phone')

async function selectPage(page: Page): Promise<void> {
  await page.getByText('Ada Okafor').waitFor()
  await page.getByLabel('Select this page').check()
}

async function chooseCourse(page: Page): Promise<void> {
  await selectPage(page)
  await page.getByRole('button', { name: 'Grant or Revoke Courses' }).click()
  await page.getByRole('dialog').getByRole('switch').first().click()
}

async function grantMany(page: Page): Promise<void> {
  await chooseCourse(page)
  await page.getByRole('button', { name: 'Grant Courses' }).click()
}

const admin = { as: 'admin', path: '/admin/members' } as const

/** Members, in both panels, and what is done about one of them. */
export const memberScreens: Screen[] = [
  {
    name: 'admin-members',
    ...admin,
    shows: 'Ada Okafor',
    mock: hasMany,
  },
  {
    name: 'moderator-members',
    as: 'moderator',
    path: '/moderator/members',
    shows: 'Ada Okafor',
    mock: hasPeople,
  },
  {
    name: 'admin-members-loading',
    ...admin,
    shows: 'Find people',
    ...loading(list),
  },
  {
    name: 'admin-members-empty',
    as: 'admin',
    path: '/admin/members?q=nobody-is-called-this',
    shows: 'No members found',
  },
  {
    name: 'admin-members-error',
    ...admin,
    shows: 'Failed to load members',
    ...failing(list),
  },
  {
    name: 'admin-members-role',
    ...admin,
    shows: 'Change role to Moderator?',
    mock: hasPeople,
    prepare: async (page) => {
      await page.getByLabel('Role of Ada Okafor').selectOption('MODERATOR')
    },
  },
  {
    name: 'admin-members-disable',
    ...admin,
    shows: 'Disable this account?',
    mock: hasPeople,
    prepare: (page) => chooseForAda(page, 'Disable account'),
  },
  {
    name: 'admin-members-correct',
    ...admin,
    shows: /^From now on they sign in with the new address/,
    mock: hasContact,
    prepare: async (page) => {
      await correct(page)
      await page.getByLabel('Email', { exact: true }).fill('ada.okafor@example.org')
    },
  },
  {
    name: 'admin-members-correct-wrong',
    ...admin,
    shows: 'Please enter a valid phone number',
    mock: hasContact,
    prepare: async (page) => {
      await correct(page)
      await page.getByLabel('Phone', { exact: true }).fill('ask Ada')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'admin-members-correct-error',
    ...admin,
    shows: 'Failed to load account',
    expectProblems: [/503/],
    mock: all(hasPeople, fails(contact)),
    prepare: correct,
  },
  {
    name: 'admin-members-factors',
    ...admin,
    shows: 'Reset two-factor sign-in?',
    mock: hasPeople,
    prepare: (page) => chooseForAda(page, 'Reset two-factor sign-in'),
  },
  {
    name: 'admin-members-exporting',
    ...admin,
    shows: '34,000 of 100,000',
    mock: all(
      hasMany,
      answers('**/rpc/begin_export', { id: 'x', total: 100_000, columns: ['name'] }),
      waits('**/rpc/export_rows'),
      // The newest of two mocks for one call comes first.
      (page) =>
        page.route(
          '**/rpc/export_rows',
          (route) =>
            route.fulfill({ json: { rows: Array(34_000).fill({ name: 'Ada' }), next: [] } }),
          { times: 1 },
        ),
    ),
    prepare: async (page) => {
      await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
      await page.getByRole('button', { name: 'Export CSV' }).click()
    },
  },
  {
    name: 'moderator-access',
    as: 'moderator',
    path: '/moderator/members',
    shows: '1 course to grant',
    mock: hasPeople,
    prepare: grantCourse,
  },
  {
    name: 'admin-access-unsaved',
    ...admin,
    shows: 'You have unsaved changes. Save them, or discard them.',
    mock: hasPeople,
    prepare: async (page) => {
      await grantCourse(page)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'admin-access-error',
    ...admin,
    shows: 'Failed to load courses',
    expectProblems: [/503/],
    mock: all(hasPeople, fails('**/rpc/member_access*')),
    prepare: (page) => page.getByRole('button', { name: 'Manage Access of Ada Okafor' }).click(),
  },
  {
    name: 'admin-members-selected',
    ...admin,
    shows: '6 selected',
    mock: hasMany,
    prepare: selectPage,
  },
  {
    name: 'admin-members-bulk',
    ...admin,
    shows: '1 course will be opened to 6 people.',
    mock: hasPeople,
    prepare: chooseCourse,
  },
  {
    name: 'admin-members-bulk-failed',
    ...admin,
    shows: /Trying again goes on from there/,
    expectProblems: [/503/],
    mock: all(hasPeople, fails('**/rpc/change_access')),
    prepare: grantMany,
  },
  {
    name: 'admin-members-bulk-done',
    ...admin,
    shows: 'Done: 4 changes for 6 people',
    mock: all(hasPeople, answers('**/rpc/change_access', { people: 6, changed: 4, last: null })),
    prepare: grantMany,
  },
]
