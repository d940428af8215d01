import { describe, expect, test } from 'vitest'
import { failed, run, runBody } from '../testing/run-support'
import { runExercise } from './run'

describe('Results', () => {
  test('A solution passes its tests', async () => {
    const result = await run(
      'export const sum = (a, b) => a + b',
      `test('adds', () => { expect(main.sum(1, 2)).toBe(3) })`,
    )
    expect(result).toMatchObject({ verdict: 'PASS', tests: [{ name: 'adds', ok: true }] })
    expect(result.problem).toBeUndefined()
  })

  test('A wrong answer shows the expected and the actual value and the place', async () => {
    const result = await run(
      'export const sum = (a, b) => a - b',
      `test('adds', () => {\n  expect(main.sum(1, 2)).toBe(3)\n})`,
    )
    expect(result).toMatchObject({
      verdict: 'FAIL',
      tests: [
        {
          problem: {
            message: 'Expected 3, but got -1',
            expected: '3',
            actual: '-1',
            path: 'tests.js',
            line: 3,
          },
        },
      ],
    })
  })

  test('An error names the line and the column of the learner’s file', async () => {
    const { problem } = await runBody(
      'export const name = (user) => {\n  return user.first.trim()\n}',
      'expect(main.name({})).toBe("a")',
    )
    expect(problem).toEqual({
      message: "TypeError: cannot read property 'trim' of undefined",
      path: 'main.js',
      line: 2,
      column: 20,
    })
  })

  const words: [string, string, string][] = [
    ['export const a = 1', 'main.a(1)', 'TypeError: main.a is not a function'],
    [
      'export const f = (o) => o.x.run()',
      'main.f({ x: {} })',
      'TypeError: o.x.run is not a function',
    ],
    ['export const f = () => [1].map(3)', 'main.f()', 'TypeError: not a function'],
    ['export const f = () => y', 'main.f()', "ReferenceError: 'y' is not defined"],
    ['export const f = ([a]) => a', 'main.f(null)', 'TypeError: null is not iterable'],
    ['export const f = () => { throw { code: 7 } }', 'main.f()', 'Thrown: { code: 7 }'],
  ]
  test.each(words)('An error has a clear message: %s', async (main, text, message) => {
    const { problem } = await runBody(main, text)
    expect(problem?.message).toBe(message)
  })

  test('An import of what a file does not export names the file', async () => {
    const result = await run('', `import { sum } from './main.js'; test('a', () => {})`)
    expect(result).toMatchObject({
      verdict: 'ERROR',
      problem: {
        message: "main.js does not export 'sum', and nothing in it is called so",
        path: 'main.js',
      },
    })
  })

  test('The first line of the tests has its own columns', async () => {
    const result = await runExercise({
      language: 'JS',
      files: [],
      tests: `test('a', () => { expect(1).toBe(2) })`,
      time_ms: 500,
    })
    expect(result.tests[0]?.problem).toMatchObject({ line: 1, column: 33 })
  })

  test('A syntax error has a place', async () => {
    const result = await run('export const sum = (a, b => a', `test('a', () => {})`)
    expect(result).toMatchObject({
      verdict: 'ERROR',
      tests: [],
      problem: { path: 'main.js', line: 1 },
    })
    expect(result.problem?.message).toMatch(/^SyntaxError/)
  })

  test('A file in which a bracket is not closed is told so', async () => {
    const { problem } = await run('export const f = () => {\n  return 1\n', `test('a', () => {})`)
    expect(problem?.message).toMatch(/The file ends too early/)
  })

  test('A file that fails while it loads is an error', async () => {
    const result = await run('\nnull.x', `test('a', () => { expect(1).toBe(1) })`)
    expect(result).toMatchObject({ verdict: 'ERROR', problem: { path: 'main.js', line: 2 } })
  })

  test('Tests without a test are an error', async () => {
    expect((await run('', '')).problem?.message).toBe('The tests file has no tests')
  })

  test('A test that checks nothing fails', async () => {
    const { problem } = await runBody('export const f = () => 1', 'main.f()')
    expect(problem?.message).toBe('It ended without an expect(), so nothing was checked')
  })

  test('A check whose error is swallowed still fails its test', async () => {
    const { ok } = await runBody('', 'try { expect(1).toBe(2) } catch {} expect(1).toBe(1)')
    expect(ok).toBe(false)
  })

  test('A failed check fails its test even if the test does not wait for its promise', async () => {
    const result = await run(
      '',
      `test('a', () => { Promise.resolve().then(() => expect(1).toBe(2)) })
       test('b', () => { expect(1).toBe(1) })`,
    )
    expect(failed(result)).toEqual(['a'])
  })

  test.each([
    ['at the top of the tests', (text: string) => text],
    ['in a describe', (text: string) => `describe('d', () => { ${text} })`],
  ])('A check whose error is swallowed %s makes the run an error', async (_, placed) => {
    const result = await run(
      'export const each = (call) => { try { call(2) } catch {} }',
      `${placed('main.each((item) => expect(item).toBe(1))')}; test('a', () => { expect(1).toBe(1) })`,
    )
    expect(result).toMatchObject({
      verdict: 'ERROR',
      problem: { message: 'Expected 1, but got 2', path: 'tests.js', line: 2 },
    })
  })

  test('An error in a function of the tests that decides has the message and the place of the error', async () => {
    const result = await runBody(
      'export const f = () => {\n  null.x\n}',
      'try { expect(1).toSatisfy(() => main.f()) } catch {}; expect(1).toBe(1)',
    )
    expect(result.problem).toMatchObject({
      message: `TypeError: cannot read property 'x' of null`,
      path: 'main.js',
      line: 2,
    })
  })

  test('A property that a file adds to arrays is no option of a test', async () => {
    const { tests } = await run(
      'Array.prototype.skip = true',
      `test('a', [], () => { expect(1).toBe(2) })`,
    )
    expect(tests).toMatchObject([{ name: 'a', ok: false }])
  })

  test('Every run gives the same result', async () => {
    const once = () =>
      run(
        'export const roll = () => [Math.random(), Date.now(), performance.now()]',
        `for (const name of ['a', 'b']) test(name, () => { console.log(main.roll()); expect(1).toBe(1) })`,
      )
    const [first, second] = [await once(), await once()]
    expect(first.tests).toEqual(second.tests)
    expect(first.tests[0]?.console?.[0]?.split(',')[0]).toBe(
      first.tests[1]?.console?.[0]?.split(',')[0],
    )
  })
})

describe('Files', () => {
  test('They can import each other, with or without the ending', async () => {
    const result = await run(
      `import { one } from './lib/numbers'; import two from './lib/two.js'; export const three = one + two`,
      `test('a', () => { expect(main.three).toBe(3) })`,
      {
        files: [
          { path: 'main.js', text: `export * from './lib/index.js'` },
          {
            path: 'lib/index.js',
            text: `import { one } from './numbers'; import two from '../two.js'; export const three = one + two`,
          },
          { path: 'lib/numbers.js', text: 'export const one = 1' },
          { path: 'two.js', text: 'export default 2' },
        ],
      },
    )
    expect(result.verdict).toBe('PASS')
  })

  test.each([
    './tests.js',
    './hidden.js',
    'vitest',
    'std',
    'node:fs',
    'https://a.example/x.js',
    '../main.js',
    './none.js',
  ])('They cannot import %s', async (path) => {
    const result = await run(`import '${path}'`, `test('a', () => { expect(1).toBe(1) })`)
    expect(result).toMatchObject({ verdict: 'ERROR', problem: { path: 'main.js' } })
    expect(result.problem?.message).toContain(`main.js imports '${path}'`)
  })

  test('A method may be added to a prototype, but none replaced', async () => {
    const { ok } = await runBody(
      `Array.prototype.myMap = function (f) { const out = []; for (const x of this) out.push(f(x)); return out }
       export let refused; try { Array.prototype.map = () => 1 } catch (error) { refused = error.message }`,
      `expect([1, 2].myMap((n) => n * 2)).toEqual([2, 4]); expect(main.refused).toBe("'map' is read-only")`,
    )
    expect(ok).toBe(true)
  })
})

describe('TypeScript', () => {
  const ts = (text: string, tests: string) =>
    runExercise({
      language: 'TS',
      files: [
        { path: 'main.ts', text },
        {
          path: 'shapes.ts',
          text: 'export interface Shape { area(): number }\nexport type Id = string',
        },
      ],
      tests: `import * as main from './main.js'\n${tests}`,
      time_ms: 500,
    })

  test('Types are removed, and the rest runs', async () => {
    const result = await ts(
      `import { Shape, type Id } from './shapes.js'
enum Colour { Red = 1, Blue }
abstract class Base<T> { constructor(protected readonly value: T) {} abstract twice(): T }
export class Square extends Base<number> implements Shape { twice(): number { return this.value! * 2 } area() { return (this.value as number) ** 2 } }
export function id(x: Id): Id
export function id(x: unknown): unknown { return x }
export const blue = Colour.Blue satisfies Colour`,
      `test('a', () => { const s: unknown = new main.Square(3); expect((s as { area(): number }).area()).toBe(9); expect(main.blue).toBe(2); expect(main.id('x')).toBe('x') })`,
    )
    expect(result).toMatchObject({ verdict: 'PASS' })
  })

  test('Errors keep their lines', async () => {
    const result = await ts(
      `interface A {\n  b?: string\n}\nexport const f = (a: A): number => {\n  return (a.b as string).length\n}`,
      `test('a', () => { expect(main.f({})).toBe(1) })`,
    )
    expect(result.tests[0]?.problem).toMatchObject({ path: 'main.ts', line: 5 })
  })

  test('A mistake in the syntax names its line', async () => {
    const result = await ts('export const f = (a: ) => 1\n', `test('a', () => {})`)
    expect(result).toMatchObject({ verdict: 'ERROR', problem: { path: 'main.ts', line: 1 } })
  })
})

describe('The clock', () => {
  test('Timers take no real time', async () => {
    const begun = performance.now()
    const { ok } = await runBody(
      'export const wait = (ms) => new Promise((go) => setTimeout(go, ms))',
      `const start = Date.now(); await main.wait(3600000); expect(Date.now() - start).toBe(3600000); expect(performance.now()).toBe(3600000)`,
    )
    expect(ok).toBe(true)
    expect(performance.now() - begun).toBeLessThan(60_000)
  })

  test('A test can set and advance the clock', async () => {
    const { ok } = await runBody(
      'export const hour = () => new Date().getHours(); export const log = []; setInterval(() => {}, 7)',
      `expect(new Date().toISOString()).toBe('2025-06-02T09:00:00.000Z')
       vi.setSystemTime(new Date('2030-01-01T22:00:00')); expect(main.hour()).toBe(22)
       setTimeout(() => main.log.push('late'), 500); vi.advanceTimersByTime(499); expect(main.log).toEqual([]); vi.advanceTimersByTime(1); expect(main.log).toEqual(['late'])`,
    )
    expect(ok).toBe(true)
  })

  test('A test that waits for nothing fails at once', async () => {
    const { problem } = await runBody('', 'await new Promise(() => {})')
    expect(problem?.message).toBe('It waits for something that never happens')
  })

  test('An error in a timer fails the test', async () => {
    const { problem } = await runBody(
      `export const start = () => setTimeout(() => {\n  null.x\n}, 5)`,
      'main.start(); expect(1).toBe(1); await new Promise((go) => setTimeout(go, 10))',
    )
    expect(problem).toMatchObject({ path: 'main.js', line: 2 })
  })
})

describe('The console', () => {
  test('Its lines belong to the test that printed them, or to loading', async () => {
    const result = await run(
      `console.log('loading', { a: [1] })`,
      `test('a', () => { console.log('%', 1, [], 'two\\nlines'); console.group('g'); console.error('in'); expect(1).toBe(1) })
       test('b', () => { expect(1).toBe(1) })`,
    )
    expect(result.console).toEqual(['loading { a: [ 1 ] }'])
    expect(result.tests.map((each) => each.console)).toEqual([
      ['% 1 [] two', 'lines', 'g', '  in'],
      undefined,
    ])
  })

  test('Only the first lines of endless output are kept', async () => {
    const { console: lines = [] } = await runBody(
      `export const flood = () => { for (let i = 0; i < 1e4; i += 1) console.log('line', i, 'x'.repeat(i)) }`,
      'main.flood(); expect(1).toBe(1)',
      { time_ms: 5000 },
    )
    expect(lines[0]).toBe('line 0 ')
    expect(lines.at(-1)).toBe('… The rest was left out')
    expect(lines.join('').length).toBeLessThan(20_000)
  })
})
