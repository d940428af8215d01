import { keys, type LiveProvider } from '@refinedev/core'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakePageEnvironment, fakeSockets } from '../live/testing'
import { liveLists } from './live-provider'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const GATHERED = 800

function panel() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const page = fakePageEnvironment()
  const sockets = fakeSockets<string>()
  const provider = liveLists({
    queries,
    resources: [
      { name: 'courses' },
      { name: 'profiles' },
      { name: 'profiles', identifier: 'moderator-profiles' },
    ],
    open: sockets.open,
    environment: page.environment,
    random: () => 0,
  })

  /** Adds a query as Refine's hooks do. Its reads take the given time. */
  function show(resource: string, action: 'list' | 'infinite' | 'one', takes = 0) {
    const read = vi.fn(() => new Promise((resolve) => setTimeout(resolve, takes, resource)))
    const ofResource = keys().data().resource(resource)
    const queryKey = action === 'one' ? ofResource.action('one').id('1') : ofResource.action(action)
    const close = new QueryObserver(queries, {
      queryKey: queryKey.params({}).get(),
      queryFn: read,
    }).subscribe(() => undefined)
    return { read, close }
  }

  return { queries, provider, show, ...page, ...sockets }
}

const listen = (provider: LiveProvider, resource: string) =>
  provider.subscribe({
    channel: `resources/${resource}`,
    types: ['*'],
    params: { resource, subscriptionType: 'useList' },
    callback: () => undefined,
  })

/** Opens a panel with a live list of members, which is read again once the connection is open. */
async function openMembers() {
  const opened = panel()
  const { read } = opened.show('profiles', 'list')
  const subscription = listen(opened.provider, 'profiles')
  await pass(1_500)
  opened.last().listener.onReady()
  await pass(GATHERED)
  expect(read).toHaveBeenCalledTimes(2)
  read.mockClear()
  return { ...opened, read, subscription, signal: opened.last().listener.onChange }
}

it('connects only for lists, some time after the screen was loaded', async () => {
  const { provider, opened } = panel()
  const form = provider.subscribe({
    channel: 'resources/courses',
    types: ['*'],
    params: { resource: 'courses', subscriptionType: 'useOne' },
    callback: () => undefined,
  })
  await pass(10_000)
  expect(form).toBeNull()
  expect(opened).toHaveLength(0)
  listen(provider, 'courses')
  await pass(1_499)
  expect(opened).toHaveLength(0)
  await pass(1)
  expect(opened).toHaveLength(1)
  listen(provider, 'profiles')
  await pass(10_000)
  expect(opened, 'one connection for all lists').toHaveLength(1)
})

it('reads a list once, within a second, after several changes', async () => {
  const { read, signal } = await openMembers()
  for (let n = 0; n < 20; n += 1) signal('profiles')
  await pass(GATHERED - 1)
  expect(read).not.toHaveBeenCalled()
  await pass(1)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(10_000)
  expect(read).toHaveBeenCalledTimes(1)
  signal('profiles')
  await pass(1_000)
  expect(read).toHaveBeenCalledTimes(2)
})

it('also reads infinite lists and other identifiers of the resource, but no form and no other list', async () => {
  const { provider, show, signal } = await openMembers()
  const endless = show('profiles', 'infinite').read
  const moderators = show('moderator-profiles', 'list').read
  const form = show('profiles', 'one').read
  const courses = show('courses', 'list').read
  listen(provider, 'courses')
  await pass(GATHERED)
  for (const read of [endless, moderators, form, courses]) read.mockClear()
  signal('profiles')
  await pass(GATHERED)
  expect(endless).toHaveBeenCalledTimes(1)
  expect(moderators).toHaveBeenCalledTimes(1)
  expect(form).not.toHaveBeenCalled()
  expect(courses).not.toHaveBeenCalled()
})

it('notifies Refine’s subscription of the list', async () => {
  const { provider, signal } = await openMembers()
  const callback = vi.fn()
  const params = { resource: 'profiles', subscriptionType: 'useList' } as const
  provider.subscribe({ channel: 'resources/profiles', types: ['*'], params, callback })
  signal('profiles')
  signal('courses')
  await pass(GATHERED)
  expect(callback.mock.calls).toEqual([
    [{ channel: 'resources/profiles', type: '*', payload: {}, date: new Date() }],
  ])
})

it('notifies a screen that subscribes to resources once after several changes, and reads no list for it', async () => {
  const { provider, show, signal } = await openMembers()
  const callback = vi.fn()
  provider.subscribe({
    channel: 'screens/person',
    types: ['*'],
    params: { resources: ['profiles', 'entitlements'] },
    callback,
  })
  await pass(GATHERED)
  callback.mockClear()
  const underDialog = show('entitlements', 'list').read
  await pass(0)
  signal('entitlements')
  signal('profiles')
  await pass(GATHERED)
  expect(callback).toHaveBeenCalledTimes(1)
  expect(underDialog).toHaveBeenCalledTimes(1)
  signal('courses')
  await pass(GATHERED)
  expect(callback).toHaveBeenCalledTimes(1)
})

it('reads again after a read that was already being answered, which may lack the change', async () => {
  const { provider, show, signal } = await openMembers()
  listen(provider, 'courses')
  await pass(GATHERED)
  const { read } = show('courses', 'list', 5_000)
  signal('courses')
  await pass(4_999)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(read).toHaveBeenCalledTimes(2)
  await pass(20_000)
  expect(read).toHaveBeenCalledTimes(2)
})

it('does not read a list that has failed, or whose first read is being retried', async () => {
  const { queries, provider, signal } = await openMembers()
  listen(provider, 'courses')
  await pass(GATHERED)
  const read = vi.fn(() => Promise.reject(new Error('no answer')))
  new QueryObserver(queries, {
    queryKey: keys().data().resource('courses').action('list').params({}).get(),
    queryFn: read,
    retry: 1,
    retryDelay: 3_000,
  }).subscribe(() => undefined)
  for (let second = 0; second < 10; second += 1) {
    signal('courses')
    await pass(1_000)
  }
  expect(read).toHaveBeenCalledTimes(2)
})

it('reads nothing while the page is hidden, and once when it becomes visible', async () => {
  const { happen, read, signal } = await openMembers()
  happen('hidden')
  signal('profiles')
  await pass(60_000)
  signal('profiles')
  await pass(60_000)
  expect(read).not.toHaveBeenCalled()
  happen('shown')
  await pass(GATHERED)
  expect(read).toHaveBeenCalledTimes(1)
})

it('reads all lists again after an outage', async () => {
  const { last, opened, read } = await openMembers()
  last().listener.onEnd('closed')
  await pass(10_000)
  expect(opened).toHaveLength(2)
  expect(read).not.toHaveBeenCalled()
  last().listener.onReady()
  await pass(GATHERED)
  expect(read).toHaveBeenCalledTimes(1)
})

it('keeps the connection from one list to the next, and reads what has changed between them', async () => {
  const { provider, subscription, show, opened, signal } = await openMembers()
  const { read } = show('courses', 'list')
  provider.unsubscribe(subscription)
  signal('courses')
  await pass(GATHERED)
  expect(read).toHaveBeenCalledTimes(1)
  listen(provider, 'courses')
  await pass(GATHERED)
  expect(read).toHaveBeenCalledTimes(2)
  await pass(60_000)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.closed).toBe(false)
})

it('closes the connection some seconds after the last list was left', async () => {
  const { provider, subscription, last, read, signal, watched } = await openMembers()
  signal('profiles')
  provider.unsubscribe(subscription)
  await pass(4_999)
  expect(last().closed).toBe(false)
  await pass(1)
  expect(last().closed).toBe(true)
  expect(watched()).toBe(0)
  signal('profiles')
  await pass(60_000)
  expect(read).not.toHaveBeenCalled()
})

it('does not connect for a list that is left at once', async () => {
  const { provider, opened } = panel()
  provider.unsubscribe(listen(provider, 'profiles'))
  await pass(60_000)
  expect(opened).toHaveLength(0)
})
