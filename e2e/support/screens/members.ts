import type { Page } from '@playwright/test'
import { choose } from '../choose'
import { interceptRequests } from '../intercept'
import type { Screen } from '../screens'
import { chooseFromTitleMenu } from '../title-menu'
import { answerWith, combineMocks, failRequests, whileLoading, withFailedRead } from './mocks'

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

const memberList = '**/rpc/members'

/** Answers with a fixed list of members, because other tests change the people in the database. */
export const hasPeople = answerWith(memberList, answer())
export const hasMany = answerWith(memberList, answer(100_000))

async function chooseForAda(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More about Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const contact = '**/rest/v1/profiles?*phone*'

const hasContact = combineMocks(
  hasPeople,
  answerWith(contact, [
    {
      id: 'dd000000-0000-4000-8000-000000000100',
      email: 'ada@example.org',
      phone: '+49 30 901820',
    },
  ]),
)

const correct = (page: Page) => chooseForAda(page, 'Correct email or phone')

const admin = { as: 'admin', path: '/admin/members' } as const

/** Members, for administrators and for moderators, and the actions on one of them. */
export const memberScreens: Screen[] = [
  {
    name: 'admin-members',
    everyRun: true,
    ...admin,
    shows: 'Ada Okafor',
    mock: hasMany,
  },
  {
    name: 'moderator-members',
    like: 'admin-members',
    as: 'moderator',
    path: '/moderator/members',
    shows: 'Ada Okafor',
    mock: hasPeople,
  },
  {
    name: 'admin-members-loading',
    everyRun: true,
    ...admin,
    shows: 'Find people',
    ...whileLoading(memberList),
  },
  {
    name: 'admin-members-empty',
    as: 'admin',
    path: '/admin/members?q=nobody-is-called-this',
    shows: 'No members found',
  },
  {
    name: 'admin-members-narrowed',
    as: 'admin',
    path: '/admin/members?course=none&quiet=14&role=MODERATOR',
    shows: 'No members found',
    mock: answerWith(memberList, { total: 0, members: [] }),
  },
  {
    name: 'admin-members-error',
    everyRun: true,
    ...admin,
    shows: 'Failed to load members',
    ...withFailedRead(memberList),
  },
  {
    name: 'admin-members-columns',
    ...admin,
    from: 1280,
    shows: 'Show All',
    mock: hasPeople,
    prepare: (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  {
    name: 'admin-members-saved-filters',
    like: 'admin-members-columns',
    ...admin,
    path: '/admin/members?role=MODERATOR',
    shows: 'Name for the current filters',
    mock: hasPeople,
    prepare: async (page) => {
      const saved = page.getByRole('button', { name: 'Saved Filters' })
      await saved.click()
      await page.getByLabel('Name for the current filters').fill('Our moderators')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.goto('/admin/members?role=CREATOR')
      await saved.click()
    },
  },
  {
    name: 'admin-members-role',
    like: 'admin-members-disable',
    ...admin,
    shows: /^They can no longer /,
    mock: combineMocks(
      hasPeople,
      answerWith('**/rpc/role_impact', {
        gains: ['profiles.list.any', 'entitlements.create.any'],
        loses: ['courses.update.own'],
        courses: { count: 4, names: ['Git from the First Commit', 'TypeScript', 'Unix'] },
        builds: false,
        invites: 1,
      }),
    ),
    prepare: async (page) => {
      await choose(page.getByLabel('Role of Ada Okafor'), 'Moderator')
    },
  },
  {
    name: 'admin-members-disable',
    ...admin,
    shows: /^They can no longer open 7 courses/,
    mock: combineMocks(
      hasPeople,
      answerWith('**/rpc/disable_impact', {
        open: 7,
        sessions: 2,
        courses: { count: 1, names: ['Git from the First Commit'] },
        communities: { count: 2, names: ['Evenings', 'Alumni'] },
        invites: 3,
      }),
    ),
    prepare: (page) => chooseForAda(page, 'Disable account'),
  },
  {
    name: 'admin-members-correct',
    like: 'admin-purchases-record',
    ...admin,
    shows: /^They are signed out everywhere/,
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
      await page.getByLabel('Phone (optional)').fill('ask Ada')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'admin-members-correct-error',
    ...admin,
    shows: 'Failed to load account',
    expectProblems: [/503/],
    mock: combineMocks(hasPeople, failRequests(contact)),
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
    mock: combineMocks(
      hasMany,
      answerWith('**/rpc/begin_export', { id: 'x', total: 100_000, columns: ['name'] }),
      // The first part of the list is answered, the second part is not.
      async (page) => {
        const parts = [{ rows: Array(34_000).fill({ name: 'Ada' }), next: [] }]
        await interceptRequests(page, '**/rpc/export_rows', (request) => {
          const part = parts.pop()
          return part && request.fulfill(part)
        })
      },
    ),
    prepare: async (page) => {
      await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
      await chooseFromTitleMenu(page, 'Export CSV')
    },
  },
]
