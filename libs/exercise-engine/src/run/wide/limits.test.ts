import { describe, expect, test } from 'vitest'
import { run, runBody } from '../../testing/run-support'

describe('Limits', () => {
  const endless: [string, string, string][] = [
    ['a loop', 'export const f = () => { for (;;); }', 'main.f()'],
    ['jobs', 'export const f = () => Promise.resolve().then(f)', 'await main.f()'],
    [
      'timers',
      'export const f = () => setInterval(() => {}, 1)',
      'main.f(); await new Promise(() => {})',
    ],
    ['a getter', 'export const f = { get x() { for (;;); } }', 'expect(main.f).toEqual({ x: 1 })'],
    ['a pattern', `export const f = () => /(a+)+$/.test('a'.repeat(40) + 'b')`, 'main.f()'],
    [
      'a proxy',
      'export const f = new Proxy({}, { ownKeys() { for (;;); } })',
      'console.log(main.f)',
    ],
    ['a generator', 'export const f = function* () { for (;;) yield 1 }', '[...main.f()].length'],
    ['a sort', 'export const f = () => [2, 1].sort(() => { for (;;); })', 'main.f()'],
    [
      'a loop that catches',
      'export const f = () => { for (;;) try { for (;;); } catch {} }',
      'main.f()',
    ],
    [
      'a loop that ends in finally',
      'export const f = () => { try { for (;;); } finally { for (;;); } }',
      'main.f()',
    ],
  ]
  test.each(endless)('The time limit ends %s', async (_, main, text) => {
    const result = await run(
      main,
      `test('first', () => { expect(1).toBe(1) }); test('it', async () => { ${text}; expect(1).toBe(1) }); test('later', () => { expect(1).toBe(1) })`,
      { time_ms: 50 },
    )
    expect(result.verdict).toBe('ERROR')
    expect(result.tests.map(({ ok }) => ok)).toEqual([true, false, false])
    expect(result.problem?.message).toMatch(
      /^It (did not finish within 50 ms|uses too much memory)/,
    )
    expect(result.tests[2]?.problem?.message).toMatch(/was not run/)
  })

  test.each([
    ['a text that doubles', `let s = 'x'; for (;;) s += s`],
    ['lists', `const kept = []; for (;;) kept.push(new Array(1e5).fill(1))`],
  ])('More than 64 MB in %s is refused', async (_, text) => {
    const { ok, problem } = await runBody(
      `export const f = () => { ${text} }`,
      'expect(main.f()).toBe(1)',
      { time_ms: 20_000 },
    )
    expect(ok).toBe(false)
    expect(problem?.message).toMatch(/too much memory|invalid|too long/)
  })

  test.each([
    [`eval('('.repeat(1e5))`],
    [`JSON.parse('['.repeat(1e5))`],
    [`let d = []; for (let i = 0; i < 1e5; i += 1) d = [d]; JSON.stringify(d)`],
    [`let f = () => 1; for (let i = 0; i < 1e5; i += 1) f = f.bind(null); f()`],
    [`let p = {}; for (let i = 0; i < 1e5; i += 1) p = new Proxy(p, {}); p.x`],
    [`new RegExp('(?:'.repeat(1e5))`],
  ])('Code that breaks the engine fails only its own run: %s', async (text) => {
    const result = await run(
      `export const f = () => { ${text} }`,
      `test('a', () => { expect(main.f()).toBe(1) })`,
    )
    expect(result.verdict).not.toBe('PASS')
    const next = await run('', `test('a', () => { expect(1).toBe(1) })`)
    expect(next.verdict).toBe('PASS')
  })
})
