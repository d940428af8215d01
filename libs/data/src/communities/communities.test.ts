import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTextDraft, saveTextDraft } from '../device/text-drafts'
import { DataError } from '../errors'
import { createQueryClient } from '../query-client'
import { createDataClient } from '../session/create-client'
import { aCommunity as community } from '../testing/communities'
import { mapStorage } from '../testing/memory-storage'
import { showGone, showReply, showTakenBack, showThread } from './cache'
import { accessText, closedText, communityKeys } from './community'
import { communityFailure } from './community-failure'
import { addOlder, type Feed, feedQuery, parseFeed, wholeFeed } from './feed-query'
import { parseMyCommunities } from './my-communities-query'
import {
  authorName,
  charactersLeft,
  isSendable,
  newPost,
  parseThread,
  postTime,
  type Thread,
} from './post'
import { reportPost, sendPost } from './post-acts'
import { parseReports, reportsWithoutReason } from './reports-query'
import { addReply, changePost, isShown, markGone, removePost } from './thread-changes'
import { addFurther, parseThreadPage, type ThreadPage, wholeThread } from './thread-query'

const post = (id: string, change: object = {}) => ({
  id,
  at: '2026-01-01T00:00:00Z',
  gone: false,
  author: 'Ada',
  former: false,
  leads: false,
  mine: false,
  body: `Body of ${id}`,
  cut: false,
  edited: false,
  reported: false,
  reports: 0,
  ...change,
})
const thread = (id: string, replies: string[] = [], change: object = {}): Thread =>
  parseThread({
    ...post(id, change),
    replies: replies.length,
    latest: replies.map((reply) => post(reply)),
  })
const feed = (ids: string[], next: string | null = null): Feed => ({
  community,
  threads: ids.map((id) => thread(id)),
  next,
  as_of: '2026-01-02T00:00:00Z',
})
const client = createDataClient({ url: 'http://project.test', key: 'k' })

/** Mocks a server that answers requests one after another, and returns the requests. */
function answering(...answers: [status: number, body: unknown][]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    asked.push(`${init?.method} ${new URL(input).pathname}${new URL(input).search}`)
    const [status, body] = answers.shift() ?? [500, {}]
    return new Response(status === 201 ? null : JSON.stringify(body), { status })
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

describe('the answers of the database about communities', () => {
  it('contain a feed, with or without threads', () => {
    const row = { community, threads: [{ ...post('a'), replies: 0, latest: [] }] }
    const read = parseFeed({ ...row, next: null, as_of: '2026-01-01' })
    expect(read?.threads?.[0]).toMatchObject({ id: 'a', pending: false, replies: 0 })
    expect(parseFeed({ community })).toMatchObject({ threads: null, next: null })
    expect(parseFeed(null)).toBeNull()
  })

  it('contain only the community’s name for a banned person, and no text of a deleted post', () => {
    const { id, slug, name } = community
    const banned = parseFeed({ community: { id, slug, name, state: 'BANNED' } })
    expect(banned?.community).toMatchObject({ state: 'BANNED', can_post: false, moderates: false })
    const gone = parseThread({ id: 'a', at: 'x', gone: true, replies: 1, latest: [post('b')] })
    expect(gone).toMatchObject({ gone: true, body: '', author: null })
  })

  it('are refused if they have an unexpected shape', () => {
    expect(() => parseFeed({ community: { ...community, state: 'KING' } })).toThrow(DataError)
    expect(() => parseFeed({ community, threads: [{}] })).toThrow(DataError)
    expect(() => parseMyCommunities({})).toThrow(DataError)
    expect(() => parseReports({ total: 1, items: [{ post: post('a') }] })).toThrow(DataError)
  })

  it('show how many reports have no reason, if all reasons are included', () => {
    const without = (reports: number, reasons: string[]) => {
      const answer = parseReports({
        total: 1,
        items: [{ post: { ...post('a'), reports }, author_id: null, reasons }],
      })
      return answer.items.map(reportsWithoutReason)
    }
    expect(without(3, ['Spam', 'Rude'])).toEqual([1])
    expect(without(2, [])).toEqual([2])
    expect(without(1, ['Spam'])).toEqual([0])
    expect(without(9, ['Spam', 'Rude', 'Odd'])).toEqual([0])
  })

  it('are read as an empty list for an account that may not enter', () => {
    expect(parseMyCommunities(null)).toEqual([])
    expect(parseReports(null)).toEqual({ total: 0, items: [] })
    expect(parseThreadPage(null)).toBeNull()
  })
})

describe('the pages of a feed', () => {
  it('are appended without repeating threads', () => {
    const both = addOlder(feed(['a', 'b'], 'b'), feed(['b', 'c']))
    expect(both?.threads?.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(both?.next).toBeNull()
    expect(both?.as_of).toBe('2026-01-02T00:00:00Z')
  })

  it('are dropped if the person may no longer read the feed', () => {
    const closed: Feed = { ...feed([]), threads: null }
    expect(addOlder(feed(['a'], 'a'), closed)).toBe(closed)
    expect(addOlder(feed(['a'], 'a'), null)).toBeNull()
  })

  it('of replies stay in order, and contain the person’s own new reply only once', () => {
    const known = { community, thread: thread('t', ['a', 'mine']), next: 'a' }
    const page = { community, thread: thread('t', ['b', 'mine']), next: null }
    expect(addFurther(known, page)?.thread.latest.map(({ id }) => id)).toEqual(['a', 'b', 'mine'])
  })

  it('begin after the last thread, and are not requested after the last page', async () => {
    const queries = createQueryClient()
    const page = { community, threads: [], next: null, as_of: 'x' }
    const asked = answering([200, { ...page, next: 'a' }], [200, page])
    await queries.fetchInfiniteQuery({ ...feedQuery(client, 'study'), pages: 3 })
    expect(asked).toEqual([
      'GET /rest/v1/rpc/community_feed?slug=study',
      'GET /rest/v1/rpc/community_feed?slug=study&before=a',
    ])
    queries.clear()
  })
})

describe('changes of the threads on screen', () => {
  const threads = [thread('a', ['a1', 'a2']), thread('b')]

  it('change one post or reply only', () => {
    expect(changePost(threads, 'a2', { reported: true })[0]?.latest[1]?.reported).toBe(true)
    expect(changePost(threads, 'b', { body: 'New' })[1]?.body).toBe('New')
    expect(changePost(threads, 'a2', {})[1]).toBe(threads[1])
    expect(changePost(threads, 'z', { body: 'New' })).toBe(threads)
  })

  it('update the number of replies when a reply is deleted or restored', () => {
    const gone = markGone(threads, 'a1', true)
    expect(gone[0]).toMatchObject({ replies: 1, latest: [{ gone: true }, { gone: false }] })
    expect(markGone(gone, 'a1', true)[0]?.replies).toBe(1)
    expect(markGone(gone, 'a1', false)[0]?.replies).toBe(2)
  })

  it('show a deleted thread only if it has replies', () => {
    const [answered, alone] = markGone(markGone(threads, 'a', true), 'b', true)
    expect(answered && isShown(answered)).toBe(true)
    expect(alone && isShown(alone)).toBe(false)
  })

  it('add a reply, and remove a reply that could not be sent', () => {
    const reply = newPost('r', 'Ada', 'Hi', false)
    const answered = addReply(threads, 'b', reply)
    expect(answered[1]).toMatchObject({ replies: 1, latest: [{ id: 'r', pending: true }] })
    expect(removePost(answered, 'r')).toEqual(threads)
    expect(removePost(threads, 'a')).toEqual([threads[1]])
  })

  it('apply to every page that shows the thread', () => {
    const queries = createQueryClient()
    const at = communityKeys.feed('study')
    const whole = communityKeys.thread('a')
    const read = <Page>(...pages: Page[]) => ({ pages, pageParams: pages.map(() => null) })
    const page = (replies: string[]) => ({ community, thread: thread('a', replies), next: null })
    queries.setQueryData(at, read(feed(['b'], 'b'), feed(['a'])))
    queries.setQueryData(whole, read(page(['1']), { ...page(['2']), thread: thread('a', []) }))
    queries.setQueryData(communityKeys.thread('elsewhere'), read(null))
    const lengths = () => {
      const shown = wholeFeed(queries.getQueryData(at) ?? read<Feed | null>(null))
      const one = wholeThread(queries.getQueryData(whole) ?? read<ThreadPage | null>(null))
      return [shown?.threads?.length, shown?.threads?.at(-1)?.replies, one?.thread.replies]
    }
    showThread(queries, 'study', newPost('new', 'Ada', 'Hi', false))
    showReply(queries, 'a', newPost('r', 'Ada', 'Hi', false))
    expect(lengths()).toEqual([3, 1, 1])
    showGone(queries, 'r', true)
    expect(lengths()).toEqual([3, 0, 0])
    showTakenBack(queries, 'new')
    expect(lengths()).toEqual([2, 0, 0])
    queries.clear()
  })
})

describe('writing and reporting posts', () => {
  const draft = { id: 'p1', community_id: 'c1', parent_id: null, body: 'Hello' }

  it('stores a post that is sent twice only once, with the newer text', async () => {
    const asked = answering([409, { code: '23505', message: 'taken' }], [200, [{ id: 'p1' }]])
    await sendPost(client, draft)
    expect(asked).toEqual([
      'POST /rest/v1/community_posts',
      'PATCH /rest/v1/community_posts?id=eq.p1&select=id',
    ])
  })

  it('throws the error code of a refusal', async () => {
    answering([403, { code: '42501', message: 'no' }])
    await expect(sendPost(client, draft)).rejects.toMatchObject({ code: '42501' })
  })

  it('counts only one report of each person', async () => {
    answering([409, { code: '23505', message: 'taken' }])
    await expect(reportPost(client, 'p1', '  ')).resolves.toBeUndefined()
  })
})

describe('texts about communities', () => {
  it('say who may enter a community, or why it is closed', () => {
    expect(accessText({ access: 'FREE', course: null })).toBe('Open to everybody')
    expect(accessText({ access: 'COURSE', course: 'Git' })).toBe('For learners of Git')
    expect(closedText({ access: 'COURSE', course: 'Git' })).toContain('Git')
    expect(closedText({ access: 'PAID', course: null })).toContain('purchase')
  })

  it('name authors unless they have deleted their account', () => {
    expect(authorName({ author: 'Ada', former: false })).toBe('Ada')
    expect(authorName({ author: ' ', former: false })).toBe('Unnamed User')
    expect(authorName({ author: null, former: true })).toBe('Former member')
  })

  it('say what failed and what the person can do', () => {
    const of = (code: string, message = 'x') => new DataError({ code, message })
    const say = (thrown: unknown) => communityFailure('Failed to send post', thrown)
    expect(say(of('NETWORK'))).toBe(
      'Failed to send post. Please check your connection and try again.',
    )
    expect(say(of('PT429', 'Too fast.'))).toBe('Too fast.')
    expect(say(of('42501'))).toContain('no longer')
    expect(say(of('DENIED'))).toContain('no longer')
    expect(say(new Error('boom'))).toBe('Failed to send post. Please try again.')
  })

  it('say how long ago a post was written', () => {
    const now = Date.parse('2026-03-10T12:00:00Z')
    const ago = (at: string) => postTime(at, now)
    expect(ago('2026-03-10T11:59:30Z')).toBe('Just now')
    // The clock of the device is a little behind that of the server.
    expect(ago('2026-03-10T12:00:05Z')).toBe('Just now')
    expect(ago('2026-03-10T11:58:00Z')).toBe('2m ago')
    expect(ago('2026-03-10T09:00:00Z')).toBe('3h ago')
    expect(ago('2026-03-04T12:00:00Z')).toBe('6d ago')
    expect(ago('2026-03-01T12:00:00Z')).toMatch(/2026/)
  })

  it('show the number of remaining characters when few are left, counted as in the database', () => {
    expect(charactersLeft('short')).toBeNull()
    expect(charactersLeft('🦉'.repeat(9_900))).toBe(100)
    expect(charactersLeft('x'.repeat(10_001))).toBe(-1)
    expect(isSendable('x'.repeat(10_001))).toBe(false)
    expect(isSendable('  \n ')).toBe(false)
    expect(isSendable('Hi')).toBe(true)
  })
})

describe('unsent posts', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', mapStorage(kept))
  })

  it('are stored for one person and one place, and deleted when they are empty', () => {
    const draft = { id: 'p1', text: 'Half a thought' }
    saveTextDraft('ada', 'c1', draft)
    expect(readTextDraft('ada', 'c1')).toEqual(draft)
    expect(readTextDraft('bob', 'c1')).toBeNull()
    expect(readTextDraft('ada', 'c2')).toBeNull()
    saveTextDraft('ada', 'c1', { id: 'p1', text: ' ' })
    expect(readTextDraft('ada', 'c1')).toBeNull()
  })

  it('are kept in memory without a storage, and ignored if the stored data is invalid', () => {
    localStorage.setItem('rookies-draft:ada:c1', '{"id": 1}')
    expect(readTextDraft('ada', 'c1')).toBeNull()
    localStorage.setItem('rookies-draft:ada:c1', 'no json')
    expect(readTextDraft('ada', 'c1')).toBeNull()
    vi.stubGlobal('localStorage', undefined)
    expect(saveTextDraft('ada', 'c1', { id: 'p', text: 'x' })).toBe(false)
    expect(readTextDraft('ada', 'c1')).toEqual({ id: 'p', text: 'x' })
    expect(saveTextDraft('ada', 'c1', { id: 'p', text: '' })).toBe(true)
    expect(readTextDraft('ada', 'c1')).toBeNull()
  })
})
