import { describe, expect, test } from 'vitest'
import { failed, run, runBody } from '../testing/run-support'
import { runExercise } from './run'

describe('The tests file', () => {
  const holds: [string, string][] = [
    ['toBe', `const o = {}; expect(o).toBe(o); expect(NaN).toBe(NaN); expect(0).not.toBe(-0)`],
    [
      'toEqual',
      `expect({ a: [1, { b: new Set([1]) }], u: undefined }).toEqual({ a: [1, { b: new Set([1]) }] })
       expect(new Map([[{ k: 1 }, 2]])).toEqual(new Map([[{ k: 1 }, 2]]))
       expect(new Date(5)).toEqual(new Date(5)); expect(/a/g).toEqual(/a/g); expect(/a/g).not.toEqual(/a/)
       expect(new Error('a')).toEqual(new Error('a')); expect(new Error('a')).not.toEqual(new Error('b'))
       expect([1, 2]).not.toEqual([2, 1]); expect([]).not.toEqual({}); expect([undefined]).not.toEqual([])
       expect(Uint8Array.of(1)).toEqual(Uint8Array.of(1)); expect(1n).toEqual(1n); expect('1').not.toEqual(1)
       class A { x = 1 } expect(new A()).toEqual({ x: 1 })
       const a = { s: 1 }; a.a = a; const b = { s: 1 }; b.a = b; expect(a).toEqual(b)
       expect(new Set([{ a: 1 }, { a: 1 }])).not.toEqual(new Set([{ a: 1 }, { a: 2 }]))`,
    ],
    [
      'toStrictEqual',
      `class A { x = 1 } expect(new A()).not.toStrictEqual({ x: 1 }); expect({ u: undefined }).not.toStrictEqual({})
       expect([, 1]).not.toStrictEqual([undefined, 1]); expect({ a: [1] }).toStrictEqual({ a: [1] })`,
    ],
    [
      'toBeCloseTo',
      `expect(0.1 + 0.2).toBeCloseTo(0.3); expect(1.006).not.toBeCloseTo(1); expect(1.1).toBeCloseTo(1.11, 1); expect(Infinity).toBeCloseTo(Infinity)`,
    ],
    [
      'toContain',
      `expect([1, NaN]).toContain(NaN); expect('abc').toContain('bc'); expect(new Set([1])).toContain(1); expect([{ a: 1 }]).not.toContain({ a: 1 }); expect([{ a: 1 }]).toContainEqual({ a: 1 })`,
    ],
    [
      'toThrow',
      `const f = () => { throw new RangeError('too small') }
       expect(f).toThrow(); expect(f).toThrow('small'); expect(f).toThrow(/^too/); expect(f).toThrow(RangeError); expect(f).toThrow(Error)
       expect(f).not.toThrow(TypeError); expect(f).toThrow(new RangeError('too small')); expect(() => {}).not.toThrow()`,
    ],
    [
      'toMatch',
      `expect('abc').toMatch(/b./); expect('abc').toMatch('ab'); expect('abc').not.toMatch(/^b/)`,
    ],
    [
      'toHaveLength',
      `expect([1]).toHaveLength(1); expect('ab').toHaveLength(2); expect([]).not.toHaveLength(1)`,
    ],
    [
      'toBeTruthy and similar matchers',
      `expect(1).toBeTruthy(); expect('').toBeFalsy(); expect(undefined).toBeUndefined(); expect(0).toBeDefined(); expect(null).toBeNull(); expect(NaN).toBeNaN(); expect(null).not.toBeUndefined()`,
    ],
    [
      'toBeGreaterThan and similar matchers',
      `expect(2).toBeGreaterThan(1); expect(2).toBeGreaterThanOrEqual(2); expect(1).toBeLessThan(2n); expect(2).toBeLessThanOrEqual(2); expect('2').not.toBeGreaterThan(1)`,
    ],
    [
      'objects',
      `class A {} expect(new A()).toBeInstanceOf(A); expect([]).toBeInstanceOf(Array); expect({}).not.toBeInstanceOf(A); expect('a').toBeTypeOf('string')
       expect({ a: { b: [1] } }).toHaveProperty('a.b[0]', 1); expect({}).not.toHaveProperty('a'); expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } })`,
    ],
    [
      'wildcards',
      `expect({ id: 7, name: 'ab', tags: [1, 2] }).toEqual({ id: expect.any(Number), name: expect.stringMatching(/^a/), tags: expect.arrayContaining([2]) })
       expect([1]).not.toEqual([expect.any(String)]); expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: expect.anything() }))`,
    ],
    [
      'mocks',
      `const f = vi.fn((n) => n + 1); expect(f(1)).toBe(2); f('x', { y: 1 }); expect(f).toHaveBeenCalledTimes(2); expect(f).toHaveBeenCalledWith('x', { y: 1 })
       expect(f).toHaveBeenLastCalledWith('x', expect.anything()); expect(vi.fn()).not.toHaveBeenCalled(); expect(f.mock.calls[0]).toEqual([1]); expect(await vi.fn().mockResolvedValue(3)()).toBe(3)`,
    ],
    [
      'promises',
      `await expect(Promise.resolve([1])).resolves.toEqual([1]); await expect(Promise.reject(new TypeError('no'))).rejects.toThrow('no'); await expect(async () => { throw new Error('x') }).rejects.toThrow(Error); await expect(Promise.resolve(1)).resolves.not.toBe(2)`,
    ],
  ]
  test.each(holds)('It can check with %s', async (_, text) => {
    expect(await runBody('', text)).toEqual({ name: 'it', ok: true })
  })

  const fails: [string, string, string | undefined, string | undefined][] = [
    ['a value', `expect([1, 'a', { b: null }]).toEqual([])`, '[]', "[ 1, 'a', { b: null } ]"],
    ['another object', `expect({ a: 1 }).toBe({ a: 1 })`, '{ a: 1 }', '{ a: 1 }'],
    ['a negation', `expect(1).not.toBe(1)`, 'not 1', '1'],
    ['no error', `expect(() => 1).toThrow(RangeError)`, 'an error of type RangeError', 'no error'],
    ['no function', `expect(1).not.toThrow()`, 'a function to call', 'no function'],
    ['a length', `expect('abc').toHaveLength(2)`, 'length 2', "length 3: 'abc'"],
    [
      'a promise',
      `await expect(Promise.resolve(1)).rejects.toThrow()`,
      'a promise that rejects',
      'one that did not',
    ],
    ['a forgotten promise', `expect(Promise.resolve(1)).resolves.toBe(2)`, '2', '1'],
    [
      'classes, functions and circles',
      `class A { #p = 1; x = () => 1 } const a = new A(); a.me = a; expect(a).toBe(null)`,
      'null',
      'A { x: [Function: x], me: [Circular] }',
    ],
    [
      'getters, symbols and built-in objects',
      `expect({ get a() { throw 1 }, m: new Map([['k', -0]]), e: new RangeError('r'), [Symbol('s')]: 1n, d: new Date(0), r: /x/gi }).toBe(1)`,
      '1',
      `{
  a: [Getter],
  m: Map(1) { 'k' => -0 },
  e: [RangeError: r],
  d: 1970-01-01T00:00:00.000Z,
  r: /x/gi,
  [Symbol(s)]: 1n
}`,
    ],
  ]
  test.each(fails)('It shows %s', async (_, text, expected, actual) => {
    const { ok, problem } = await runBody('', text)
    expect({ ok, expected: problem?.expected, actual: problem?.actual }).toEqual({
      ok: false,
      expected,
      actual,
    })
  })

  test('Names of suites are joined, hooks run around each test, and each row is a test', async () => {
    const result = await run(
      'export const log = []',
      `describe('outer', () => {
         beforeEach(() => { main.log.push('before') })
         afterEach(() => { main.log.push('after') })
         describe('inner', () => { it('first', () => { expect(main.log).toEqual(['before']) }) })
         test('second', () => { expect(main.log).toEqual(['before', 'after', 'before']) })
       })
       test.each([[1, 2], [2, 4]])('%s doubled is %s', (n, twice) => { expect(n * 2).toBe(twice) })`,
    )
    expect(result.tests.map(({ name }) => name)).toEqual([
      'outer > inner > first',
      'outer > second',
      '1 doubled is 2',
      '2 doubled is 4',
    ])
    expect(failed(result)).toEqual([])
  })

  test('It cannot give its own names to the text of a file with eval', async () => {
    const { verdict, problem } = await run(
      'export const double = (n) => 5; expect.extend({ toBe: () => ({ pass: true }) })',
      `test('a', () => {\n  expect(eval(code.replace('export ', '') + '; double')(2)).toBe(4)\n})`,
    )
    expect(verdict).toBe('ERROR')
    expect(problem).toMatchObject({ path: 'tests.js', line: 3 })
    expect(problem?.message).toMatch(/^eval would let/)
  })

  test('It can import the same names from vitest', async () => {
    const result = await runExercise({
      language: 'JS',
      files: [],
      tests: `import { expect, test } from 'vitest'\ntest('a', () => { expect(NaN).toBe(NaN) })`,
      time_ms: 500,
    })
    expect(result.verdict).toBe('PASS')
  })
})
