import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMeter } from './limits'
import { createPace } from './pace'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function pace(waiting = 100) {
  const written: { message: string; at: number }[] = []
  const began = performance.now()
  const paced = createPace<string>({
    perSecond: 10,
    waiting,
    write: (message) => written.push({ message, at: performance.now() - began }),
  })
  return { ...paced, written }
}

test('at most ten in any second, in order, none lost', async () => {
  const { send, written } = pace()
  for (let n = 0; n < 35; n += 1) expect(send('a', String(n))).toBe(true)
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
})

test('a rare change goes at once', async () => {
  const { send, written } = pace()
  for (let n = 0; n < 20; n += 1) {
    send('a', String(n))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(written).toHaveLength(20)
})

test('too many that wait are refused; dropping a channel makes room', async () => {
  const { send, drop, written } = pace(5)
  for (let n = 0; n < 12; n += 1) send(n % 2 ? 'odd' : 'even', String(n))
  expect([send('odd', '12'), send('odd', '13'), send('odd', '14'), send('odd', '15')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  drop('odd')
  expect(send('even', '16')).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(written.slice(10).map(({ message }) => message)).toEqual(['10', '16'])
})

test('closed, it forgets what waits', async () => {
  const { send, close, written } = pace()
  for (let n = 0; n < 15; n += 1) send('a', String(n))
  close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(written).toHaveLength(10)
})

test('a meter lets so many through in any second', () => {
  let now = 0
  const may = createMeter(3, () => now)
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
  now = 999
  expect(may()).toBe(false)
  now = 1000
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
})
