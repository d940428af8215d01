import { describe, expect, test } from 'vitest'
import { run, runBody } from '../testing/run-support'
import { loopLine } from './loop-line'

describe('Limits', () => {
  test('Loading counts toward the time limit', async () => {
    const result = await run('for (;;);', `test('a', () => {})`, { time_ms: 100 })
    expect(result).toMatchObject({
      verdict: 'ERROR',
      problem: { message: 'It did not finish within 100 ms', path: 'main.js', line: 1 },
    })
  })

  test('A loop that does not end in a test has the place where its time was over', async () => {
    const { problem } = await run(
      'export const f = () => {\n  const all = []\n  for (;;) {\n    all.at(0)\n  }\n}',
      `test('a', () => { main.f() })`,
      { time_ms: 400 },
    )
    // The line of the call inside the loop, or of the loop itself.
    expect(problem).toMatchObject({ path: 'main.js', line: expect.toBeOneOf([3, 4]) })
  })

  const loops: [text: string, line: number][] = [
    ['export const f = () => {\n  while (true) {\n  }\n}', 2],
    ['export const f = () => {\n  let n = 5\n  do {\n    n = 6\n  } while (n)\n}', 3],
    [
      'export const f = () => {\n  // while away\n  const x = Math.max(1, 2), y = /for (;;)/\n  for (;;) {\n    x\n  }\n}',
      4,
    ],
    ['export const f = () => {\n  let i = 0\n  while (i < 10) {\n    i -= 1\n  }\n}', 3],
    ['export const f = () => {\n  for (;;) g()\n}\nconst g = () => {\n}', 2],
    [
      'for (const a of [1]) a\nexport const f = () => {\n  const again = () => {\n    for (;;) ;\n  }\n  again()\n}',
      4,
    ],
    ['export const f = () => {\n  return [1].map(() => {\n    while (1) {}\n  })\n}', 3],
  ]
  test.each(loops)('A loop that does not end has its line: %j', async (main, line) => {
    const { problem } = await run(main, `test('a', () => {\n  main.f()\n})`, { time_ms: 100 })
    expect(problem).toEqual({ message: 'It did not finish within 100 ms', path: 'main.js', line })
  })

  test('A file with hundreds of loops keeps the line of the engine', () => {
    const some = 'f()\nfor (;;);\n'.repeat(50)
    expect([loopLine(some, 1, 1), loopLine(some.repeat(10), 1, 1)]).toEqual([2, 1])
  })

  test('A loop of the tests that does not end has its line', async () => {
    const { problem } = await run('', `test('a', () => {\n  for (;;) ;\n})`, { time_ms: 100 })
    expect(problem).toMatchObject({ path: 'tests.js', line: 3 })
  })

  test.each([
    ['a function', 'export const f = (n) => (n === 0 ? 0 : n + f(n - 1))', 500_500],
    [
      'a method',
      'class A { f(n) { return n ? n + this.f(n - 1) : 0 } }; export const f = (n) => new A().f(n)',
      500_500,
    ],
    [
      'a function with rest',
      'export const f = (n, ...more) => (n === 0 ? 0 : n + f(n - 1, ...more))',
      500_500,
    ],
  ])('Calls of %s that are a thousand deep work', async (_, main, answer) => {
    expect(await runBody(main, `expect(main.f(1000)).toBe(${answer})`)).toMatchObject({ ok: true })
  })

  test('Code that overflows the stack of the thread runs again with a smaller one, and the next test runs', async () => {
    const result = await run(
      'export const f = () => { let g = () => 1; for (let i = 0; i < 3000; i += 1) g = g.bind(null); return g() }',
      `test('a', () => { expect(main.f()).toBe(1) }); test('b', () => { expect(1).toBe(1) })`,
    )
    expect(result.tests).toMatchObject([
      { ok: false, problem: { message: 'It calls itself too deeply: does the recursion end?' } },
      { ok: true },
    ])
  })

  test('Endless recursion fails its test, and the next test runs', async () => {
    const result = await run(
      'export const deep = (n) => 1 + deep(n + 1)',
      `test('a', () => { expect(main.deep(0)).toBe(1) }); test('b', () => { expect(1).toBe(1) })`,
    )
    expect(result.tests.map(({ ok }) => ok)).toEqual([false, true])
    expect(result.tests[0]?.problem).toMatchObject({
      message: 'It calls itself too deeply: does the recursion end?',
      path: 'main.js',
    })
  })

  test.each([
    ['one list', 'return new Array(5e7).fill(1)'],
    ['bytes', 'return new ArrayBuffer(1e9)'],
  ])('More than 64 MB in %s is refused', async (_, text) => {
    const { ok, problem } = await runBody(
      `export const f = () => { ${text} }`,
      'expect(main.f()).toBe(1)',
      { time_ms: 20_000 },
    )
    expect(ok).toBe(false)
    expect(problem?.message).toMatch(/too much memory|invalid|too long/)
  })
})

describe('Texts of results', () => {
  const huge: [name: string, main: string, tests?: string][] = [
    ['a message', `export const f = () => { throw new Error('x'.repeat(1e6)) }`],
    [
      'the name of an error',
      `export const f = () => { const e = new Error('x'); e.name = 'x'.repeat(1e6); throw e }`,
    ],
    [
      'a stack of one line',
      `export const f = () => { const e = new Error('x'); e.stack = 'x'.repeat(1e6); throw e }`,
    ],
    [
      'the name of a function in a stack',
      `export const f = () => { throw new Error('x') }; Object.defineProperty(f, 'name', { value: 'x'.repeat(1e6) })`,
    ],
    [
      'a list as a snapshot',
      'export const f = () => Array.from({ length: 20_000 }, (_, at) => at)',
      `test('a', () => { expect(main.f()).toMatchInlineSnapshot('[]') })`,
    ],
    [
      'the message of a matcher',
      `export const f = () => 'x'.repeat(1e6)`,
      `expect.extend({ toBeOk: (text) => ({ pass: false, message: () => text }) }); test('a', () => { expect(main.f()).toBeOk() })`,
    ],
    [
      'a title',
      `export const f = () => 'x'.repeat(1e6)`,
      `test.each([[main.f()]])('%s', () => { expect(1).toBe(2) })`,
    ],
    [
      'lines of the console',
      `export const f = () => { console.log('\\n'.repeat(1e6), 1); return 2 }`,
    ],
  ]
  test.each(huge)('%s is cut', async (_, main, tests = `test('a', () => { main.f() })`) => {
    const result = await run(main, tests)
    expect(result.verdict).toBe('FAIL')
    expect(JSON.stringify(result).length).toBeLessThan(30_000)
  })

  test('The message of an error does not become a pattern', async () => {
    const { problem } = await runBody(
      `export const f = () => { throw new SyntaxError("Could not find export '(x+)+$' in module 'main.js'") }\nconst ${'x'.repeat(40)} = 1`,
      'main.f()',
    )
    expect(problem).toMatchObject({ path: 'main.js', line: 1 })
  })

  test('The name of a function that is not there is looked for near its call', async () => {
    const { problem } = await runBody(
      `export const f = () => { const a = [1]; '${'x'.repeat(150_000)}'; a[0]() }`,
      'main.f()',
    )
    expect(problem).toMatchObject({ message: 'TypeError: not a function', line: 1 })
  })

  test('Imports count as work', async () => {
    const { ms } = await run(
      `for (let at = 0; at < 500; at += 1) await import('./x' + at).catch(() => {})`,
      `test('a', () => { expect(1).toBe(1) })`,
    )
    expect(ms).toBeGreaterThanOrEqual(30)
  })
})

test.each([
  ['Function', 'new Function(text)'],
  ['Function, without new', 'Function(text)'],
  ['the constructor of a function', '(() => {}).constructor(text)'],
  ['the constructor of an async function', '(async () => {}).constructor(text)'],
  ['a class that extends Function', 'new (class extends Function {})(text)'],
])('The work of compiling a text with %s grows with its length, and ends', async (_, call) => {
  const compiled = (times: number) =>
    run(
      `const text = 'x = 1;'.repeat(5000)\nexport const f = () => { for (let at = 0; at < ${times}; at += 1) try { ${call} } catch {} }`,
      `test('a', () => { main.f(); expect(1).toBe(1) })`,
      { time_ms: 100 },
    )
  const few = await compiled(5)
  expect(few).toMatchObject({ verdict: 'PASS' })
  expect(few.ms).toBeGreaterThanOrEqual(30)
  expect(await compiled(5000)).toMatchObject({
    verdict: 'ERROR',
    problem: { message: 'It did not finish within 100 ms', path: 'main.js', line: 2 },
  })
})

test.each([
  [`new Function('a', 'b = 2', 'return a + b')(1)`, '3'],
  [`Function('return this === undefined ? 1 : 2').name`, 'anonymous'],
  [
    `[Function.name, Function.length, (() => {}) instanceof Function, Function.prototype.constructor === Function]`,
    'Function,1,true,true',
  ],
  [`Object.getPrototypeOf((async () => {}).constructor) === Function`, 'true'],
  [`[...(function* () {}).constructor('yield 1; yield 2')()]`, '1,2'],
  [
    `(() => { class F extends Function { twice() { return this() * 2 } }; const f = new F('return 4'); return [f.twice(), f instanceof F, f.constructor === F] })()`,
    '8,true,true',
  ],
  [
    `(() => { try { new Function('return (') } catch (error) { return error.name } })()`,
    'SyntaxError',
  ],
  [`(() => { try { Function(Symbol()) } catch (error) { return error.name } })()`, 'TypeError'],
])('A function that is made of a text is as in Node: %s', async (expression, answer) => {
  expect(String(new Function(`return ${expression}`)())).toBe(answer)
  const { console: lines } = await runBody(
    '',
    `console.log(String(${expression})); expect(1).toBe(1)`,
  )
  expect(lines).toEqual([answer])
})

/** Programs that pass within half of a time limit of a second, as a solution must. */
const LONG: [name: string, main: string, answer: number][] = [
  [
    'the 10,001st prime by trial division',
    `const isPrime = (n) => { for (let i = 2; i * i <= n; i += 1) if (n % i === 0) return false; return n > 1 }
     export const f = () => { let count = 0, n = 1; while (count < 10_001) { n += 1; if (isPrime(n)) count += 1 } return n }`,
    104_743,
  ],
  [
    'a sieve up to a million',
    `export const f = () => { const is = new Array(1_000_001).fill(true); let count = 0
       for (let i = 2; i <= 1_000_000; i += 1) { if (!is[i]) continue; count += 1; for (let j = i * i; j <= 1_000_000; j += i) is[j] = false }
       return count }`,
    78_498,
  ],
]

test.each(LONG)('%s is within the limit, with the same work each time', async (_, main, answer) => {
  const once = () =>
    run(main, `test('a', () => { expect(main.f()).toBe(${answer}) })`, { time_ms: 1000 })
  const [first, second] = [await once(), await once()]
  expect(first.verdict).toBe('PASS')
  expect(first.ms).toBeLessThan(500)
  expect(second.ms).toBe(first.ms)
})

describe('Differences of the engine', () => {
  test('The engine differs from the language in three known points', async () => {
    const { console: lines } = await runBody(
      '',
      `console.log({ ...'ab' }, -38079n < -138.829, BigInt.asUintN(60, -5n)); expect(1).toBe(1)`,
    )
    expect(lines).toEqual(['{} false -5n'])
  })
})
