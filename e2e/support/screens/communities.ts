import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

const common = '/app/communities/common-room'
const postOf = (number: string) => `${common}/post/d5000000-0000-4000-8000-0000000000${number}`

/** Answers a read of the database with something else, and begins the page anew. */
async function answering(page: Page, name: string, change: (answer: Answer) => unknown) {
  await page.route(`**/rpc/${name}*`, async (route) => {
    const answer: Answer = await (await route.fetch()).json()
    await route.fulfill({ json: change(answer) })
  })
  await page.reload()
}

interface Answer {
  community: Record<string, unknown>
  communities: Record<string, unknown>[]
  threads: unknown[]
  people: Record<string, unknown>[]
}

const only = ({ community: { id, slug, name } }: Answer, state: string) => ({
  id,
  slug,
  name,
  state,
})

async function failing(page: Page, name: string) {
  await page.route(`**/rpc/${name}*`, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
}

/** Every screen and state of communities. */
export const communityScreens: Screen[] = [
  { name: 'communities', as: 'member', path: '/app/communities', shows: 'Open to you' },
  { name: 'communities-new', as: 'newcomer', path: '/app/communities', shows: 'Open to you' },
  {
    name: 'communities-closed-and-banned',
    as: 'member',
    path: '/app/communities',
    shows: 'You are banned here.',
    prepare: (page) =>
      answering(page, 'my_communities', ({ communities: [first, second, third] }) => ({
        communities: [
          first,
          { ...second, state: 'CLOSED', access: 'PAID' },
          { id: third?.id, slug: third?.slug, name: third?.name, state: 'BANNED' },
        ],
      })),
  },
  {
    name: 'communities-empty',
    as: 'newcomer',
    path: '/app/communities',
    shows: 'No communities yet',
    prepare: (page) => answering(page, 'my_communities', () => ({ communities: [] })),
  },
  {
    name: 'communities-error',
    as: 'member',
    path: '/app/communities',
    shows: 'Failed to load communities',
    expectProblems: [/503/],
    prepare: (page) => failing(page, 'my_communities'),
  },
  { name: 'community', as: 'member', path: common, shows: 'Hello from Busan.' },
  { name: 'community-moderator', as: 'moderator', path: common, shows: '1 reported post' },
  {
    name: 'community-members',
    as: 'moderator',
    path: `${common}/members`,
    shows: 'Joined',
    prepare: (page) =>
      answering(page, 'community_people', (answer) => ({
        ...answer,
        people: answer.people.map((person, at) => ({ ...person, banned: at === 2 })),
      })),
  },
  {
    name: 'community-members-error',
    as: 'moderator',
    path: `${common}/members`,
    shows: 'Failed to load members',
    expectProblems: [/503/],
    prepare: (page) => failing(page, 'community_people'),
  },
  {
    name: 'community-ban',
    as: 'moderator',
    path: `${common}/members`,
    shows: 'leaving does not end it',
    prepare: (page) => page.getByRole('button', { name: /^Ban/ }).first().click(),
  },
  {
    name: 'community-read-only',
    as: 'member',
    path: '/app/communities/noticeboard',
    shows: 'This community is read-only',
  },
  { name: 'community-open', as: 'newcomer', path: common, shows: 'Join to read' },
  {
    name: 'community-empty',
    as: 'member',
    path: common,
    shows: 'Nothing has been said yet',
    prepare: (page) => answering(page, 'community_feed', (feed) => ({ ...feed, threads: [] })),
  },
  {
    name: 'community-banned',
    as: 'member',
    path: common,
    shows: 'You are banned from The Common Room',
    prepare: (page) =>
      answering(page, 'community_feed', (feed) => ({ community: only(feed, 'BANNED') })),
  },
  {
    name: 'community-closed',
    as: 'member',
    path: '/app/communities/html-css-workshop',
    shows: 'is closed to you',
    prepare: (page) =>
      answering(page, 'community_feed', ({ community }) => ({
        community: { ...community, state: 'CLOSED' },
      })),
  },
  {
    name: 'community-not-found',
    as: 'member',
    path: '/app/communities/no-such-community',
    shows: 'Community not found',
  },
  {
    name: 'community-error',
    as: 'member',
    path: common,
    shows: 'Failed to load community',
    expectProblems: [/503/],
    prepare: (page) => failing(page, 'community_feed'),
  },
  {
    name: 'community-send-failed',
    as: 'member',
    path: common,
    shows: 'Failed to send post.',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rest/v1/community_posts*', (route) =>
        route.fulfill({ status: 503, json: { message: 'unavailable' } }),
      )
      const box = page.getByRole('textbox', { name: 'Write a post' })
      await box.fill('Does anybody know a good way to remember the order of margin values?')
      await page.getByRole('button', { name: 'Post', exact: true }).click()
    },
  },
  {
    name: 'community-news',
    as: 'member',
    path: common,
    shows: '3 new posts',
    prepare: async (page) => {
      await page.clock.install()
      await page.route('**/rpc/community_news*', (route) => route.fulfill({ json: 3 }))
      await page.reload()
      await page.getByText('Hello from Busan.').waitFor()
      await page.clock.runFor(50_000)
    },
  },
  {
    name: 'community-options',
    as: 'moderator',
    path: common,
    shows: 'Report',
    prepare: (page) =>
      page.getByRole('button', { name: 'Options for the post by Grace Kim' }).click(),
  },
  {
    name: 'community-report',
    as: 'member',
    path: common,
    shows: 'Report this post?',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Options for the post by Grace Kim' }).click()
      await page.getByRole('menuitem', { name: 'Report' }).click()
    },
  },
  {
    name: 'community-leave',
    as: 'member',
    path: common,
    shows: 'Leave The Common Room?',
    prepare: (page) => page.getByRole('button', { name: 'Leave The Common Room' }).click(),
  },
  { name: 'community-post', as: 'member', path: postOf('10'), shows: 'Now it makes sense.' },
  { name: 'community-reply', as: 'member', path: postOf('11'), shows: 'Now it makes sense.' },
  {
    name: 'community-edit',
    as: 'member',
    path: postOf('04'),
    shows: 'Edit your post',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Options for the post by Sam Okafor' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    },
  },
  {
    name: 'community-post-gone',
    as: 'member',
    path: postOf('07'),
    shows: 'This post is no longer there',
  },
]
