import { describe, expect, it } from 'vitest'
import {
  allRead,
  applyChange,
  type FeedContext,
  newestSentAt,
  newNotices,
  unmarkRead,
  withMute,
  withReads,
} from './feed-changes'
import type { Feed } from './notice'
import { aFeed, aNotice, aRow, at } from './testing'

const NOW = Date.parse(at(60))

const context = (change: Partial<FeedContext> = {}): FeedContext => ({
  size: 3,
  joined: at(-1000),
  reads: new Set(),
  now: NOW,
  ...change,
})

const titles = ({ notifications }: Feed) => notifications.map(({ title }) => title)
const insert = (row: ReturnType<typeof aRow>) => ({ kind: 'insert', row }) as const
const update = (row: ReturnType<typeof aRow>) => ({ kind: 'update', row }) as const

const three = aFeed([aNotice('c', 3), aNotice('b', 2), aNotice('a', 1)])

describe('an insert', () => {
  it('stands by when it was sent, counts, and pushes out the last', () => {
    const { feed, needsRefresh } = applyChange(three, insert(aRow('d', 4)), context())
    expect(titles(feed)).toEqual(['d', 'c', 'b'])
    expect(feed).toMatchObject({ more: true, unread: 4 })
    expect(needsRefresh).toBe(false)
    const between = applyChange(three, insert(aRow('bb', 2.5)), context({ size: 10 }))
    expect(titles(between.feed)).toEqual(['c', 'bb', 'b', 'a'])
    expect(between.feed.more).toBe(false)
  })

  it('of the same moment is ordered by id, and of the same millisecond by its microseconds', () => {
    const twins = applyChange(three, insert(aRow('cc', 3)), context({ size: 10 })).feed
    expect(titles(twins)).toEqual(['cc', 'c', 'b', 'a'])
    const one = aRow('x', 5, { created_at: '2026-11-22T10:00:05.000100+00:00' })
    const other = aRow('w', 5, { created_at: '2026-11-22T10:00:05.0002+00:00' })
    const first = applyChange(three, insert(other), context({ size: 10 })).feed
    expect(titles(applyChange(first, insert(one), context({ size: 10 })).feed)).toEqual([
      'w',
      'x',
      'c',
      'b',
      'a',
    ])
  })

  it('that comes twice is there once', () => {
    const once = applyChange(three, insert(aRow('d', 4)), context()).feed
    const twice = applyChange(once, insert(aRow('d', 4)), context())
    expect(twice.feed).toEqual(once)
    expect(twice.needsRefresh).toBe(false)
  })

  it('older than the end of a full list is left to the database', () => {
    const full = { ...three, more: true }
    expect(applyChange(full, insert(aRow('old', 0)), context())).toEqual({
      feed: full,
      needsRefresh: true,
    })
  })

  it('of a muted kind or over already does not appear, an important one does', () => {
    const muting = { ...three, muted: ['info' as const] }
    expect(applyChange(muting, insert(aRow('d', 4)), context()).feed).toBe(muting)
    const important = insert(aRow('d', 4, { important: true }))
    expect(titles(applyChange(muting, important, context()).feed)[0]).toBe('d')
    const over = insert(aRow('d', 4, { expires_at: at(59) }))
    expect(applyChange(three, over, context()).feed).toBe(three)
  })

  it('read before it came is read, and so is one to everybody from before the person joined', () => {
    const read = applyChange(three, insert(aRow('d', 4)), context({ reads: new Set(['d']) }))
    expect(read.feed.notifications[0]?.is_read).toBe(true)
    expect(read.feed.unread).toBe(3)
    const early = context({ joined: at(5) })
    const toAll = applyChange(three, insert(aRow('d', 4, { is_global: true })), early)
    expect(toAll.feed.notifications[0]?.is_read).toBe(true)
    const own = applyChange(three, insert(aRow('d', 4)), early)
    expect(own.feed.notifications[0]?.is_read).toBe(false)
  })

  it('is not counted beyond what stands for many, and brings its own end along', () => {
    const many = { ...three, unread: 100 }
    expect(applyChange(many, insert(aRow('d', 4)), context()).feed.unread).toBe(100)
    const ending = insert(aRow('d', 4, { expires_at: at(90) }))
    expect(applyChange(three, ending, context()).feed.next_change_at).toBe(at(90))
    const sooner = { ...three, next_change_at: at(70) }
    expect(applyChange(sooner, ending, context()).feed.next_change_at).toBe(at(70))
  })

  it('that was scheduled is as new as the moment it was to appear', () => {
    const due = insert(aRow('d', 0, { publish_at: at(50) }))
    expect(applyChange(three, due, context()).feed.notifications[0]).toMatchObject({
      title: 'd',
      sent_at: at(50),
    })
  })
})

describe('an update', () => {
  it('replaces the text and keeps whether it was read', () => {
    const read = applyChange(three, { kind: 'read', id: 'b' }, context()).feed
    const { feed } = applyChange(read, update(aRow('b', 2, { title: 'B' })), context())
    expect(titles(feed)).toEqual(['c', 'B', 'a'])
    expect(feed.notifications[1]?.is_read).toBe(true)
    expect(feed.unread).toBe(2)
  })

  it('into what the person mutes takes it away', () => {
    const muting = { ...three, muted: ['error' as const], more: true }
    const { feed, needsRefresh } = applyChange(
      muting,
      update(aRow('b', 2, { type: 'error' })),
      context(),
    )
    expect(titles(feed)).toEqual(['c', 'a'])
    expect(feed.unread).toBe(2)
    expect(needsRefresh, 'a place has become free').toBe(true)
  })

  it('that brings one into view shows it, and asks whether it was read before', () => {
    const { feed, needsRefresh } = applyChange(three, update(aRow('d', 4)), context())
    expect(titles(feed)[0]).toBe('d')
    expect(needsRefresh).toBe(true)
  })
})

describe('a delete', () => {
  it('takes it away, and one less counts if it was unread', () => {
    expect(applyChange(three, { kind: 'delete', id: 'b' }, context())).toMatchObject({
      feed: { unread: 2 },
      needsRefresh: false,
    })
    const read = applyChange(three, { kind: 'read', id: 'b' }, context()).feed
    expect(applyChange(read, { kind: 'delete', id: 'b' }, context()).feed.unread).toBe(2)
  })

  it("of another person's changes nothing, and asks nothing where nothing of ours is out of sight", () => {
    const foreign = { kind: 'delete', id: 'foreign' } as const
    expect(applyChange(three, foreign, context())).toEqual({ feed: three, needsRefresh: false })
    const more = { ...three, more: true }
    expect(applyChange(more, foreign, context()).needsRefresh).toBe(false)
    expect(applyChange({ ...more, unread: 4 }, foreign, context()).needsRefresh).toBe(true)
  })
})

describe('a read', () => {
  it('counts once', () => {
    const once = applyChange(three, { kind: 'read', id: 'a' }, context()).feed
    expect(once.unread).toBe(2)
    expect(applyChange(once, { kind: 'read', id: 'a' }, context()).feed).toBe(once)
  })

  it('of more than anybody counted leaves the count to the database', () => {
    const many = { ...three, unread: 100 }
    const { feed, needsRefresh } = applyChange(many, { kind: 'read', id: 'a' }, context())
    expect(feed.unread).toBe(100)
    expect(needsRefresh).toBe(true)
  })

  it('is taken back when it could not be kept', () => {
    const { feed } = applyChange(three, { kind: 'read', id: 'a' }, context())
    expect(unmarkRead(feed, 'a')).toEqual(three)
    expect(unmarkRead(three, 'a')).toBe(three)
  })

  it('holds against a feed that was asked for before', () => {
    const feed = withReads(three, new Set(['a', 'elsewhere']))
    expect(feed.unread).toBe(2)
    expect(feed.notifications.at(-1)?.is_read).toBe(true)
  })
})

it('marks all, mutes a kind but for what is important, and wants it again', () => {
  expect(allRead(three)).toMatchObject({
    unread: 0,
    notifications: Array(3).fill({ is_read: true }),
  })
  const mixed = aFeed([
    aNotice('c', 3, { important: true }),
    aNotice('b', 2),
    aNotice('a', 1, { type: 'error' }),
  ])
  const muted = withMute(mixed, 'info', true)
  expect(titles(muted)).toEqual(['c', 'a'])
  expect(muted).toMatchObject({ unread: 2, muted: ['info'] })
  expect(withMute(muted, 'info', false).muted).toEqual([])
})

it('tells what is new: unread, and sent after everything that was there', () => {
  const newest = newestSentAt(three)
  expect(newNotices(three, newest)).toEqual([])
  const { feed } = applyChange(three, insert(aRow('d', 4)), context())
  expect(newNotices(feed, newest).map(({ title }) => title)).toEqual(['d'])
  expect(newestSentAt(aFeed([]))).toBe(Number.NEGATIVE_INFINITY)
})
