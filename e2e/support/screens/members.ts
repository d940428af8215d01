import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

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

/** The list as it would be at a school; the seed's people change with every journey. */
async function withPeople(page: Page, total?: number): Promise<void> {
  await page.route('**/rpc/members', (route) => route.fulfill({ json: answer(total) }))
  await page.reload()
  await page.getByText('Ada Okafor').waitFor()
}

async function manage(page: Page): Promise<void> {
  await withPeople(page)
  await page.getByRole('button', { name: 'Manage Access of Ada Okafor' }).click()
}

const contact = {
  json: [
    {
      id: 'dd000000-0000-4000-8000-000000000100',
      email: 'ada@example.org',
      phone: '+49 30 901820',
    },
  ],
}

/** The form for the address and the phone, with what is read into it. */
async function correct(
  page: Page,
  answer: { status?: number; json: object } = contact,
): Promise<void> {
  await page.route('**/rest/v1/profiles?*phone*', (route) => route.fulfill(answer))
  await withPeople(page)
  await page.getByRole('button', { name: 'More about Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Correct email or phone' }).click()
}

async function selectPage(page: Page, total?: number): Promise<void> {
  await withPeople(page, total)
  await page.getByLabel('Select this page').check()
}

async function chooseCourse(page: Page): Promise<void> {
  await selectPage(page)
  await page.getByRole('button', { name: 'Grant or Revoke Courses' }).click()
  await page.getByRole('dialog').getByRole('switch').first().click()
}

const admin = { as: 'admin', path: '/admin/members' } as const

/** Members, in both panels, and what is done about one of them. */
export const memberScreens: Screen[] = [
  {
    name: 'admin-members',
    ...admin,
    shows: 'Ada Okafor',
    prepare: (page) => withPeople(page, 100_000),
  },
  {
    name: 'moderator-members',
    as: 'moderator',
    path: '/moderator/members',
    shows: 'Ada Okafor',
    prepare: withPeople,
  },
  {
    name: 'admin-members-loading',
    ...admin,
    shows: 'Find people',
    prepare: async (page) => {
      await page.route('**/rpc/members', () => new Promise<void>(() => {}))
      await page.reload()
      await page.getByText('Loading...').waitFor({ state: 'attached' })
    },
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
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rpc/members', (route) => route.fulfill({ status: 503, json: {} }))
      await page.reload()
    },
  },
  {
    name: 'admin-members-role',
    ...admin,
    shows: 'Change role to Moderator?',
    prepare: async (page) => {
      await withPeople(page)
      await page.getByLabel('Role of Ada Okafor').selectOption('MODERATOR')
    },
  },
  {
    name: 'admin-members-disable',
    ...admin,
    shows: 'Disable this account?',
    prepare: async (page) => {
      await withPeople(page)
      await page.getByRole('button', { name: 'More about Ada Okafor' }).click()
      await page.getByRole('menuitem', { name: 'Disable account' }).click()
    },
  },
  {
    name: 'admin-members-correct',
    ...admin,
    shows: /^From now on they sign in with the new address/,
    prepare: async (page) => {
      await correct(page)
      await page.getByLabel('Email', { exact: true }).fill('ada.okafor@example.org')
    },
  },
  {
    name: 'admin-members-correct-wrong',
    ...admin,
    shows: 'Please enter a valid phone number',
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
    prepare: (page) => correct(page, { status: 503, json: {} }),
  },
  {
    name: 'admin-members-factors',
    ...admin,
    shows: 'Reset two-factor sign-in?',
    prepare: async (page) => {
      await withPeople(page)
      await page.getByRole('button', { name: 'More about Ada Okafor' }).click()
      await page.getByRole('menuitem', { name: 'Reset two-factor sign-in' }).click()
    },
  },
  {
    name: 'admin-members-exporting',
    ...admin,
    shows: '34,000 of 100,000',
    prepare: async (page) => {
      await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
      let asked = 0
      await page.route('**/rpc/begin_export', (route) =>
        route.fulfill({ json: { id: 'x', total: 100_000, columns: ['name'] } }),
      )
      await page.route('**/rpc/export_rows', (route) => {
        asked += 1
        if (asked > 1) return new Promise<void>(() => {})
        return route.fulfill({ json: { rows: Array(34_000).fill({ name: 'Ada' }), next: [] } })
      })
      await withPeople(page, 100_000)
      await page.getByRole('button', { name: 'Export CSV' }).click()
    },
  },
  {
    name: 'moderator-access',
    as: 'moderator',
    path: '/moderator/members',
    shows: '1 course to grant',
    prepare: async (page) => {
      await manage(page)
      await page.getByRole('dialog').getByRole('switch').first().click()
    },
  },
  {
    name: 'admin-access-unsaved',
    ...admin,
    shows: 'You have unsaved changes. Save them, or discard them.',
    prepare: async (page) => {
      await manage(page)
      await page.getByRole('dialog').getByRole('switch').first().click()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'admin-access-error',
    ...admin,
    shows: 'Failed to load courses',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rpc/member_access*', (route) => route.fulfill({ status: 503, json: {} }))
      await manage(page)
    },
  },
  {
    name: 'admin-members-selected',
    ...admin,
    shows: '6 selected',
    prepare: (page) => selectPage(page, 100_000),
  },
  {
    name: 'admin-members-bulk',
    ...admin,
    shows: '1 course will be opened to 6 people.',
    prepare: (page) => chooseCourse(page),
  },
  {
    name: 'admin-members-bulk-failed',
    ...admin,
    shows: /Trying again goes on from there/,
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rpc/change_access', (route) => route.fulfill({ status: 503, json: {} }))
      await chooseCourse(page)
      await page.getByRole('button', { name: 'Grant Courses' }).click()
    },
  },
  {
    name: 'admin-members-bulk-done',
    ...admin,
    shows: 'Done: 4 changes for 6 people',
    prepare: async (page) => {
      await page.route('**/rpc/change_access', (route) =>
        route.fulfill({ json: { people: 6, changed: 4, last: null } }),
      )
      await chooseCourse(page)
      await page.getByRole('button', { name: 'Grant Courses' }).click()
    },
  },
  {
    name: 'moderator-denied',
    as: 'member',
    path: '/moderator',
    shows: "You don't have permission to access the moderator panel",
  },
]
