import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue, defaultQueueLimits } from './fair-queue'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Asks for slots and records the result of each by name. */
function desk() {
  const queue = createFairQueue()
  const running: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (person: string, name: string, isShared = false) =>
    queue.ask(person, isShared, {
      start(end) {
        running.push(name)
        ends.set(name, () => {
          running.splice(running.indexOf(name), 1)
          end()
        })
      },
      refuse: () => void refused.push(name),
    })
  const askMany = (person: string, count: number) =>
    Array.from({ length: count }, (_, n) => ask(person, `${person}${n}`))
  const end = (name: string) => ends.get(name)?.()
  /** Ends running requests after this many milliseconds, until none waits. */
  const work = async (milliseconds: number) => {
    const most: number[] = []
    while (running.length > 0) {
      most.push(running.length)
      await vi.advanceTimersByTimeAsync(milliseconds)
      for (const name of [...running]) end(name)
    }
    return Math.max(0, ...most)
  }
  return { ask, askMany, end, work, running, refused }
}

test('one person has two slots at first, others get theirs at once', () => {
  const { askMany, running } = desk()
  askMany('a', 5)
  askMany('b', 1)
  expect(running).toEqual(['a0', 'a1', 'b0'])
})

test('a hundred quick requests pass, and soon four at once', async () => {
  const { askMany, work, refused } = desk()
  askMany('a', 102)
  expect(await work(10)).toBe(4)
  expect(refused).toEqual([])
})

test('a person with slow requests has one slot after the first', async () => {
  const { askMany, end, running } = desk()
  askMany('a', 10)
  await vi.advanceTimersByTimeAsync(2_000)
  end('a0')
  end('a1')
  expect(running).toEqual(['a2'])
  await vi.advanceTimersByTimeAsync(2_000)
  end('a2')
  expect(running).toEqual(['a3'])
})

test('all people with slow requests share two slots; the person with the least used time goes first', async () => {
  const { ask, askMany, end, running } = desk()
  const slow = ['a', 'b', 'c', 'd']
  for (const person of slow) askMany(person, 2)
  await vi.advanceTimersByTimeAsync(4_000)
  // One person's requests end later than the others'.
  for (const person of slow.slice(0, 3)) for (const n of [0, 1]) end(`${person}${n}`)
  await vi.advanceTimersByTimeAsync(500)
  for (const n of [0, 1]) end(`d${n}`)
  expect(running).toEqual([])
  for (const person of ['a', 'b', 'd', 'c']) ask(person, person)
  expect(running).toEqual(['a', 'b'])
  ask('e', 'e')
  expect(running, 'others do not wait for them').toEqual(['a', 'b', 'e'])
  await vi.advanceTimersByTimeAsync(100)
  end('a')
  expect(running).toEqual(['b', 'e', 'c'])
})

test('used time is forgiven after a while', async () => {
  const { askMany, end, running } = desk()
  askMany('a', 2)
  await vi.advanceTimersByTimeAsync(4_000)
  end('a0')
  end('a1')
  await vi.advanceTimersByTimeAsync(20_001)
  askMany('a', 3)
  expect(running).toEqual(['a0', 'a1'])
})

test('one person may have a hundred waiting requests, for ten seconds', async () => {
  const { askMany, end, running, refused } = desk()
  askMany('a', 103)
  expect(refused).toEqual(['a102'])
  await vi.advanceTimersByTimeAsync(9_999)
  expect(refused).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toHaveLength(101)
  end('a0')
  expect(running).toEqual(['a1'])
})

test('five hundred requests of people behind one address may wait', () => {
  const { ask, refused } = desk()
  for (let n = 0; n < 503; n++) ask('address', `${n}`, true)
  expect(refused).toEqual(['502'])
})

test('the total wait of many people is limited', () => {
  const { askMany, refused } = desk()
  const people = Array.from({ length: 21 }, (_, n) => `${n}-`)
  for (const person of people) askMany(person, 102)
  expect(refused).toHaveLength(people.length * 100 - defaultQueueLimits.waitingAll)
})

test('a caller who leaves the queue is skipped, once', () => {
  const { askMany, end, running } = desk()
  const leave = askMany('a', 5)
  leave[2]?.()
  leave[2]?.()
  end('a0')
  end('a0')
  expect(running).toEqual(['a1', 'a3'])
  leave[3]?.()
  expect(running, 'leaving does not release a slot').toEqual(['a1', 'a3'])
})
