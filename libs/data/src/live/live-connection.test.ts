import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backOff, LiveConnection } from './live-connection'
import { fakePageEnvironment, fakeSockets } from './testing'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

async function begin(random = () => 0.999) {
  const page = fakePageEnvironment()
  const sockets = fakeSockets<string>()
  const seen: string[] = []
  const onReady = vi.fn()
  const onChange = vi.fn()
  const onOutage = vi.fn()
  const live = new LiveConnection({
    open: sockets.open,
    environment: page.environment,
    onStatus: (status) => seen.push(status),
    onReady,
    onChange,
    onOutage,
    random,
  })
  live.start()
  await vi.advanceTimersByTimeAsync(0)
  return { live, seen, onReady, onChange, onOutage, ...page, ...sockets }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('the pause after each failure is random and longer than the one before, at most ten seconds', () => {
  expect([1, 2, 3, 4, 5, 20].map((failures) => backOff(failures, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ])
  expect(backOff(4, () => 0)).toBe(0)
})

it('the status is live once the stream has begun, also after a reconnect', async () => {
  const { seen, last, opened, onReady } = await begin()
  expect(seen).toEqual([])
  last().listener.onReady()
  last().listener.onEnd('closed')
  expect(opened[0]?.closed).toBe(true)
  await pass(1_000)
  expect(opened).toHaveLength(2)
  last().listener.onReady()
  expect(seen).toEqual(['live', 'closed', 'live'])
  expect(onReady).toHaveBeenCalledTimes(2)
})

it('each longer outage is reported once', async () => {
  const { last, refuse, opened, onOutage } = await begin()
  last().listener.onReady()
  refuse(true)
  last().listener.onEnd('closed')
  expect(onOutage, 'the first attempt may mend it').not.toHaveBeenCalled()
  await pass(60_000)
  expect(opened.length).toBeGreaterThan(5)
  expect(onOutage).toHaveBeenCalledTimes(1)
  refuse(false)
  await pass(10_000)
  last().listener.onReady()
  refuse(true)
  last().listener.onEnd('timed-out')
  await pass(20_000)
  expect(onOutage).toHaveBeenCalledTimes(2)
})

it('the connection makes no attempt and reports nothing while offline, and connects immediately when online', async () => {
  const { seen, last, opened, happen, onOutage } = await begin()
  last().listener.onReady()
  happen('offline')
  expect(opened[0]?.closed).toBe(true)
  expect(seen).toEqual(['live', 'closed'])
  await pass(120_000)
  expect(opened).toHaveLength(1)
  happen('online')
  await pass(300)
  expect(opened).toHaveLength(2)
  expect(onOutage).not.toHaveBeenCalled()
})

it('a closed connection is opened immediately when the page becomes visible; an open one is kept', async () => {
  const { last, refuse, opened, happen } = await begin()
  refuse(true)
  last().listener.onEnd('failed')
  await pass(20_000)
  const before = opened.length
  happen('shown')
  await pass(300)
  expect(opened.length).toBe(before + 1)
  refuse(false)
  await pass(10_000)
  last().listener.onReady()
  const working = opened.length
  happen('shown')
  await pass(60_000)
  expect(opened).toHaveLength(working)
})

it('it closes when the page is left, and connects again when the person returns', async () => {
  const { last, opened, happen, onReady } = await begin()
  last().listener.onReady()
  happen('left')
  expect(last().closed).toBe(true)
  await pass(60_000)
  expect(opened).toHaveLength(1)
  happen('returned')
  await pass(0)
  last().listener.onReady()
  expect(opened).toHaveLength(2)
  expect(onReady).toHaveBeenCalledTimes(2)
})

it('onReady is called after very many simultaneous changes, because the service may have dropped some', async () => {
  const { last, onReady, onChange } = await begin()
  last().listener.onReady()
  const flood = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      last().listener.onChange(String(n))
      await pass(100)
    }
  }
  await flood(50)
  await pass(10_000)
  expect(onReady).toHaveBeenCalledTimes(1)
  await flood(110)
  expect(onReady, 'not before it is over').toHaveBeenCalledTimes(1)
  await pass(10_000)
  expect(onReady).toHaveBeenCalledTimes(2)
  expect(onChange).toHaveBeenCalledTimes(160)
})

it('events of earlier attempts are ignored, and after stop() all events', async () => {
  const { live, opened, last, onChange, watched } = await begin()
  const [first] = opened
  first?.listener.onEnd('timed-out')
  await pass(1_000)
  first?.listener.onChange('a')
  first?.listener.onEnd('closed')
  expect(last().closed, 'the present one goes on').toBe(false)
  expect(onChange).not.toHaveBeenCalled()
  live.stop()
  last().listener.onChange('a')
  await pass(60_000)
  expect(onChange).not.toHaveBeenCalled()
  expect(opened).toHaveLength(2)
  expect(last().closed).toBe(true)
  expect(watched()).toBe(0)
})
