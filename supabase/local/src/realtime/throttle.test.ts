import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMeter } from './limits'
import { createThrottle } from './throttle'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function pace(waiting = 100) {
  const written: { message: string; at: number }[] = []
  const dropped: string[] = []
  const began = performance.now()
  const paced = createThrottle<string>({
    perSecond: 10,
    waiting,
    write: (message) => written.push({ message, at: performance.now() - began }),
    dropping: (channel) => dropped.push(channel),
  })
  return { ...paced, written, dropped }
}

test('at most ten messages in any second are sent, in order, and none is lost', async () => {
  const { send, written, dropped } = pace()
  for (let n = 0; n < 35; n += 1) send('a', String(n))
  expect(written).toHaveLength(10)
  await vi.advanceTimersByTimeAsync(500)
  send('a', '35')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(written.map(({ message }) => message)).toEqual(
    Array.from({ length: 36 }, (_, n) => String(n)),
  )
  for (const { at } of written) {
    const within = written.filter((other) => other.at >= at && other.at < at + 1000)
    expect(within.length).toBeLessThanOrEqual(10)
  }
  expect(dropped).toEqual([])
})

test('a single message is sent at once', async () => {
  const { send, written } = pace()
  for (let n = 0; n < 20; n += 1) {
    send('a', String(n))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(written).toHaveLength(20)
})

test('messages beyond the limit are dropped and reported once; dropping a channel makes room', async () => {
  const { send, drop, written, dropped } = pace(5)
  for (let n = 0; n < 17; n += 1) send(n % 2 ? 'odd' : 'even', String(n))
  expect(dropped).toEqual(['odd'])
  drop('odd')
  send('even', '17')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(written.slice(10).map(({ message }) => message)).toEqual(['10', '12', '14', '17'])
  for (let n = 18; n < 34; n += 1) send('even', String(n))
  expect(dropped).toEqual(['odd', 'even'])
})

test('closing drops waiting messages', async () => {
  const { send, close, written } = pace()
  for (let n = 0; n < 15; n += 1) send('a', String(n))
  close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(written).toHaveLength(10)
})

test('a meter allows this number in any second', () => {
  let now = 0
  const may = createMeter(3, () => now)
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
  now = 999
  expect(may()).toBe(false)
  now = 1000
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
})
