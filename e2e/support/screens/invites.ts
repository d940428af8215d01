import type { Page } from '@playwright/test'
import { choose } from '../choose'
import { interceptRequests } from '../intercept'
import type { Screen } from '../screens'
import { answerWith, combineMocks, failRequests, whileLoading, withFailedRead } from './mocks'

const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()

const invites = [
  [
    'nora.beck@example.org',
    'ACTIVE',
    'MEMBER',
    ['Git from the first commit', 'HTML & CSS: pages that hold'],
  ],
  ['helen.park@example.org', 'ACTIVE', 'MODERATOR', []],
  ['grace.kim@example.org', 'REDEEMED', 'MEMBER', ['JavaScript: thinking in functions']],
  ['a.person.with.a.very.long.address@subdomain.of.a.school.example.org', 'EXPIRED', 'MEMBER', []],
  ['maya.lopez@exmaple.org', 'CANCELLED', 'MEMBER', ['Git from the first commit']],
] as const

const answer = (total: number) => ({
  total,
  invites: invites.map(([email, state, role, courses], i) => ({
    id: `d1000000-0000-4000-8000-00000000020${i}`,
    email,
    state,
    role,
    courses,
    token: state === 'ACTIVE' ? 'dd000000-0000-4000-8000-000000000299' : null,
    inviter: i === 2 ? 'Mo Moderator' : 'Alex Admin',
    invited_by_id: 'a0000000-0000-4000-8000-000000000001',
    created_at: hours(-20 * i - 3),
    expires_at: hours(state === 'ACTIVE' ? 40 - 30 * i : -24),
    redeemed_at: state === 'REDEEMED' ? hours(-5) : null,
    cancelled_at: state === 'CANCELLED' ? hours(-30) : null,
  })),
})

const list = '**/rpc/invite_list'
const sending = '**/functions/v1/send-invite'

/** Answers with a list of invites, because those of the seed data expire. */
const hasInvites =
  (total: number = invites.length) =>
  (page: Page) =>
    answerWith(list, answer(total))(page)

/** Answers the calls that invite people, so that these states send nothing. */
const invitesMany = combineMocks(
  (page) =>
    interceptRequests(page, '**/rpc/create_invites', (request) => {
      const { lines } = request.body() as { lines: { email: string }[] }
      return request.fulfill(
        lines.map(({ email }, i) => ({
          line: i + 1,
          email,
          role: 'MEMBER',
          courses: [],
          unknown: [],
          state: i === 1 ? 'INVITED' : 'CREATED',
          id: i === 1 ? null : `d1000000-0000-4000-8000-00000000030${i}`,
          token: i === 1 ? null : 'dd000000-0000-4000-8000-000000000299',
        })),
      )
    }),
  answerWith(sending, { sent: true }),
)

/** Answers the calls that change invites, so that these states change nothing. */
const changesMany = combineMocks(
  hasInvites(340),
  answerWith('**/rpc/count_invites', { states: { READY: 212, REDEEMED: 121, CANCELLED: 7 } }),
  answerWith('**/rpc/change_invites', {
    invites: 5,
    last: null,
    verdicts: invites.map(([email, state], i) => ({
      id: `d1000000-0000-4000-8000-00000000020${i}`,
      email,
      state: state === 'ACTIVE' || state === 'EXPIRED' ? 'DONE' : state,
      token: 'dd000000-0000-4000-8000-000000000299',
    })),
  }),
  (page) =>
    interceptRequests(page, sending, (request) =>
      (request.body() as { invite_id: string }).invite_id.endsWith('1')
        ? request.fulfill({ code: 'MAIL_FAILED' }, { status: 502 })
        : request.fulfill({ sent: true }),
    ),
)

/** Selects all invites, and starts an action. */
async function askForAll(page: Page, act: string): Promise<void> {
  await page.getByText('nora.beck@example.org').waitFor()
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Select all 340' }).click()
  await page.getByRole('button', { name: act, exact: true }).click()
}

async function createInvite(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create Invite' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Create Invite' }).click()
}

const LIST = `email,role,courses
ada.okafor@example.org,,git-from-the-first-commit
linus.nowak@example.org,creator,
ada.okafor@example.org,,
barbara.moreau@example,,
member@rookies.test,,
kim@example.org,,rust-from-zero
sam@example.org,teacher,`

async function checkList(page: Page): Promise<void> {
  await page.getByLabel('People to invite').fill(LIST)
  await page.getByRole('button', { name: 'Check List' }).click()
  await choose(
    page.getByLabel('Which role do people with “teacher” get?'),
    'None: leave these lines out',
  )
  await page.getByRole('button', { name: 'Check List' }).click()
  await page
    .getByText(/will be left out/)
    .first()
    .waitFor()
}

const admin = { as: 'admin', path: '/admin/invites' } as const
const many = { as: 'admin', path: '/admin/invites?new=many' } as const

/** Invites: the list, one at a time, and many at once. */
export const inviteScreens: Screen[] = [
  {
    name: 'admin-invites',
    ...admin,
    shows: 'nora.beck@example.org',
    mock: hasInvites(340),
  },
  {
    name: 'moderator-invites',
    like: 'admin-invites',
    as: 'moderator',
    path: '/moderator/members?view=invites',
    shows: 'nora.beck@example.org',
    mock: hasInvites(),
  },
  {
    name: 'admin-invites-empty',
    everyRun: true,
    ...admin,
    shows: 'No invites yet',
    mock: answerWith(list, { total: 0, invites: [] }),
  },
  {
    name: 'admin-invites-none-found',
    like: 'admin-invites-empty',
    as: 'admin',
    path: '/admin/invites?q=nobody-has-this-address',
    shows: 'No invites found',
  },
  {
    name: 'admin-invites-loading',
    ...admin,
    shows: 'People you invited',
    ...whileLoading(list),
  },
  {
    name: 'admin-invites-error',
    ...admin,
    shows: 'Failed to load invites',
    ...withFailedRead(list),
  },
  {
    name: 'admin-invite-create',
    everyRun: true,
    as: 'admin',
    path: '/admin/invites?new=invite',
    shows: /gives access to 1 course/,
    prepare: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Create Invite' })
      await dialog.getByLabel('Email').fill('ada.okafor@example.org')
      await choose(dialog.getByLabel('Role'), 'Moderator')
      await dialog.getByRole('switch').first().click()
    },
  },
  {
    name: 'admin-invite-no-mailer',
    like: 'admin-invite-create',
    as: 'admin',
    path: '/admin/invites?new=invite',
    shows: "Email isn't set up",
    expectProblems: [/501/],
    mock: combineMocks(
      answerWith('**/rpc/create_invite', {
        id: 'd1000000-0000-4000-8000-000000000300',
        token: 'dd000000-0000-4000-8000-000000000299',
        email: 'ada.okafor@example.org',
        expires_at: hours(48),
      }),
      failRequests(sending, 501, { code: 'NO_MAILER' }),
    ),
    prepare: (page) => createInvite(page, 'ada.okafor@example.org'),
  },
  {
    name: 'admin-invite-cancel',
    ...admin,
    shows: 'Cancel this invite?',
    mock: hasInvites(),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More about the invite for nora.beck' }).click()
      await page.getByRole('menuitem', { name: 'Cancel invite' }).click()
    },
  },
  {
    name: 'admin-invites-resend-many',
    like: 'admin-members-disable',
    ...admin,
    shows: '212 invites will be sent again.',
    mock: changesMany,
    prepare: (page) => askForAll(page, 'Resend Invites'),
  },
  {
    name: 'admin-invites-cancel-many',
    ...admin,
    shows: '212 invites will be cancelled.',
    mock: changesMany,
    prepare: (page) => askForAll(page, 'Cancel Invites'),
  },
  {
    name: 'admin-invites-resent-many',
    like: 'admin-members-bulk-done',
    ...admin,
    shows: /could not be emailed/,
    expectProblems: [/502/],
    mock: changesMany,
    prepare: async (page) => {
      await askForAll(page, 'Resend Invites')
      await page.getByRole('button', { name: 'Resend 212 Invites' }).click()
    },
  },
  {
    name: 'admin-invite-member-already',
    like: 'admin-invite-create',
    as: 'admin',
    path: '/admin/invites?new=invite',
    shows: 'Already a member',
    prepare: (page) => createInvite(page, 'member@rookies.test'),
  },
  {
    name: 'admin-invites-many',
    like: 'admin-invites-many-checked',
    ...many,
    shows: 'People to invite',
  },
  {
    name: 'admin-invites-many-checked',
    ...many,
    shows: '2 ready, 5 will be left out',
    prepare: checkList,
  },
  {
    name: 'admin-invites-many-unsent',
    ...many,
    shows: 'This list has not been sent.',
    prepare: async (page) => {
      await page.getByLabel('People to invite').fill(LIST)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'admin-invites-many-done',
    like: 'admin-members-bulk-done',
    ...many,
    shows: 'Done: 1 person invited. 1 emailed.',
    mock: invitesMany,
    prepare: async (page) => {
      await checkList(page)
      await page.getByRole('button', { name: 'Invite 2 People' }).click()
    },
  },
  {
    name: 'admin-invites-many-failed',
    ...many,
    shows: /Try again to continue from there/,
    expectProblems: [/503/],
    mock: failRequests('**/rpc/create_invites'),
    prepare: async (page) => {
      await checkList(page)
      await page.getByRole('button', { name: 'Invite 2 People' }).click()
    },
  },
]
