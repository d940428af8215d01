import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DataClient } from '../client'
import type { SocketListener } from './live-connection'
import { watchOwnChanges } from './own-changes'
import { fakeSockets } from './testing'

const sockets = vi.hoisted(() => ({ made: [] as ReturnType<typeof fakeSockets<string>>[] }))
vi.mock('./page-environment', async () => {
  const { fakePageEnvironment } = await import('./testing')
  return { pageEnvironment: fakePageEnvironment().environment }
})
vi.mock('./own-changes-socket', () => ({
  openOwnChanges: (
    _client: unknown,
    _project: unknown,
    _person: string,
    listener: SocketListener<string>,
  ) => sockets.made.at(-1)?.open(listener),
}))

beforeEach(() => {
  vi.useFakeTimers()
  sockets.made.push(fakeSockets<string>())
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const WORK = ['work']
const WEEK = ['week']

/** The resource for which `take` says that the signal comes from this page. */
let echo: string | null = null
const forget = vi.fn()

/** Subscribes as a person, and records which queries are read again. */
function watching(person: string) {
  const queries = new QueryClient()
  const read: unknown[] = []
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filter) => {
    read.push(filter?.queryKey)
  })
  const of = {
    ...{ client: {} as DataClient, queries, project: { url: 'http://x', key: 'k' }, person },
    echoes: { take: (resource: string) => resource === echo, forget },
  }
  return {
    read,
    work: () => watchOwnChanges(of, 'submission', [WORK]),
    week: () => watchOwnChanges(of, 'dates', [WEEK]),
    draft: () => watchOwnChanges(of, 'draft', [WORK]),
  }
}
const settle = () => vi.advanceTimersByTimeAsync(1_000)
const opened = () => sockets.made.at(-1)?.opened ?? []
const socket = () => {
  const last = opened().at(-1)
  if (!last) throw new Error('No socket was opened')
  return last
}

it('all subscriptions share one connection, and several signals at once cause only one read of each query', async () => {
  const { read, work, week } = watching('a')
  const stops = [work(), week()]
  await settle()
  expect(opened()).toHaveLength(1)
  socket().listener.onReady()
  await settle()
  // Each query is read after its own random delay.
  expect([...read].sort()).toEqual([WORK, WEEK].sort())
  for (let times = 0; times < 3; times += 1) socket().listener.onChange('dates')
  socket().listener.onChange('unknown')
  await settle()
  expect(read.slice(2)).toEqual([WEEK])
  for (const stop of stops) stop()
})

it('the connection stays open from one page to the next, whose queries are not read twice', async () => {
  const { read, week, work } = watching('b')
  const stop = week()
  await settle()
  socket().listener.onReady()
  await settle()
  stop()
  await settle()
  const next = [week(), work()]
  await settle()
  // The query of the work is read only now, because no part of the page used it before.
  expect(read).toEqual([WEEK, WORK])
  expect(opened()).toHaveLength(1)
  for (const stopNext of next) stopNext()
  expect(socket().closed).toBe(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(socket().closed).toBe(true)
})

it('a draft is read again if another device has saved it, but not if this page has', async () => {
  const { read, draft } = watching('e')
  const stop = draft()
  await settle()
  forget.mockClear()
  socket().listener.onReady()
  await settle()
  // The page was not subscribed when it saved earlier, so these signals will not come.
  expect(forget).toHaveBeenCalledOnce()
  // The page has just read the work, so it is not read again.
  expect(read).toEqual([])
  socket().listener.onChange('draft')
  await settle()
  expect(read).toEqual([WORK])

  echo = 'draft'
  socket().listener.onChange('draft')
  await settle()
  expect(read).toEqual([WORK])
  stop()
  echo = null
})

it('the connection ends when the person signs out', async () => {
  const first = watching('c')
  first.week()
  await settle()
  const mine = socket()
  const second = watching('d')
  const stop = second.week()
  await settle()
  expect(mine.closed).toBe(true)
  socket().listener.onChange('dates')
  await settle()
  expect([first.read, second.read]).toEqual([[], [WEEK]])
  stop()
})
