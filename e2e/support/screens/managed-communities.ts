import type { Screen } from '../screens'
import { chooseFromTitleMenu } from '../title-menu'
import { WIDE_CODE, WIDE_WORD } from '../wide-text'
import { answerWith, combineMocks, whileLoading, withFailedRead } from './mocks'

const id = (i: number) => `dc000000-0000-4000-8000-00000000020${i}`

const community = (i: number, name: string, values: object) => ({
  id: id(i),
  name,
  slug: name.toLowerCase().replace(/[^a-z]+/g, '-'),
  description: null,
  cover_url: null,
  access: 'FREE',
  read_only: false,
  course_id: null,
  course: null,
  members: 0,
  reported: 0,
  updated_at: '2026-11-01T08:00:00Z',
  ...values,
})

const communities = [
  community(0, 'Announcements', {
    read_only: true,
    members: 1001,
    description: 'What is new at the bootcamp, from the people who run it.',
  }),
  community(1, 'Git and friends', {
    access: 'COURSE',
    course: 'Version control with Git',
    course_id: id(9),
    members: 84,
    reported: 2,
  }),
  community(2, 'Alumni', { access: 'PAID', members: 1 }),
  community(3, 'A course that was deleted', { access: 'COURSE' }),
  community(4, 'Mentors', { access: 'INVITE', members: 12 }),
]

const people = [
  ['Ada Okafor', 'MODERATOR', false],
  ['Grace Silva-Hernández', 'MEMBER', false],
  ['Linus Nowak', 'MEMBER', true],
  [null, 'MEMBER', false],
] as const

const members = (total: number) => ({
  total,
  members: people.map(([name, role, banned], i) => ({
    id: id(5 + i),
    name,
    email: `${name?.split(' ')[0]?.toLowerCase() ?? 'somebody.without.a.name'}@example.org`,
    role,
    banned,
    joined_at: `2026-1${i % 2}-0${i + 1}T08:00:00Z`,
  })),
})

const lists = '**/rpc/managed_communities*'

const managed = (total = 84) =>
  combineMocks(
    answerWith('**/rpc/managed_community?*', { ...communities[1], members: total, posts: 310 }),
    answerWith('**/rpc/managed_members', total === 0 ? { total, members: [] } : members(total)),
  )

const post = (i: number, body: string, reports: number) => ({
  id: id(i),
  at: new Date(Date.now() - 5_400_000).toISOString(),
  gone: false,
  author: 'Linus Nowak',
  former: false,
  leads: false,
  mine: false,
  body,
  cut: false,
  edited: false,
  reported: false,
  reports,
})

const reports = () => ({
  total: 2,
  items: [
    {
      post: post(1, 'Buy my course instead, it is half the price:\nhttps://example.org', 3),
      reasons: ['Spam', 'This is the third time today that the same link is posted.'],
    },
    {
      post: post(
        2,
        `I do not think that anybody here has ever used rebase. ${WIDE_WORD}\n\`\`\`\n${WIDE_CODE}\n\`\`\``,
        1,
      ),
      reasons: [],
    },
  ],
})

const list = { as: 'admin', path: '/admin/communities' } as const
const one = { as: 'admin', path: `/admin/communities/${id(1)}` } as const

/** Communities as administrators manage them. */
export const managedCommunityScreens: Screen[] = [
  {
    name: 'admin-communities',
    ...list,
    shows: 'Git and friends',
    mock: answerWith(lists, { total: communities.length, communities }),
  },
  {
    name: 'admin-communities-loading',
    ...list,
    shows: 'Discussion spaces',
    ...whileLoading(lists),
  },
  {
    name: 'admin-communities-empty',
    as: 'admin',
    path: '/admin/communities?q=no-community-is-called-this',
    shows: 'No communities found',
  },
  {
    name: 'admin-communities-error',
    ...list,
    shows: 'Failed to load communities',
    ...withFailedRead(lists),
  },
  {
    name: 'admin-community-create',
    like: 'admin-course-create-sheet',
    as: 'admin',
    path: '/admin/communities?new=community',
    shows: 'Choose a course',
    prepare: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Create Community' })
      await dialog.getByLabel('Name').fill('Git and friends')
      await dialog.getByRole('radio', { name: /^Course/ }).check()
      await dialog.getByRole('button', { name: 'Create Community' }).click()
    },
  },
  {
    name: 'admin-community',
    ...one,
    shows: 'Ada Okafor',
    mock: managed(100_000),
  },
  {
    name: 'admin-community-no-members',
    ...one,
    shows: 'No members yet',
    mock: managed(0),
  },
  {
    name: 'admin-community-not-found',
    as: 'admin',
    path: '/admin/communities/no-such-community',
    shows: 'There is no such community',
  },
  {
    name: 'admin-community-ban',
    ...one,
    shows: 'Ban from Git and friends?',
    mock: managed(),
    prepare: (page) => page.getByRole('button', { name: 'Ban Ada Okafor' }).click(),
  },
  {
    name: 'admin-community-add',
    ...one,
    shows: 'Type more to narrow the list',
    mock: combineMocks(
      managed(),
      answerWith(
        '**/rpc/community_candidates',
        Array.from({ length: 10 }, (_, i) => ({
          id: `dd000000-0000-4000-8000-00000000030${i}`,
          name: `Ada Okafor ${i}`,
          email: `ada${i}@example.org`,
          standing: i === 1 ? 'MEMBER' : i === 2 ? 'BANNED' : 'OUTSIDE',
        })),
      ),
    ),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Member' }).click()
      await page.getByPlaceholder('Search by name or email...').fill('ada')
    },
  },
  {
    name: 'admin-community-delete',
    ...one,
    shows: '310 posts and replies',
    mock: (page) =>
      combineMocks(
        managed(),
        answerWith('**/rpc/community_impact', {
          touched: { count: 84, names: ['Ada Okafor', 'Grace Lind', 'Linus Nowak'] },
          posts: 310,
        }),
      )(page),
    prepare: (page) => chooseFromTitleMenu(page, 'Delete'),
  },
  {
    name: 'admin-community-reports',
    as: 'admin',
    path: `${one.path}?view=reports`,
    shows: 'Buy my course instead',
    mock: (page) =>
      combineMocks(managed(), answerWith('**/rpc/community_reports*', reports()))(page),
  },
  {
    name: 'admin-community-no-reports',
    as: 'admin',
    path: `${one.path}?view=reports`,
    shows: 'No open reports',
    mock: combineMocks(managed(), answerWith('**/rpc/community_reports*', null)),
  },
]
