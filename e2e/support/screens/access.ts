import type { Page } from '@playwright/test'
import { fillDay } from '../choose'
import type { Screen } from '../screens'
import { chooseFromTitleMenu } from '../title-menu'
import { hasMany, hasPeople } from './members'
import { answerWith, combineMocks, failRequests, leaveUnanswered } from './mocks'

const count = '**/rpc/count_access'

/** The answer that an action on the six people of the list would change this many of them. */
const counts = (touched: number) =>
  answerWith(count, {
    people: 6,
    touched,
    changes: touched,
    names: ['Ada Okafor', 'Grace Solberg', 'Linus Nowak'].slice(0, touched),
  })

const byAddress = '**/rpc/members_by_address'

/** Opens Ada's access and grants the first course. */
async function grantCourse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage Access of Ada Okafor' }).click()
  await page.getByRole('dialog').getByRole('switch').first().click()
}

/** Grants the first course until a day. */
async function grantUntil(page: Page): Promise<void> {
  await grantCourse(page)
  await fillDay(page.getByRole('dialog').getByPlaceholder('No end date'), '2090-06-30')
}

async function selectPage(page: Page): Promise<void> {
  await page.getByText('Ada Okafor', { exact: true }).waitFor()
  await page.getByLabel('Select this page').check()
}

async function chooseCourse(page: Page): Promise<void> {
  await selectPage(page)
  await page.getByRole('button', { name: 'Change Course Access' }).click()
  await page.getByRole('dialog').getByRole('switch').first().click()
}

async function grantMany(page: Page): Promise<void> {
  await chooseCourse(page)
  await page.getByRole('button', { name: 'Grant Courses' }).click()
}

async function changeEnd(page: Page): Promise<void> {
  await chooseCourse(page)
  await page.getByRole('dialog').getByText('End Date', { exact: true }).first().click()
  await fillDay(page.getByLabel('New last day'), '2090-06-30')
}

/** Opens the list dialog and pastes two members and two strangers. */
async function pasteList(page: Page): Promise<void> {
  await chooseFromTitleMenu(page, 'Grant to a List…')
  await page
    .getByLabel('People', { exact: true })
    .fill(
      'Ada Okafor <ada@example.org>, grace@example.org\nnew@example.org\nother@example.org\nnobody',
    )
}

const findsTwo = answerWith(byAddress, [
  { address: 'ada@example.org', id: 'dd000000-0000-4000-8000-000000000100' },
  { address: 'grace@example.org', id: 'dd000000-0000-4000-8000-000000000101' },
])

const admin = { as: 'admin', path: '/admin/members' } as const

/** Access to courses: of one member, of many, and of a list. */
export const accessScreens: Screen[] = [
  {
    name: 'moderator-access',
    like: 'moderator-access-end',
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
    name: 'admin-access-revoke',
    ...admin,
    shows: /because of their role or because they created it/,
    mock: combineMocks(
      hasPeople,
      answerWith('**/rpc/member_access*', [
        {
          id: 'c0000000-0000-4000-8000-000000000001',
          title: 'Git from the First Commit',
          slug: 'git',
          status: 'PUBLISHED',
          granted: true,
          source: 'MANUAL',
          expires_at: null,
          cohorts: [],
        },
      ]),
      answerWith(count, {
        people: 1,
        touched: 1,
        changes: 1,
        keeps: 1,
        ended: 0,
        names: ['Ada Okafor'],
      }),
    ),
    prepare: grantCourse,
  },
  {
    name: 'admin-access-error',
    ...admin,
    shows: 'Failed to load courses',
    expectProblems: [/503/],
    mock: combineMocks(hasPeople, failRequests('**/rpc/member_access*')),
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
    shows: '4 people will get 1 course; 2 have it already.',
    mock: combineMocks(hasPeople, counts(4)),
    prepare: chooseCourse,
  },
  {
    name: 'admin-members-bulk-failed',
    ...admin,
    shows: /Nothing was changed yet/,
    expectProblems: [/503/],
    mock: combineMocks(hasPeople, counts(4), failRequests('**/rpc/change_access')),
    prepare: grantMany,
  },
  {
    name: 'admin-members-bulk-done',
    ...admin,
    shows: 'Done: 4 changes for 6 people',
    mock: combineMocks(
      hasPeople,
      counts(4),
      answerWith('**/rpc/change_access', { people: 6, changed: 4, last: null }),
    ),
    prepare: grantMany,
  },
  {
    name: 'moderator-access-end',
    as: 'moderator',
    path: '/moderator/members',
    shows: '1 course to grant',
    mock: hasPeople,
    prepare: grantUntil,
  },
  {
    name: 'admin-access-changed-meanwhile',
    ...admin,
    shows: /^Someone else has just changed access/,
    expectProblems: [/409/],
    mock: combineMocks(
      hasPeople,
      failRequests('**/rpc/save_access', 409, {
        code: 'PT409',
        hint: 'STALE_END',
        message:
          'Someone else has just changed access to "Git from the First Commit". Nothing was saved. Please check it and try again.',
      }),
    ),
    prepare: async (page) => {
      await grantUntil(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save' }).click()
      // Waits until the buttons take presses again, some time after the message has appeared.
      await dialog.getByRole('button', { name: 'Cancel', disabled: false }).waitFor()
    },
  },
  {
    name: 'admin-members-bulk-end',
    like: 'admin-members-bulk',
    ...admin,
    shows: 'The last day of 1 course will be Jun 30, 2090 for 4 people; nothing changes for 2.',
    mock: combineMocks(hasPeople, counts(4)),
    prepare: changeEnd,
  },
  {
    name: 'admin-members-bulk-nothing',
    ...admin,
    shows: 'Nothing would change for 6 people.',
    mock: combineMocks(hasPeople, counts(0)),
    prepare: chooseCourse,
  },
  {
    name: 'admin-members-bulk-counting',
    ...admin,
    shows: 'Counting...',
    mock: combineMocks(hasPeople, leaveUnanswered(count)),
    prepare: chooseCourse,
  },
  {
    name: 'admin-members-bulk-count-error',
    ...admin,
    shows: 'Failed to count what would change',
    expectProblems: [/400/],
    mock: combineMocks(hasPeople, failRequests(count, 400, { code: 'P0001', message: 'refused' })),
    prepare: chooseCourse,
  },
  {
    name: 'moderator-grant-list',
    like: 'admin-grant-list-found',
    as: 'moderator',
    path: '/moderator/members',
    shows: 'One email a line, or separated by commas, with or without names.',
    mock: hasPeople,
    prepare: (page) => chooseFromTitleMenu(page, 'Grant to a List…'),
  },
  {
    name: 'admin-grant-list-found',
    ...admin,
    shows: '2 are members, 2 are not.',
    mock: combineMocks(hasPeople, findsTwo),
    prepare: pasteList,
  },
  {
    name: 'admin-grant-list-loading',
    ...admin,
    shows: 'Looking up...',
    mock: combineMocks(hasPeople, leaveUnanswered(byAddress)),
    prepare: pasteList,
  },
  {
    name: 'admin-grant-list-error',
    ...admin,
    shows: 'Failed to load members',
    expectProblems: [/400/],
    mock: combineMocks(
      hasPeople,
      failRequests(byAddress, 400, { code: 'P0001', message: 'refused' }),
    ),
    prepare: pasteList,
  },
]
