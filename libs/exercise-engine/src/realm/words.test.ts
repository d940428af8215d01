import { expect, test } from 'vitest'
import type { RunResult } from '../run/run'
import { failed, run, runBody } from '../testing/run-support'

/** Checks of `assert` that must pass. With the other value, each of them must fail. */
const ASSERTS: [name: string, holds: string, fails: string][] = [
  ['notEqual', `1, 2`, `1, '1'`],
  ['notDeepEqual', `[1], [2]`, `[1], [1]`],
  ['notDeepStrictEqual', `[1], ['1']`, `[1], [1]`],
  ['eql', `{ a: [1] }, { a: [1] }`, `{ a: 1 }, { a: 2 }`],
  ['deepInclude', `[{ a: 1 }], { a: 1 }`, `[{ a: 1 }], { a: 2 }`],
  ['partialDeepStrictEqual', `{ a: 1, b: 2 }, { a: 1 }`, `{ a: 1 }, { b: 2 }`],
  ['doesNotMatch', `'abc', /x/`, `'abc', /b/`],
  ['notMatch', `'abc', /x/`, `'abc', /b/`],
  ['instanceOf', `[], Array`, `{}, Array`],
  ['notInstanceOf', `{}, Array`, `[], Array`],
  ['notProperty', `{ a: 1 }, 'b'`, `{ a: 1 }, 'a'`],
  ['isAtLeast', `2, 2`, `1, 2`],
  ['isBelow', `1, 2`, `2, 2`],
  ['isAtMost', `2, 2`, `3, 2`],
  ['oneOf', `1, [1, 2]`, `3, [1, 2]`],
  ['sameDeepMembers', `[{ a: 1 }, 2], [2, { a: 1 }]`, `[1, 1], [1, 2]`],
  ['sameOrderedMembers', `[1, 2], [1, 2]`, `[2, 1], [1, 2]`],
  ['includeMembers', `[1, 2, 3], [3, 1]`, `[1, 2], [3]`],
  ['hasAllKeys', `{ a: 1, b: 2 }, ['b', 'a']`, `{ a: 1 }, ['a', 'b']`],
  ['notInclude', `[1], 2`, `[1], 1`],
  ['isOk', `1`, `0`],
  ['notOk', `0`, `1`],
  ['isNotOk', `''`, `'a'`],
  ['isFalse', `false`, `0`],
  ['isNotTrue', `1`, `true`],
  ['isNotFalse', `0`, `false`],
  ['isNotNull', `undefined`, `null`],
  ['isUndefined', `undefined`, `null`],
  ['isDefined', `null`, `undefined`],
  ['notExists', `null`, `0`],
  ['isNaN', `NaN`, `1`],
  ['isNotNaN', `1`, `NaN`],
  ['isString', `'a'`, `1`],
  ['isNotString', `1`, `'a'`],
  ['isNumber', `1`, `'1'`],
  ['isNotNumber', `'1'`, `1`],
  ['isBoolean', `false`, `0`],
  ['isNotFunction', `1`, `() => {}`],
  ['isNotArray', `{}`, `[]`],
  ['isObject', `{}`, `[]`],
  ['isNotObject', `[]`, `{}`],
  ['isNotEmpty', `[1]`, `[]`],
  ['approximately', `1.5, 1, 0.5`, `2, 1, 0.5`],
  ['ifError', `null`, `new Error('e')`],
]

/** Returns the results of two tests for each case, by the name of the case. */
const outcomes = ({ tests }: RunResult, names: readonly string[]) =>
  names.map((name, at) => [name, tests[2 * at]?.problem?.message, tests[2 * at + 1]?.ok])

test('Each function of assert holds for one value and not for another', async () => {
  const result = await run(
    '',
    ASSERTS.map(
      ([name, holds, fails]) =>
        `test('holds', () => { assert.${name}(${holds}) }); test('fails', () => { assert.${name}(${fails}) })`,
    ).join('\n'),
  )
  const names = ASSERTS.map(([name]) => name)
  expect(outcomes(result, names)).toEqual(names.map((name) => [name, undefined, false]))
})

/** Assertions of chai, each with a value for which it passes and a value for which it fails. */
const SENTENCES: [sentence: string, holds: string, fails: string][] = [
  ['to.eq(1)', '1', '2'],
  ['to.equals(1)', '1', `'1'`],
  ['to.eql({ a: 1 })', '{ a: 1 }', '{ a: 2 }'],
  ['to.eqls([1])', '[1]', '[2]'],
  ['is.gt(1)', '2', '1'],
  ['is.greaterThan(1)', '2', '1'],
  ['is.gte(1)', '1', '0'],
  ['to.be.at.least(1)', '1', '0'],
  ['is.lt(1)', '0', '1'],
  ['is.lessThan(1)', '0', '1'],
  ['is.lte(1)', '1', '2'],
  ['to.be.at.most(1)', '1', '2'],
  ['to.be.approximately(1, 0.5)', '1.5', '2'],
  ['to.be.instanceOf(Map)', 'new Map()', '{}'],
  ['to.have.length(1)', '[1]', '[]'],
  ['matches(/a/)', `'a'`, `'b'`],
  ['to.have.string("a")', `'abc'`, `'b'`],
  ['to.have.key("a")', '{ a: 1 }', '{ b: 1 }'],
  ['to.contain(1)', '[1]', '[2]'],
  ['contains("a")', `'a'`, `'b'`],
  ['to.not.include("a")', `'b'`, `'a'`],
  ['to.include.keys("a")', '{ a: 1, b: 2 }', '{ b: 2 }'],
  ['to.Throw("no")', `() => { throw new Error('no') }`, '() => {}'],
  ['throws()', `() => { throw new Error('no') }`, '() => {}'],
  ['satisfies((n) => n > 1)', '2', '1'],
  ['has.been.that.which.does.also.still.equal(1)', '1', '2'],
  ['to.be.ok.but.not.equal(2)', '1', '2'],
  ['and.to.have.been.of.equal(1)', '1', '2'],
  ['to.be.false', 'false', '0'],
  ['to.be.undefined', 'undefined', 'null'],
  ['to.be.NaN', 'NaN', '1'],
  ['to.be.a("function")', '() => 1', '1'],
  ['to.be.null', 'null', '0'],
  ['to.have.same.members([1, 2])', '[2, 1]', '[1]'],
]

test('Each word of chai holds for one value and not for another', async () => {
  const result = await run(
    '',
    `import { expect as that } from 'chai'\n${SENTENCES.map(
      ([sentence, holds, fails]) =>
        `test('holds', () => { that(${holds}).${sentence} }); test('fails', () => { that(${fails}).${sentence} })`,
    ).join('\n')}`,
  )
  const names = SENTENCES.map(([sentence]) => sentence)
  expect(outcomes(result, names)).toEqual(names.map((name) => [name, undefined, false]))
})

test('A word of chai that is missing is told', async () => {
  const { problem } = await runBody('', `require('chai').expect(1).to.be.finite`)
  expect(problem?.message).toBe(`TypeError: chai's 'finite' is not available in an exercise`)
})

test('Other names of tests, and more signs of titles', async () => {
  const result = await run(
    '',
    `suite('s', () => { test.concurrent('a', () => { expect(1).toBe(1) }); test.sequential('b', () => { expect(1).toBe(1) }) })
     test.each([['1.5', [1], [2], 'css', {}]])('%f %o %O %c %$', () => { expect(1).toBe(1) })
     test.each([{ a: { b: { c: 1 } } }])('$a.b $none', () => { expect(1).toBe(1) })
     before(() => {}); after(() => {})
     fdescribe.skip?.('x', () => { test('y', () => {}) })`,
  )
  expect(result.tests.map(({ name }) => name)).toEqual([
    's > a',
    's > b',
    '1.5 [ 1 ] [ 2 ]  1',
    '{ c: 1 } $none',
  ])
  expect(failed(result)).toEqual([])
})

test('Functions of Mocha find its context', async () => {
  const result = await run(
    '',
    `describe('a', function () { this.timeout(5).slow(1); it('b', function () { this.retries(2); expect(1).toBe(1) }); it.each([[1]])('c %s', function (n) { this.timeout(1); expect(n).toBe(1) }) })
     describe(Map, () => { it(Set, () => { expect(1).toBe(1) }) })`,
  )
  expect(result.tests.map(({ name, ok }) => [name, ok])).toEqual([
    ['a > b', true],
    ['a > c 1', true],
    ['Map > Set', true],
  ])
})

test('A soft check fails its test and lets it go on', async () => {
  const {
    ok,
    problem,
    console: lines,
  } = await runBody('', `expect.soft(1).toBe(2); console.log('goes on'); expect(1).toBe(1)`)
  expect({ ok, message: problem?.message, lines }).toEqual({
    ok: false,
    message: 'Expected 2, but got 1',
    lines: ['goes on'],
  })
})

test.each([
  [`expect.unreachable('not here')`, 'not here'],
  ['expect.fail()', 'Expected code that does not reach this line, but got a call of fail'],
  [`assert.fail('no')`, 'no'],
  [
    `await assert.doesNotReject(Promise.reject(new Error('r')))`,
    'Expected not an error, but got [Error: r]',
  ],
  ['expect(1).toMatchFileSnapshot("a")', /toMatchFileSnapshot is not available/],
  [`test('inside', () => {})`, 'Error: test cannot be called inside a test'],
])('It fails: %s', async (text, message) => {
  const { problem } = await runBody('', text)
  if (typeof message === 'string') expect(problem?.message).toBe(message)
  else expect(problem?.message).toMatch(message)
})

test('More of mocks and of the clock', async () => {
  const { problem } = await runBody(
    '',
    `const f = vi.fn(() => 1); expect(vi.mocked(f)).toBe(f); expect(f.getMockImplementation()()).toBe(1); f.withImplementation(() => 2, () => { expect(f()).toBe(2) }); expect(f()).toBe(1)
     await f.withImplementation(() => 3, async () => { await null; expect(f()).toBe(3) }); expect(f()).toBe(1); f.mockRejectedValue(new Error('r')); await expect(f()).rejects.toThrow('r')
     vi.useFakeTimers({ now: new Date('2031-01-01') }); expect(vi.getMockedSystemTime().getFullYear()).toBe(2031); expect(vi.getRealSystemTime()).toBe(Date.now())
     const log = []; setTimeout(() => log.push(1), 10); setTimeout(async () => { await null; setTimeout(() => log.push(3), 5); log.push(2) }, 20); vi.runAllTicks()
     await vi.advanceTimersToNextTimerAsync(); expect(log).toEqual([1]); await vi.runOnlyPendingTimersAsync(); expect(log).toEqual([1, 2]); await vi.runAllTimersAsync(); expect(log).toEqual([1, 2, 3])`,
  )
  expect(problem).toBeUndefined()
})
