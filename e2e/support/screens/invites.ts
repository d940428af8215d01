import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

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

/** The list as it would be at a school; the seed's invites run out. */
async function withInvites(page: Page, total: number = invites.length): Promise<void> {
  await page.route('**/rpc/invite_list', (route) => route.fulfill({ json: answer(total) }))
  await page.reload()
  await page.getByText('nora.beck@example.org').waitFor()
}

/** Nothing of these pictures is sent. */
async function withoutSending(page: Page): Promise<void> {
  await page.route('**/rpc/create_invites', async (route) => {
    const { lines } = route.request().postDataJSON()
    await route.fulfill({
      json: lines.map(({ email }: { email: string }, i: number) => ({
        line: i + 1,
        email,
        role: 'MEMBER',
        courses: [],
        unknown: [],
        state: i === 1 ? 'INVITED' : 'CREATED',
        id: i === 1 ? null : `d1000000-0000-4000-8000-00000000030${i}`,
        token: i === 1 ? null : 'dd000000-0000-4000-8000-000000000299',
      })),
    })
  })
  await page.route('**/functions/v1/send-invite', (route) =>
    route.fulfill({ json: { sent: true } }),
  )
}

/** All of them selected, and the question asked; nothing is changed by these pictures. */
async function bulk(page: Page, act: string): Promise<void> {
  await page.route('**/rpc/count_invites', (route) =>
    route.fulfill({ json: { states: { READY: 212, REDEEMED: 121, CANCELLED: 7 } } }),
  )
  await page.route('**/rpc/change_invites', (route) =>
    route.fulfill({
      json: {
        invites: 5,
        last: null,
        verdicts: invites.map(([email, state], i) => ({
          id: `d1000000-0000-4000-8000-00000000020${i}`,
          email,
          state: state === 'ACTIVE' || state === 'EXPIRED' ? 'DONE' : state,
          token: 'dd000000-0000-4000-8000-000000000299',
        })),
      },
    }),
  )
  await page.route('**/functions/v1/send-invite', (route) =>
    route.request().postDataJSON().invite_id.endsWith('1')
      ? route.fulfill({ status: 502, json: { code: 'MAIL_FAILED' } })
      : route.fulfill({ json: { sent: true } }),
  )
  await withInvites(page, 340)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Select all 340' }).click()
  await page.getByRole('button', { name: act, exact: true }).click()
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
    prepare: (page) => withInvites(page, 340),
  },
  {
    name: 'moderator-invites',
    as: 'moderator',
    path: '/moderator/members?view=invites',
    shows: 'nora.beck@example.org',
    prepare: (page) => withInvites(page),
  },
  {
    name: 'admin-invites-empty',
    ...admin,
    shows: 'No invites yet',
    prepare: async (page) => {
      await page.route('**/rpc/invite_list', (route) =>
        route.fulfill({ json: { total: 0, invites: [] } }),
      )
      await page.reload()
    },
  },
  {
    name: 'admin-invites-none-found',
    as: 'admin',
    path: '/admin/invites?q=nobody-has-this-address',
    shows: 'No invites found',
  },
  {
    name: 'admin-invites-loading',
    ...admin,
    shows: 'Whom you have asked',
    prepare: async (page) => {
      await page.route('**/rpc/invite_list', () => new Promise<void>(() => {}))
      await page.reload()
      await page.getByText('Loading...').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'admin-invites-error',
    ...admin,
    shows: 'Failed to load invites',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rpc/invite_list', (route) => route.fulfill({ status: 503, json: {} }))
      await page.reload()
    },
  },
  {
    name: 'admin-invite-create',
    as: 'admin',
    path: '/admin/invites?new=invite',
    shows: 'opens 1 course',
    prepare: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Create Invite' })
      await dialog.getByLabel('Email').fill('ada.okafor@example.org')
      await dialog.getByLabel('Role').selectOption('MODERATOR')
      await dialog.getByRole('switch').first().click()
    },
  },
  {
    name: 'admin-invite-no-mailer',
    as: 'admin',
    path: '/admin/invites?new=invite',
    shows: 'No mailer is set up',
    expectProblems: [/501/],
    prepare: async (page) => {
      await page.route('**/rpc/create_invite', (route) =>
        route.fulfill({
          json: {
            id: 'd1000000-0000-4000-8000-000000000300',
            token: 'dd000000-0000-4000-8000-000000000299',
            email: 'ada.okafor@example.org',
            expires_at: hours(48),
          },
        }),
      )
      await page.route('**/functions/v1/send-invite', (route) =>
        route.fulfill({ status: 501, json: { code: 'NO_MAILER' } }),
      )
      const dialog = page.getByRole('dialog', { name: 'Create Invite' })
      await dialog.getByLabel('Email').fill('ada.okafor@example.org')
      await dialog.getByRole('button', { name: 'Create Invite' }).click()
    },
  },
  {
    name: 'admin-invite-cancel',
    ...admin,
    shows: 'Cancel this invite?',
    prepare: async (page) => {
      await withInvites(page)
      await page.getByRole('button', { name: 'More about the invite for nora.beck' }).click()
      await page.getByRole('menuitem', { name: 'Cancel invite' }).click()
    },
  },
  {
    name: 'admin-invites-resend-many',
    ...admin,
    shows: '212 invites will be sent again.',
    prepare: (page) => bulk(page, 'Resend Invites'),
  },
  {
    name: 'admin-invites-cancel-many',
    ...admin,
    shows: '212 invites will be cancelled.',
    prepare: (page) => bulk(page, 'Cancel Invites'),
  },
  {
    name: 'admin-invites-resent-many',
    ...admin,
    shows: /could not be e-mailed/,
    expectProblems: [/502/],
    prepare: async (page) => {
      await bulk(page, 'Resend Invites')
      await page.getByRole('button', { name: 'Resend 212 Invites' }).click()
    },
  },
  {
    name: 'admin-invite-member-already',
    as: 'admin',
    path: '/admin/invites?new=invite',
    shows: 'Already a member',
    prepare: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Create Invite' })
      await dialog.getByLabel('Email').fill('member@rookies.test')
      await dialog.getByRole('button', { name: 'Create Invite' }).click()
    },
  },
  { name: 'admin-invites-many', ...many, shows: 'People to invite' },
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
    ...many,
    shows: 'Done: 1 person invited. 1 e-mailed.',
    prepare: async (page) => {
      await withoutSending(page)
      await checkList(page)
      await page.getByRole('button', { name: 'Invite 2 People' }).click()
    },
  },
  {
    name: 'admin-invites-many-failed',
    ...many,
    shows: /Trying again goes on from there/,
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rpc/create_invites', (route) => route.fulfill({ status: 503, json: {} }))
      await checkList(page)
      await page.getByRole('button', { name: 'Invite 2 People' }).click()
    },
  },
]
