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

describe('a new notification', () => {
  it('is sorted by the time of sending, is counted, and pushes the last one out of a full list', () => {
    const { feed, needsRefresh } = applyChange(three, insert(aRow('d', 4)), context())
    expect(titles(feed)).toEqual(['d', 'c', 'b'])
    expect(feed).toMatchObject({ more: true, unread: 4 })
    expect(needsRefresh).toBe(false)
    const between = applyChange(three, insert(aRow('bb', 2.5)), context({ size: 10 }))
    expect(titles(between.feed)).toEqual(['c', 'bb', 'b', 'a'])
    expect(between.feed.more).toBe(false)
  })

  it('is sorted by microseconds, and by id if they are equal', () => {
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

  it('is shown only once if it arrives twice', () => {
    const once = applyChange(three, insert(aRow('d', 4)), context()).feed
    const twice = applyChange(once, insert(aRow('d', 4)), context())
    expect(twice.feed).toEqual(once)
    expect(twice.needsRefresh).toBe(false)
  })

  it('causes a read if it is older than the last of a full list', () => {
    const full = { ...three, more: true }
    expect(applyChange(full, insert(aRow('old', 0)), context())).toEqual({
      feed: full,
      needsRefresh: true,
    })
  })

  it('is not shown if it is muted or has ended, unless it is important', () => {
    const muting = { ...three, muted: ['info' as const] }
    expect(applyChange(muting, insert(aRow('d', 4)), context()).feed).toBe(muting)
    const important = insert(aRow('d', 4, { important: true }))
    expect(titles(applyChange(muting, important, context()).feed)[0]).toBe('d')
    const over = insert(aRow('d', 4, { expires_at: at(59) }))
    expect(applyChange(three, over, context()).feed).toBe(three)
  })

  it('is read if the person has read it elsewhere, or joined after it was sent to everybody', () => {
    const read = applyChange(three, insert(aRow('d', 4)), context({ reads: new Set(['d']) }))
    expect(read.feed.notifications[0]?.is_read).toBe(true)
    expect(read.feed.unread).toBe(3)
    const early = context({ joined: at(5) })
    const toAll = applyChange(three, insert(aRow('d', 4, { is_global: true })), early)
    expect(toAll.feed.notifications[0]?.is_read).toBe(true)
    const own = applyChange(three, insert(aRow('d', 4)), early)
    expect(own.feed.notifications[0]?.is_read).toBe(false)
  })

  it('is not counted above the maximum, and its end becomes the next change', () => {
    const many = { ...three, unread: 100 }
    expect(applyChange(many, insert(aRow('d', 4)), context()).feed.unread).toBe(100)
    const ending = insert(aRow('d', 4, { expires_at: at(90) }))
    expect(applyChange(three, ending, context()).feed.next_change_at).toBe(at(90))
    const sooner = { ...three, next_change_at: at(70) }
    expect(applyChange(sooner, ending, context()).feed.next_change_at).toBe(at(70))
  })

  it('that was scheduled is sorted by the moment at which it appears', () => {
    const due = insert(aRow('d', 0, { publish_at: at(50) }))
    expect(applyChange(three, due, context()).feed.notifications[0]).toMatchObject({
      title: 'd',
      sent_at: at(50),
    })
  })
})

describe('a scheduled notification', () => {
  const scheduled = aRow('d', 4, { publish_at: at(90) })

  it('is neither shown nor counted before it appears, which becomes the next change', () => {
    const { feed, needsRefresh } = applyChange(three, insert(scheduled), context())
    expect(feed).toEqual({ ...three, next_change_at: at(90) })
    expect(needsRefresh).toBe(false)
    const sooner = { ...three, next_change_at: at(70) }
    expect(applyChange(sooner, insert(scheduled), context()).feed).toEqual(sooner)
    expect(applyChange(three, update(scheduled), context()).feed.unread).toBe(3)
  })

  it('disappears if it is moved to the future', () => {
    const moved = update(aRow('c', 3, { publish_at: at(90) }))
    const { feed } = applyChange(three, moved, context())
    expect(titles(feed)).toEqual(['b', 'a'])
    expect(feed).toMatchObject({ unread: 2, next_change_at: at(90) })
  })
})

describe('a changed notification', () => {
  it('gets the new text, and stays read or unread', () => {
    const read = applyChange(three, { kind: 'read', id: 'b' }, context()).feed
    const { feed } = applyChange(read, update(aRow('b', 2, { title: 'B' })), context())
    expect(titles(feed)).toEqual(['c', 'B', 'a'])
    expect(feed.notifications[1]?.is_read).toBe(true)
    expect(feed.unread).toBe(2)
  })

  it('disappears if the person has muted its new type', () => {
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

  it('that becomes visible is shown, and causes a read, because the person may have read it before', () => {
    const { feed, needsRefresh } = applyChange(three, update(aRow('d', 4)), context())
    expect(titles(feed)[0]).toBe('d')
    expect(needsRefresh).toBe(true)
  })
})

describe('a deleted notification', () => {
  it('disappears, and is no longer counted if it was unread', () => {
    expect(applyChange(three, { kind: 'delete', id: 'b' }, context())).toMatchObject({
      feed: { unread: 2 },
      needsRefresh: false,
    })
    const read = applyChange(three, { kind: 'read', id: 'b' }, context()).feed
    expect(applyChange(read, { kind: 'delete', id: 'b' }, context()).feed.unread).toBe(2)
  })

  it('of another person changes nothing, and causes no read if all notifications are in the list', () => {
    const foreign = { kind: 'delete', id: 'foreign' } as const
    expect(applyChange(three, foreign, context())).toEqual({ feed: three, needsRefresh: false })
    const more = { ...three, more: true }
    expect(applyChange(more, foreign, context()).needsRefresh).toBe(false)
    expect(applyChange({ ...more, unread: 4 }, foreign, context()).needsRefresh).toBe(true)
  })
})

describe('a notification that the person has read', () => {
  it('is subtracted from the count only once', () => {
    const once = applyChange(three, { kind: 'read', id: 'a' }, context()).feed
    expect(once.unread).toBe(2)
    expect(applyChange(once, { kind: 'read', id: 'a' }, context()).feed).toBe(once)
  })

  it('causes a read if the count is at its maximum', () => {
    const many = { ...three, unread: 100 }
    const { feed, needsRefresh } = applyChange(many, { kind: 'read', id: 'a' }, context())
    expect(feed.unread).toBe(100)
    expect(needsRefresh).toBe(true)
  })

  it('becomes unread again if the request fails', () => {
    const { feed } = applyChange(three, { kind: 'read', id: 'a' }, context())
    expect(unmarkRead(feed, 'a')).toEqual(three)
    expect(unmarkRead(three, 'a')).toBe(three)
  })

  it('stays read if an answer to an earlier request arrives later', () => {
    const feed = withReads(three, new Set(['a', 'elsewhere']))
    expect(feed.unread).toBe(2)
    expect(feed.notifications.at(-1)?.is_read).toBe(true)
  })
})

it('a notification is marked as read together with all others; muting a type removes all but important ones', () => {
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

it('a notification that is read or older than the others is not announced', () => {
  const newest = newestSentAt(three)
  expect(newNotices(three, newest)).toEqual([])
  const { feed } = applyChange(three, insert(aRow('d', 4)), context())
  expect(newNotices(feed, newest).map(({ title }) => title)).toEqual(['d'])
  expect(newestSentAt(aFeed([]))).toBe(Number.NEGATIVE_INFINITY)
})
