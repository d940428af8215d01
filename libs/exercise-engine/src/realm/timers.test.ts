import { expect, test } from 'vitest'
import { run, runBody } from '../testing/run-support'
import { makeTimers } from './timers'

test('Timers come in the order of their moments, then in that of their making', () => {
  const timers = makeTimers()
  const moments = Array.from({ length: 500 }, (_, id) => ({ id, at: (id * 7919) % 97 }))
  for (const { id, at } of moments) timers.add({ id, at, callback: () => {}, parts: [], every: 0 })
  for (let id = 0; id < 500; id += 5) timers.stop(id)
  const seen: number[] = []
  for (let first = timers.first(); first; first = timers.first()) {
    seen.push(first.id)
    timers.stop(first.id)
  }
  const expected = moments.filter(({ id }) => id % 5 > 0).sort((a, b) => a.at - b.at || a.id - b.id)
  expect(seen).toEqual(expected.map(({ id }) => id))
})

test.each([
  [
    'an interval that ends itself',
    `let n = 0; const id = setInterval(() => { n += 1; if (n === 3) clearInterval(id) }, 10); await new Promise((go) => setTimeout(go, 100)); return n`,
    3,
  ],
  [
    'timers at the same moment',
    `const all = []; setTimeout(() => all.push(1), 5); setTimeout(() => all.push(2), 5); setTimeout(() => all.push(0), 4); await new Promise((go) => setTimeout(go, 6)); return all`,
    [0, 1, 2],
  ],
  [
    'a timer that another one stops',
    `const all = []; const id = setTimeout(() => all.push('no'), 5); setTimeout(() => clearTimeout(id), 4); clearTimeout(99); clearTimeout(); await new Promise((go) => setTimeout(go, 6)); return all`,
    [],
  ],
])('A program has the result that Node gives it: %s', async (_, body, expected) => {
  const text = `expect(await (async () => { ${body} })()).toEqual(${JSON.stringify(expected)})`
  expect((await runBody('', text)).ok).toBe(true)
})

// The limit of work for timers (rules/exercise-runs#limits).
test('Ten times a thousand timers are within the limit', async () => {
  const { verdict, ms } = await run(
    `export const f = () => Promise.all(Array.from({ length: 1000 }, (_, i) => new Promise((go) => setTimeout(go, (i * 7919) % 1000))))`,
    `for (let i = 0; i < 10; i += 1) test('t' + i, async () => { expect(await main.f()).toHaveLength(1000) })`,
    { time_ms: 1000 },
  )
  expect(verdict).toBe('PASS')
  expect(ms).toBeLessThan(900)
})

test('The numbers of timers are the same in each run, grow, and cannot be counted', async () => {
  const numbers = async (more = '') => {
    const { console: lines } = await runBody(
      more,
      `console.log([1, 2, 3].map((ms) => setTimeout(() => {}, ms))); expect(1).toBe(1)`,
    )
    return JSON.parse(lines?.join('') ?? '') as number[]
  }
  const [one = 0, two = 0, three = 0] = await numbers()
  expect(await numbers()).toEqual([one, two, three])
  expect(Math.min(one, two - one, three - two)).toBeGreaterThan(10_000)
  expect(await numbers('// more')).not.toContain(one)
})
