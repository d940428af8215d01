import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { fakePageEnvironment, fakeSockets } from '../live/testing'
import { Bell, type BellParts, type TabMessage, type Tabs } from './bell'
import { bellActions } from './bell-actions'
import type { BellApi } from './bell-api'
import type { Change } from './feed-changes'
import type { Feed } from './notice'
import { aFeed, aNotice, aRow, at } from './testing'

/** The time of the server when it answers the first feed. */
const NOW = Date.parse(at(60))

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const three = () => aFeed([aNotice('c', 3), aNotice('b', 2), aNotice('a', 1)])

/** Simulates the tabs of a browser. Each tab receives the messages of the others. */
function browserTabs() {
  const all: { subscribe: ((told: TabMessage) => void) | null }[] = []
  return (): Tabs => {
    const tab: { subscribe: ((told: TabMessage) => void) | null } = { subscribe: null }
    all.push(tab)
    return {
      broadcast: (told) => {
        for (const other of all) if (other !== tab) other.subscribe?.(told)
      },
      subscribe: (listener) => {
        tab.subscribe = listener
      },
      close: () => {
        tab.subscribe = null
      },
    }
  }
}

function begin(change: Partial<BellParts> = {}, stored: Feed | null = three()) {
  const page = fakePageEnvironment()
  const sockets = fakeSockets<Change>()
  const database: { feed: Feed | null; fails: boolean | Error; wait: number } = {
    feed: stored,
    fails: false,
    wait: 0,
  }
  const answer = async <T>(give: () => T): Promise<T> => {
    const given = give()
    await null
    if (database.wait > 0) await new Promise((resolve) => setTimeout(resolve, database.wait))
    if (database.fails) throw database.fails === true ? new Error('no answer') : database.fails
    return given
  }
  const api = {
    read: vi.fn((_size: number) =>
      answer(() => database.feed && { ...database.feed, now: new Date().toISOString() }),
    ),
    markRead: vi.fn((_id: string) => answer(() => undefined)),
    markAllRead: vi.fn(() => answer(() => 3)),
    mute: vi.fn(() => answer(() => undefined)),
  } satisfies BellApi
  const keep = vi.fn()
  const onOutage = vi.fn()
  const bell = new Bell({
    api,
    open: sockets.open,
    environment: page.environment,
    tabs: browserTabs()(),
    user: 'me',
    joined: at(-1000),
    first: { feed: three(), at: NOW },
    keep,
    onOutage,
    clock: () => Date.now(),
    random: () => 0.5,
    ...change,
  })
  bell.start()
  const titles = () => bell.state().feed?.notifications.map(({ title }) => title)
  const unread = () => bell.state().feed?.unread
  return { bell, api, database, keep, titles, unread, ...page, ...sockets }
}

/** Does the same as `begin`, and starts the live connection. */
async function beginLive(change: Partial<BellParts> = {}, stored?: Feed) {
  const begun = begin(change, stored)
  await pass(0)
  begun.last().listener.onReady()
  await pass(0)
  return begun
}

it('shows the feed from boot() without a request', async () => {
  const { api, unread, bell } = begin()
  await pass(1_000)
  expect(unread()).toBe(3)
  expect(bell.state()).toMatchObject({ reading: 'done', older: 'none', outage: null })
  expect(api.read).not.toHaveBeenCalled()
})

it('reads the feed if boot() contained none, and offers to try again after a failure', async () => {
  const { bell, database, titles } = begin({ first: { feed: null, at: 0 } })
  database.fails = true
  expect(bell.state().reading).toBe('first')
  await pass(0)
  expect(bell.state().reading).toBe('failed')
  database.fails = false
  bell.retry()
  await pass(0)
  expect(titles()).toEqual(['c', 'b', 'a'])
  expect(bell.state().said.text, 'what was there is no news').toBe('')
})

it('reads the whole feed when the stream begins, and applies changes that arrive meanwhile', async () => {
  const { bell, database, last, titles, unread, api } = begin()
  await pass(0)
  database.wait = 100
  last().listener.onReady()
  await pass(50)
  last().listener.onChange({ kind: 'insert', row: aRow('d', 61) })
  last().listener.onChange({ kind: 'delete', id: 'a' })
  expect(titles(), 'at once').toEqual(['d', 'c', 'b'])
  await pass(50)
  expect(titles(), 'and still, though the answer was older').toEqual(['d', 'c', 'b'])
  expect(unread()).toBe(3)
  expect(api.read).toHaveBeenCalledTimes(1)
  expect(bell.state().said.text).toBe('New notification: d')
})

it('shows a notification only once if both the answer and a change contain it', async () => {
  const { database, last, titles, unread } = begin()
  await pass(0)
  database.wait = 100
  database.feed = aFeed([aNotice('d', 61), ...three().notifications])
  last().listener.onReady()
  await pass(50)
  last().listener.onChange({ kind: 'insert', row: aRow('d', 61) })
  await pass(50)
  expect(titles()).toEqual(['d', 'c', 'b', 'a'])
  expect(unread()).toBe(4)
})

it('shows the correct feed after an outage during which there were many changes', async () => {
  const { bell, database, last, titles, unread } = await beginLive()
  last().listener.onEnd('closed')
  expect(bell.state().outage).toBe('Real-time connection closed')
  database.feed = aFeed([aNotice('e', 65), aNotice('c', 3, { title: 'C' })])
  await pass(1_000)
  last().listener.onReady()
  await pass(0)
  expect(bell.state().outage).toBeNull()
  expect(titles()).toEqual(['e', 'C'])
  expect(unread()).toBe(2)
})

it('announces new notifications once, and several at once as a number', async () => {
  const { bell, database, last } = await beginLive()
  expect(bell.state().said.number).toBe(0)
  last().listener.onChange({ kind: 'insert', row: aRow('d', 61) })
  const { said } = bell.state()
  expect(said.text).toBe('New notification: d')
  last().listener.onChange({ kind: 'insert', row: aRow('d', 61) })
  expect(bell.state().said).toBe(said)
  database.feed = aFeed([aNotice('f', 63), aNotice('e', 62), aNotice('d', 61)])
  await bell.refresh()
  expect(bell.state().said.text).toBe('2 new notifications')
})

it('marks a notification as read at once, sends that once, and reverts it if the request fails', async () => {
  const { bell, api, database, unread } = await beginLive()
  const marking = bell.markRead('a')
  expect(unread()).toBe(2)
  await marking
  await bell.markRead('a')
  expect(api.markRead).toHaveBeenCalledTimes(1)
  database.fails = true
  const failing = bell.markRead('b')
  expect(unread()).toBe(1)
  await expect(failing).rejects.toThrow('no answer')
  expect(unread()).toBe(2)
})

it('keeps a notification read if an answer to an earlier request arrives later', async () => {
  const { bell, database, unread, api } = await beginLive()
  database.wait = 100
  void bell.refresh()
  await pass(50)
  const marking = bell.markRead('a')
  await pass(100)
  await marking
  expect(unread()).toBe(2)
  expect(api.read).toHaveBeenCalledTimes(2)
})

it('marks all as read at once, ignores answers to earlier requests, and reverts it if the request fails', async () => {
  const { bell, database, unread, api } = await beginLive()
  database.wait = 100
  void bell.refresh()
  const marking = bell.markAllRead()
  expect(unread()).toBe(0)
  database.feed = aFeed(three().notifications.map((notice) => ({ ...notice, is_read: true })))
  await pass(100)
  expect(unread()).toBe(0)
  expect(await marking).toBe(3)
  await pass(200)
  expect(unread()).toBe(0)

  database.feed = three()
  database.wait = 0
  await bell.refresh()
  database.fails = true
  await expect(bell.markAllRead()).rejects.toThrow()
  expect(unread()).toBe(3)
  expect(api.markAllRead).toHaveBeenCalledTimes(2)
})

it('mutes a type at once, reads the feed again, and reverts it if the request fails', async () => {
  const { bell, database, titles } = await beginLive()
  const muting = bell.mute('info', true)
  expect(titles()).toEqual([])
  database.feed = aFeed([], { muted: ['info'] })
  await muting
  await pass(0)
  expect(bell.state().feed?.muted).toEqual(['info'])
  database.fails = true
  await expect(bell.mute('info', false)).rejects.toThrow()
  expect(bell.state().feed?.muted).toEqual(['info'])
})

it('applies changes from other tabs of the same person, and none from tabs of another person', async () => {
  const tab = browserTabs()
  const one = await beginLive({ tabs: tab() })
  const other = await beginLive({ tabs: tab() })
  const stranger = await beginLive({ tabs: tab(), user: 'stranger' })
  await one.bell.markRead('a')
  expect([other.unread(), stranger.unread()]).toEqual([2, 3])
  other.database.feed = aFeed(three().notifications.map((notice) => ({ ...notice, is_read: true })))
  await one.bell.markAllRead()
  expect(other.unread()).toBe(0)
  other.database.feed = aFeed([], { muted: ['info'] })
  await one.bell.mute('info', true)
  await pass(0)
  expect(other.bell.state().feed?.muted).toEqual(['info'])
  expect(stranger.unread()).toBe(3)
})

it('keeps a notification read although an answer from before still shows it as unread', async () => {
  const { bell, last, unread } = await beginLive()
  last().listener.onChange({ kind: 'read', id: 'a' })
  await bell.refresh()
  expect(unread()).toBe(2)
})

it('shows a notification as read if the message that it was read arrived before the notification', async () => {
  const { last, unread } = await beginLive()
  last().listener.onChange({ kind: 'read', id: 'd' })
  last().listener.onChange({ kind: 'insert', row: aRow('d', 61) })
  expect(unread()).toBe(3)
})

it('reads the feed only once after several changes that it cannot apply itself', async () => {
  const { last, api, database } = await beginLive(
    {},
    aFeed(three().notifications, { more: true, unread: 9 }),
  )
  const before = api.read.mock.calls.length
  for (const id of ['x', 'y', 'z']) last().listener.onChange({ kind: 'read', id })
  database.feed = aFeed(three().notifications, { more: true, unread: 6 })
  await pass(2_000)
  expect(api.read).toHaveBeenCalledTimes(before + 1)
})

it('reads the feed when a scheduled notification appears by the database’s clock', async () => {
  const dueAt = new Date(NOW + 30_000).toISOString()
  const { api, database } = await beginLive(
    { first: { feed: { ...three(), next_change_at: dueAt }, at: NOW } },
    aFeed(three().notifications, { next_change_at: dueAt }),
  )
  const before = api.read.mock.calls.length
  await pass(29_000)
  expect(api.read).toHaveBeenCalledTimes(before)
  database.feed = three()
  await pass(3_000)
  expect(api.read).toHaveBeenCalledTimes(before + 1)
})

it('reads the feed every minute while there is no live connection and the page is visible', async () => {
  const { api, refuse, happen, last } = await beginLive()
  const before = api.read.mock.calls.length
  await pass(180_000)
  expect(api.read, 'live').toHaveBeenCalledTimes(before)
  refuse(true)
  last().listener.onEnd('closed')
  await pass(120_000)
  expect(api.read).toHaveBeenCalledTimes(before + 2)
  happen('hidden')
  await pass(120_000)
  expect(api.read).toHaveBeenCalledTimes(before + 2)
  happen('shown')
  await pass(0)
  expect(api.read, 'looked at after a long time').toHaveBeenCalledTimes(before + 3)
})

it('loads older notifications on demand, and says if that failed', async () => {
  const { bell, api, database } = await beginLive({}, aFeed(three().notifications, { more: true }))
  expect(bell.state().older).toBe('some')
  database.fails = true
  bell.showOlder()
  expect(bell.state().older).toBe('reading')
  await pass(0)
  expect(bell.state().older).toBe('failed')
  database.fails = false
  bell.showOlder()
  await pass(0)
  expect(api.read).toHaveBeenLastCalledWith(30)
  expect(bell.state().older).toBe('some')
})

it('closes the connection at the end, and passes its feed to the next bell', async () => {
  const { bell, last, keep, api, watched } = await beginLive()
  await bell.markRead('a')
  const before = api.read.mock.calls.length
  bell.stop()
  expect(last().closed).toBe(true)
  expect(watched()).toBe(0)
  expect(keep).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ unread: 2 }))
  await pass(300_000)
  expect(api.read).toHaveBeenCalledTimes(before)
})

it('says that the session has ended if nobody is signed in', async () => {
  const { bell, database } = begin()
  const failed = vi.fn()
  const acts = bellActions(bell, { succeeded: vi.fn(), failed })
  database.fails = new DataError({ code: '42501', status: 401 })
  acts.markRead('a')
  acts.markAllRead()
  await pass(0)
  expect(failed.mock.calls).toEqual([['User not authenticated'], ['User not authenticated']])
  database.fails = true
  acts.markRead('b')
  await pass(0)
  expect(failed).toHaveBeenLastCalledWith('Failed to mark notification as read')
})
