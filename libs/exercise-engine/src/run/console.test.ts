import { expect, test } from 'vitest'
import { run, runBody } from '../testing/run-support'

const printed = async (text: string, main = '') =>
  (await runBody(main, `${text}; expect(1).toBe(1)`)).console?.join('\n')

// Calls of the console and the lines that they print (rules/exercise-runs#console).
test.each([
  ['log', `console.log('a', 1, [2], { b: 'c' })`, `a 1 [ 2 ] { b: 'c' }`],
  ['no value', 'console.log()', ''],
  [
    'a lone sign',
    `console.log('100%'); console.log('%s'); console.log('%d', 'x')`,
    '100%\n%s\nNaN',
  ],
  [
    'signs',
    `console.log('%s is %d or %i or %f%%, %o %O %j %c.', 'it', '4.5', '4.5', '4.5x', [1], { a: 'b' }, { a: 1 }, 'color: red', 'more')`,
    `it is 4.5 or 4 or 4.5%, [ 1 ] { a: 'b' } {"a":1} . more`,
  ],
  ['signs and few values', `console.log('%s and %s', 1)`, '1 and %s'],
  [
    'signs and odd values',
    `const a = {}; a.a = a; console.log('%j %d %i %d %d', a, 5n, {}, Symbol(), -0)`,
    '[Circular] 5n NaN NaN -0',
  ],
  [
    'a table of objects',
    `console.table([{ name: 'Ada', age: 36 }, { name: 'Alan', likes: ['tea'] }])`,
    `┌─────────┬────────┬─────┬───────────┐
│ (index) │ name   │ age │ likes     │
├─────────┼────────┼─────┼───────────┤
│ 0       │ 'Ada'  │ 36  │           │
│ 1       │ 'Alan' │     │ [ 'tea' ] │
└─────────┴────────┴─────┴───────────┘`,
  ],
  [
    'a table of one column',
    `console.table([{ a: 1, b: 2 }], ['b'])`,
    `┌─────────┬───┐
│ (index) │ b │
├─────────┼───┤
│ 0       │ 2 │
└─────────┴───┘`,
  ],
  [
    'a table of values and lists',
    `console.table({ x: 1, y: [2, 3] })`,
    `┌─────────┬───┬───┬────────┐
│ (index) │ 0 │ 1 │ Values │
├─────────┼───┼───┼────────┤
│ x       │   │   │ 1      │
│ y       │ 2 │ 3 │        │
└─────────┴───┴───┴────────┘`,
  ],
  [
    'a table of a map',
    `console.table(new Map([['k', { v: 1 }]]))`,
    `┌───────────────────┬─────┬───┐
│ (iteration index) │ Key │ v │
├───────────────────┼─────┼───┤
│ 0                 │ 'k' │ 1 │
└───────────────────┴─────┴───┘`,
  ],
  ['a table of a value', `console.table('a'); console.table(null)`, 'a\nnull'],
  ['an empty table', `console.table([])`, '┌─────────┐\n│ (index) │\n├─────────┤\n└─────────┘'],
  [
    'counters',
    `console.count(); console.count(); console.count('x'); console.countReset(); console.count(); console.countReset('y')`,
    `default: 1\ndefault: 2\nx: 1\ndefault: 1\nCount for 'y' does not exist`,
  ],
  [
    'timers',
    `console.time('a'); vi.advanceTimersByTime(20); console.timeLog('a', 1); console.timeEnd('a'); console.timeEnd('a'); console.time(); console.time()`,
    `a: 20 ms 1\na: 20 ms\nTimer 'a' does not exist\nTimer 'default' already exists`,
  ],
  [
    'groups',
    `console.group('one'); console.groupCollapsed('two'); console.table([1]); console.info('a\\nb'); console.groupEnd(); console.warn('c'); console.groupEnd(); console.groupEnd(); console.error('d')`,
    `one
  two
    ┌─────────┬────────┐
    │ (index) │ Values │
    ├─────────┼────────┤
    │ 0       │ 1      │
    └─────────┴────────┘
    a
    b
  c
d`,
  ],
  [
    'assertions',
    `console.assert(true, 'no'); console.assert(false); console.assert(1 > 2, 'is %d', 7); console.assert(0, { a: 1 })`,
    'Assertion failed\nAssertion failed: is 7\nAssertion failed: { a: 1 }',
  ],
  [
    'dir and debug',
    `console.dir({ a: { b: [1] } }, { depth: 0 }); console.dir('a'); console.dirxml(1); console.debug('%s', 2)`,
    `{ a: { b: [ 1 ] } }\n'a'\n1\n2`,
  ],
  [
    'clear',
    `console.group('a'); console.clear(); console.log('b')`,
    'a\nThe console was cleared\nb',
  ],
  ['other calls', `console.timeStamp('a')`, undefined],
])('The console prints %s', async (_, text, expected) => {
  expect(await printed(text)).toBe(expected)
})

test('A trace names the lines of the files', async () => {
  expect(
    await printed('main.f()', `export const f = () => {\n  console.trace('here %d', 1)\n}`),
  ).toBe('Trace: here 1\n    at f (main.js:2)\n    at <anonymous> (tests.js:2)')
})

test('Groups, counters and timers end with the test', async () => {
  const body = `console.log('a'); console.count(); console.group('g'); expect(1).toBe(1)`
  const { tests } = await run('', `test('a', () => { ${body} }); test('b', () => { ${body} })`)
  expect(tests.map((each) => each.console)).toEqual(Array(2).fill(['a', 'default: 1', 'g']))
})

test('A table calls no getter', async () => {
  const text = `let called = 0; console.table([{ get a() { called += 1; return 1 } }]); expect(called).toBe(0)`
  expect((await runBody('', text)).ok).toBe(true)
})

test('A long table shows its first rows', async () => {
  const lines = (await printed('console.table(Array(150).fill(1))'))?.split('\n') ?? []
  expect([lines.length, lines.at(-1)]).toEqual([105, '… 50 more'])
})
