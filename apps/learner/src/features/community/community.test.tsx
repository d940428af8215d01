import { aCommunity } from '@rookies/data/testing/communities'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const community = { ...aCommunity, description: 'For talking' }
const aPost = (id: string, change: object = {}) => ({
  id,
  at: new Date().toISOString(),
  gone: false,
  author: 'Ada Lovelace',
  former: false,
  leads: false,
  mine: false,
  body: `Body of ${id}`,
  cut: false,
  edited: false,
  reported: false,
  reports: 0,
  replies: 0,
  latest: [],
  ...change,
})
const aFeed = (threads: object[], change: object = {}) => ({
  community: { ...community, ...change },
  threads,
  next: null,
  as_of: '2026-01-01T00:00:00Z',
})
const at = '/app/communities/study'
const open = (community_feed: unknown, more: object = {}) => {
  portal = openPortal({ at, answers: { community_feed, community_news: 0, ...more } })
}
const silent = () => new Promise<never>(() => {})
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a post' })

describe('new posts', () => {
  const bar = async () =>
    within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', {
      name: /^Communities/,
    })
  const boot = { communities: true, community_news: 3 }

  it('are counted in the top bar until the person has seen them', async () => {
    portal = openPortal({
      at,
      boot,
      answers: { community_feed: aFeed([]), mark_community_seen: 0 },
    })
    expect((await bar()).textContent).toBe('Communities 3 new')
    await screen.findByRole('heading', { name: 'Posts' })
    await waitFor(async () => expect((await bar()).textContent?.trim()).toBe('Communities'))
    expect(portal.asked('mark_community_seen')[0]?.body).toEqual({
      slug: 'study',
      seen: '2026-01-01T00:00:00Z',
    })
  })

  it('stay new if marking them as seen fails, and the page still works', async () => {
    const mark_community_seen = () => ({ status: 503, body: { message: 'unavailable' } })
    portal = openPortal({ at, boot, answers: { community_feed: aFeed([]), mark_community_seen } })
    await waitFor(() => expect(portal.asked('mark_community_seen')).toHaveLength(1))
    expect((await bar()).textContent).toBe('Communities 3 new')
    expect(screen.getByRole('heading', { name: 'Posts' })).toBeTruthy()
  })

  it('are not marked as seen by a person who has not joined', async () => {
    const community_feed = { community: { ...community, state: 'OPEN' } }
    portal = openPortal({ at, boot, answers: { community_feed } })
    await screen.findByText(/^Join to read/)
    expect(portal.asked('mark_community_seen')).toEqual([])
  })
})

describe('a community', () => {
  it('shows names, marks moderators, and hides the names of people who left', async () => {
    open(
      aFeed([
        aPost('a', {
          leads: true,
          latest: [aPost('b', { author: null, former: true })],
          replies: 1,
        }),
        aPost('c', { gone: true, replies: 1, latest: [aPost('d')] }),
      ]),
    )
    const [first] = await screen.findAllByRole('article', { name: 'Post by Ada Lovelace' })
    if (!first) throw new Error('no post')
    expect(within(first).getByText('Moderator')).toBeTruthy()
    expect(screen.getByRole('article', { name: 'Post by Former member' })).toBeTruthy()
    const gone = screen.getByRole('article', { name: 'Deleted post' })
    expect(within(gone).getByText('This post was deleted.')).toBeTruthy()
    expect(within(gone).getByText('Body of d')).toBeTruthy()
  })

  it('never interprets a post as HTML', async () => {
    open(aFeed([aPost('a', { body: '<img src=x onerror=alert(1)> javascript:alert(1)' })]))
    expect(await screen.findByText(/<img src=x/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull()
  })

  it('shows a post before it is saved, and returns its text to the composer if saving fails', async () => {
    let answer: (status: number) => void = () => undefined
    const status = new Promise<number>((resolve) => {
      answer = resolve
    })
    open(aFeed([]), { community_posts: async () => ({ status: await status, body: {} }) })
    fireEvent.change(await box(), { target: { value: 'Hello' } })
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    const sent = await screen.findByRole('article', { name: 'Post by Mia Member' })
    expect(within(sent).getByText('Sending...')).toBeTruthy()
    expect((await box()).value).toBe('')
    answer(500)
    expect(await screen.findByText('Failed to send post. Please try again.')).toBeTruthy()
    expect(screen.queryByRole('article', { name: 'Post by Mia Member' })).toBeNull()
    expect((await box()).value).toBe('Hello')
  })

  it('refuses an empty post and says so', async () => {
    open(aFeed([]))
    await box()
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    expect(await screen.findByText('Write something first.')).toBeTruthy()
    expect(portal.asked('community_posts')).toEqual([])
  })

  it('offers for each post only what the person may do with it', async () => {
    open(
      aFeed([
        aPost('a', { author: 'Me Myself', mine: true }),
        aPost('b', { author: 'Other One' }),
        aPost('c', { author: 'Reported One', reported: true }),
      ]),
    )
    const offered = (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: `Options for the post by ${name}` }))
      const items = screen.getAllByRole('menuitem').map((item) => item.textContent)
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
      return items
    }
    await screen.findByText('Body of a')
    expect(offered('Me Myself')).toEqual(['Edit', 'Delete'])
    expect(offered('Other One')).toEqual(['Report'])
    expect(
      screen.queryByRole('button', { name: 'Options for the post by Reported One' }),
    ).toBeNull()
    expect(screen.getByText('You reported this post')).toBeTruthy()
  })

  it('has no composer if the person may not write', async () => {
    open(aFeed([aPost('a')], { read_only: true, can_post: false }))
    expect(await screen.findByText(/This community is read-only/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull()
  })

  it('has a composer without Markdown that marks pasted code with one press', async () => {
    open(aFeed([aPost('a')]))
    const field = (await screen.findAllByRole<HTMLTextAreaElement>('textbox'))[0]
    if (!field) throw new Error('no composer')
    fireEvent.change(field, { target: { value: 'a();\n  b();' } })
    expect(screen.queryByText('Markdown works here.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show preview' })).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Mark as code' }))
    expect(field.value).toBe('```\na();\n  b();\n```')
  })

  it('shows code as code, and everything else as plain text', async () => {
    const body =
      'Use `<b>` and **no** stars:\n\n```html\n<img src=x onerror=alert(1)>\n```\nSee www.example.org/a'
    open(aFeed([aPost('a', { body })]))
    const post = await screen.findByRole('article', { name: 'Post by Ada Lovelace' })
    expect([...post.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      '<b>',
      '<img src=x onerror=alert(1)>',
    ])
    expect(post.querySelectorAll('pre')).toHaveLength(1)
    expect(post.querySelector('img, b')).toBeNull()
    expect(post.textContent).toContain('**no** stars')
    expect(within(post).getByRole('link', { name: 'www.example.org/a' })).toBeTruthy()
  })

  it.each([
    ['JOINED', 'Open The Study'],
    ['CLOSED', 'Details The Study'],
  ])(
    'that is %s opens from its card, and the person can leave it on its page',
    async (state, name) => {
      const listed = { ...community, state, active_at: null, news: 0, reported: 0 }
      portal = openPortal({
        at: '/app/communities',
        answers: { my_communities: { communities: [listed] } },
      })
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(at)
      expect(screen.queryByRole('button', { name: 'Leave The Study' })).toBeNull()
    },
  )

  it('says why it is closed, and lets the person leave it', async () => {
    const { community: closed } = aFeed([], { state: 'CLOSED', access: 'PAID', can_post: false })
    open({ community: closed })
    expect(await screen.findByText(/your purchase is no longer valid/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Leave The Study' })).toBeTruthy()
  })

  it('loads the page after the last thread, and says when that fails', async () => {
    let failing = true
    portal = openPortal({
      at,
      answers: {
        community_news: 0,
        community_feed: ({ query }: { query: URLSearchParams }) =>
          query.get('before') === null
            ? { body: { ...aFeed([aPost('a')]), next: 'a' } }
            : failing
              ? { status: 500, body: {} }
              : { body: aFeed([aPost('b')]) },
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show older posts' }))
    expect(await screen.findByText('Failed to load more posts. Please try again.')).toBeTruthy()
    failing = false
    fireEvent.click(screen.getByRole('button', { name: 'Show older posts' }))
    expect(await screen.findByText('Body of b')).toBeTruthy()
    expect(portal.asked('community_feed').at(-1)?.query.get('before')).toBe('a')
    expect(screen.queryByRole('button', { name: 'Show older posts' })).toBeNull()
  })
})

describe('the link to communities', () => {
  const visit = (communities: boolean) => {
    const boot = () => ({
      body: {
        account: { state: 'ACTIVE', id: 'u1', name: 'Mia Member', role: 'MEMBER' },
        permissions: [],
        settings: { site_name: 'Rookies' },
        communities,
      },
    })
    portal = openPortal({ at: '/app/dashboard', answers: { boot } })
  }

  it('is in the top bar if there are communities', async () => {
    visit(true)
    const link = await screen.findByRole('link', { name: 'Communities' })
    expect(link.getAttribute('href')).toBe('/app/communities')
  })

  it('is missing if there are no communities', async () => {
    visit(false)
    await screen.findByRole('heading', { name: 'No courses available' })
    expect(screen.queryByRole('link', { name: /communities/i })).toBeNull()
  })
})

describe('the list of communities', () => {
  it('has two groups: those the person joined, and those to join', async () => {
    const row = (name: string, change: object) => ({
      ...community,
      id: name,
      slug: name,
      name,
      active_at: null,
      news: 0,
      ...change,
    })
    portal = openPortal({
      at: '/app/communities',
      answers: {
        my_communities: {
          communities: [
            row('Mine', { active_at: '2026-01-01T00:00:00Z', news: 10 }),
            row('New', { state: 'OPEN', access: 'COURSE', course: 'Git' }),
            { id: 'x', slug: 'x', name: 'Gone', state: 'BANNED', news: 0 },
          ],
        },
      },
    })
    const mine = await screen.findByRole('region', { name: 'Your communities' })
    expect(
      within(mine)
        .getAllByRole('heading', { level: 3 })
        .map((h) => h.textContent),
    ).toEqual(['Mine', 'Gone'])
    expect(within(mine).getByText('9+ new')).toBeTruthy()
    expect(within(mine).getByText(/You are banned here/).textContent).toContain('help@rookies.test')
    const open = within(screen.getByRole('region', { name: 'Open to you' }))
    expect(open.getByText('For learners of Git')).toBeTruthy()
    expect(open.getByRole('button', { name: 'Join New' })).toBeTruthy()
  })

  it('says that there are no communities', async () => {
    portal = openPortal({
      at: '/app/communities',
      answers: { my_communities: { communities: [] } },
    })
    expect(await screen.findByRole('heading', { name: 'No communities yet' })).toBeTruthy()
  })
})

describe('a draft', () => {
  it('is stored in the browser even if the opening call gets no answer', async () => {
    open(aFeed([]), { boot: silent })
    fireEvent.change(await box(), { target: { value: 'Written on a train' } })
    portal.leave()
    expect(localStorage.getItem('rookies-draft:u1:c1')).toContain('Written on a train')
  })

  it('is only in the composer of its community, and still there when the person returns', async () => {
    open(({ query, body }: { query: URLSearchParams; body: unknown }) => {
      const asked = `${query} ${JSON.stringify(body)}`
      const [id, slug] = asked.includes('garden') ? ['c2', 'garden'] : ['c1', 'study']
      return { body: aFeed([], { id, slug, name: slug }) }
    })
    const go = async (slug: string) => {
      act(() => {
        history.pushState(null, '', `/app/communities/${slug}`)
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await screen.findByRole('heading', { name: slug, level: 1 })
    }
    await go('garden')
    await go('study')
    fireEvent.change(await box(), { target: { value: 'For the study' } })
    await go('garden')
    expect((await box()).value).toBe('')
    await go('study')
    expect((await box()).value).toBe('For the study')
  })
})
