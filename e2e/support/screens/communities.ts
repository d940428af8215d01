import type { Screen } from '../screens'
import { WIDE_CODE, WIDE_WORD } from '../wide-text'
import { answerWith, changeAnswer, combineMocks, failRequests, withFailedRead } from './mocks'

const common = '/app/communities/common-room'
const postOf = (number: string) => `${common}/post/d5000000-0000-4000-8000-0000000000${number}`

const CODE_POST = `\`git restore\` takes the last version of https://example.org/notes.md back. Mind the order:

\`\`\`sh
git restore --staged notes.md   # out of the stage, and nothing is lost
git restore notes.md
${WIDE_CODE}
\`\`\`
A very long line: \`const everythingThatIsLongerThanAPhoneIsWide = (value) => value ?? 'nothing'\`, ${WIDE_WORD}.`

interface Answer {
  community: Record<string, unknown>
  communities: Record<string, unknown>[]
  threads: object[]
  people: Record<string, unknown>[]
}

const only = ({ community: { id, slug, name } }: Answer, state: string) => ({
  id,
  slug,
  name,
  state,
})

const mine = '**/rpc/my_communities*'
const feed = '**/rpc/community_feed*'
const people = '**/rpc/community_people*'

/** Communities as their members see them. */
export const communityScreens: Screen[] = [
  { name: 'communities', as: 'member', path: '/app/communities', shows: 'Open to you' },
  {
    name: 'communities-new',
    like: 'communities',
    as: 'newcomer',
    path: '/app/communities',
    shows: 'Open to you',
  },
  {
    name: 'communities-closed-and-banned',
    like: 'communities',
    as: 'member',
    path: '/app/communities',
    shows: 'You are banned here.',
    mock: changeAnswer<Answer>(mine, ({ communities: [first, second, third] }) => ({
      communities: [
        first,
        { ...second, state: 'CLOSED', access: 'PAID' },
        { id: third?.id, slug: third?.slug, name: third?.name, state: 'BANNED', news: 0 },
      ],
    })),
  },
  {
    name: 'communities-empty',
    as: 'newcomer',
    path: '/app/communities',
    shows: 'No communities yet',
    mock: answerWith(mine, { communities: [] }),
  },
  {
    name: 'communities-error',
    as: 'member',
    path: '/app/communities',
    shows: 'Failed to load communities',
    ...withFailedRead(mine),
  },
  { name: 'community', as: 'member', path: common, shows: 'Hello from Busan.' },
  {
    name: 'community-code',
    as: 'member',
    path: common,
    shows: 'git restore --staged notes.md',
    mock: changeAnswer<Answer>(feed, (answer) => ({
      ...answer,
      threads: answer.threads.map((thread, at) => ({
        ...thread,
        ...(at === 0 && { body: CODE_POST }),
      })),
    })),
  },
  {
    name: 'community-moderator',
    like: 'community',
    as: 'moderator',
    path: common,
    shows: '1 reported post',
  },
  {
    name: 'community-members',
    as: 'moderator',
    path: `${common}/members`,
    shows: 'Joined',
    mock: changeAnswer<Answer>(people, (answer) => ({
      ...answer,
      people: answer.people.map((person, at) => ({ ...person, banned: at === 2 })),
    })),
  },
  {
    name: 'community-members-error',
    as: 'moderator',
    path: `${common}/members`,
    shows: 'Failed to load members',
    ...withFailedRead(people),
  },
  {
    name: 'community-ban',
    as: 'moderator',
    path: `${common}/members`,
    shows: 'even if they leave and join again',
    prepare: (page) => page.getByRole('button', { name: /^Ban/ }).first().click(),
  },
  {
    name: 'community-read-only',
    like: 'community',
    as: 'member',
    path: '/app/communities/noticeboard',
    shows: 'This community is read-only',
  },
  { name: 'community-open', as: 'newcomer', path: common, shows: 'Join to read' },
  {
    name: 'community-empty',
    like: 'library-empty-without-previews',
    as: 'member',
    path: common,
    shows: 'No posts yet',
    mock: changeAnswer<Answer>(feed, (answer) => ({ ...answer, threads: [] })),
  },
  {
    name: 'community-banned',
    as: 'member',
    path: common,
    shows: 'You are banned from The Common Room',
    mock: changeAnswer<Answer>(feed, (answer) => ({ community: only(answer, 'BANNED') })),
  },
  {
    name: 'community-closed',
    as: 'member',
    path: '/app/communities/html-css-workshop',
    shows: 'You no longer have access to',
    mock: changeAnswer<Answer>(feed, ({ community }) => ({
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
    ...withFailedRead(feed),
  },
  {
    name: 'community-send-failed',
    like: 'community',
    as: 'member',
    path: common,
    shows: 'Failed to send post.',
    expectProblems: [/503/],
    mock: failRequests('**/rest/v1/community_posts*'),
    prepare: async (page) => {
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
    ownPage: true,
    mock: combineMocks((page) => page.clock.install(), answerWith('**/rpc/community_news*', 3)),
    prepare: async (page) => {
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
    like: 'community-report',
    as: 'member',
    path: common,
    shows: 'Leave The Common Room?',
    prepare: (page) => page.getByRole('button', { name: 'Leave The Common Room' }).click(),
  },
  { name: 'community-post', as: 'member', path: postOf('10'), shows: 'Now it makes sense.' },
  {
    name: 'community-reply',
    as: 'member',
    path: postOf('11'),
    shows: 'Now it makes sense.',
  },
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
    like: 'library-empty-without-previews',
    as: 'member',
    path: postOf('07'),
    shows: 'This post is no longer there',
  },
]
