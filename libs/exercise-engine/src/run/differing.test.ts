import { expect, test } from 'vitest'
import { EXPRESSIONS } from '../testing/languages/calls'
import { DIFFERENT } from '../testing/languages/differences'
import { run } from '../testing/run-support'

/** Calls that this warns of although browsers gave the same answers. */
const MORE = [
  `new Intl.NumberFormat('en-GB', { notation: 'compact', compactDisplay: 'long' }).format(12345)`,
]

test('The result names the calls whose answers differ between browsers, and few others', async () => {
  const { differing } = await run(
    '',
    EXPRESSIONS.map((each, at) => `test('${at}', () => { ${each}; expect(1).toBe(1) })`).join('\n'),
    { time_ms: 20_000 },
  )
  const named = new Set(differing?.map(({ test: at }) => EXPRESSIONS[Number(at)]))
  expect([...DIFFERENT].filter((each) => !named.has(each))).toEqual([])
  expect([...named].filter((each) => !DIFFERENT.has(each ?? ''))).toEqual(MORE)
})

test('The result names the test once for what it asked for, and nothing for calls that are the same', async () => {
  const { differing } = await run(
    `export const price = (n) => n.toLocaleString('it-IT'); export const first = price(5000)
     export const time = (date) => date.toLocaleTimeString(['ko-KR'])`,
    `test('a', () => { for (let n = 999; n < 1005; n += 1) main.price(n); expect(1).toBe(1) })
     describe('b', () => { test('c', () => { main.time(new Date()); expect(1).toBe(1) }) })
     test('d', () => { expect((12).toLocaleString('it-IT')).toBe('12') })`,
  )
  expect(differing).toEqual([
    { what: 'numbers of four digits in it-IT' },
    { what: 'numbers of four digits in it-IT', test: 'a' },
    { what: 'times in ko-KR', test: 'b > c' },
  ])
  expect(await run('', `test('a', () => { expect(1).toBe(1) })`)).not.toHaveProperty('differing')
})
