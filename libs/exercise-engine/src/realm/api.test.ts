import { expect, test } from 'vitest'
import { failed, run, runBody } from '../testing/run-support'

/** Checks that must pass, by the part of the API that they use. */
const HOLDS: [string, string][] = [
  [
    'expect.not',
    `expect({ a: 1 }).toEqual(expect.not.objectContaining({ b: 1 })); expect([1]).toEqual(expect.not.arrayContaining([2]))
     expect('abc').toEqual(expect.not.stringContaining('x')); expect('abc').toEqual(expect.not.stringMatching(/x/))`,
  ],
  [
    'objectContaining inside toEqual',
    `expect({ a: { b: 1, c: 2 }, d: [{ e: 1, f: 2 }] }).toEqual({ a: expect.objectContaining({ b: 1 }), d: [expect.objectContaining({ e: 1 })] })`,
  ],
  [
    'toMatchObject',
    `class A { x = 1; y = 2 } const f = Object.assign(() => 1, { kind: 'k' })
     expect(new A()).toMatchObject({ x: 1 }); expect(Object.assign(new Error('m'), { code: 7 })).toMatchObject({ message: 'm', code: 7 })
     expect(f).toMatchObject({ kind: 'k' }); expect({ e: new TypeError('t') }).toMatchObject({ e: { name: 'TypeError', message: 't' } })
     expect([{ a: 1, b: 2 }]).toMatchObject([{ a: 1 }]); expect(new Error('m')).not.toMatchObject({ message: 'n' }); expect([1]).not.toMatchObject({ length: 1 })`,
  ],
  [
    'resolves and rejects',
    `await expect(Promise.resolve({ a: 1 })).resolves.toEqual({ a: 1 }); await expect(Promise.reject(new Error('no'))).rejects.toThrow('no')
     await expect(Promise.reject(new RangeError('no'))).rejects.toBeInstanceOf(RangeError); await expect(Promise.reject(new Error('x'))).rejects.toMatchObject({ message: 'x' })
     await expect(async () => { throw new Error('a') }).rejects.toThrow(/a/); await expect(Promise.resolve(1)).resolves.not.toBe(2)
     await expect(Promise.reject('text')).rejects.toEqual('text'); await expect(Promise.resolve([1])).resolves.toHaveLength(1)`,
  ],
  [
    'closeTo',
    `expect({ a: 0.1 + 0.2 }).toEqual({ a: expect.closeTo(0.3, 5) }); expect([1]).not.toEqual([expect.closeTo(2)])`,
  ],
  [
    'assertions',
    `expect.assertions(2); expect(1).toBe(1); await expect(Promise.resolve(1)).resolves.toBe(1)`,
  ],
  ['hasAssertions', `expect.hasAssertions(); expect(1).toBe(1)`],
  [
    'toSatisfy',
    `expect(4).toSatisfy((n) => n % 2 === 0); expect(3).not.toSatisfy((n) => n % 2 === 0)`,
  ],
  [
    'toBeOneOf',
    `expect(2).toBeOneOf([1, 2]); expect({ a: 1 }).toBeOneOf([{ a: 1 }]); expect(3).not.toBeOneOf([1])`,
  ],
  [
    'toBeNullable',
    `expect(null).toBeNullable(); expect(undefined).toBeNullable(); expect(0).not.toBeNullable()`,
  ],
  [
    'toThrow with an object',
    `expect(() => { throw Object.assign(new Error('m'), { code: 1 }) }).toThrow(expect.objectContaining({ code: 1 }))`,
  ],
  ['toThrowError', `expect(() => { throw new Error('m') }).toThrowError('m')`],
  [
    'calls of mocks',
    `const f = vi.fn(); f(1); f(2, 3); expect(f).toHaveBeenNthCalledWith(1, 1); expect(f).toHaveBeenNthCalledWith(2, 2, 3); expect(f).not.toHaveBeenNthCalledWith(3, 1)
     expect(f).toBeCalled(); expect(f).toBeCalledTimes(2); expect(f).toBeCalledWith(1); expect(f).lastCalledWith(2, 3); expect(f).nthCalledWith(1, 1)
     const g = jest.fn(); g('a'); expect(g).toHaveBeenCalledOnce(); expect(g).toHaveBeenCalledExactlyOnceWith('a')`,
  ],
  [
    'results of mocks',
    `const f = vi.fn((n) => { if (n === 0) throw new Error('zero'); return n * 2 }); f(1); f(2); try { f(0) } catch {}
     expect(f).toHaveReturned(); expect(f).toHaveReturnedTimes(2); expect(f).toHaveReturnedWith(4); expect(f).toHaveNthReturnedWith(1, 2); expect(f).not.toHaveLastReturnedWith(4)
     expect(f).toReturn(); expect(f).toReturnTimes(2); expect(f).toReturnWith(2); expect(f).nthReturnedWith(2, 4); expect(f).not.lastReturnedWith(1)
     expect(f.mock.results).toEqual([{ type: 'return', value: 2 }, { type: 'return', value: 4 }, { type: 'throw', value: new Error('zero') }])`,
  ],
  [
    'records of mocks',
    `const f = jest.fn(); const o = { f }; o.f(1, 2); expect(f.mock.calls).toEqual([[1, 2]]); expect(f.mock.lastCall).toEqual([1, 2]); expect(f.mock.contexts[0]).toBe(o)
     class A {} const g = jest.fn(A); const made = new g(); expect(made).toBeInstanceOf(A); expect(g.mock.instances[0]).toBe(made); expect(f.mock.invocationCallOrder).toHaveLength(1)`,
  ],
  [
    'what mocks do once',
    `const f = jest.fn(() => 'first').mockReturnValueOnce(1).mockImplementationOnce((n) => n + 1).mockReturnValue(9)
     expect([f(), f(4), f(), f()]).toEqual([1, 5, 9, 9])
     const g = vi.fn().mockResolvedValueOnce('a').mockRejectedValueOnce(new Error('b')).mockResolvedValue('c')
     await expect(g()).resolves.toBe('a'); await expect(g()).rejects.toThrow('b'); await expect(g()).resolves.toBe('c')
     const o = { f: vi.fn().mockReturnThis() }; expect(o.f()).toBe(o); expect(vi.isMockFunction(f)).toBe(true); expect(f.mockName('x').getMockName()).toBe('x')`,
  ],
  [
    'mockClear, mockReset and mockRestore',
    `const f = vi.fn(() => 1); f(); f.mockClear(); expect(f).not.toHaveBeenCalled(); expect(f()).toBe(1); f.mockReturnValue(5); f.mockReset(); expect(f).not.toHaveBeenCalled(); expect(f()).toBe(1)
     const o = { g: () => 2 }; const spy = jest.spyOn(o, 'g').mockReturnValue(7); expect(o.g()).toBe(7); spy.mockRestore(); expect(o.g()).toBe(2)
     jest.clearAllMocks(); expect(f).not.toHaveBeenCalled(); f(); jest.resetAllMocks(); expect(f).not.toHaveBeenCalled()`,
  ],
  [
    'spies on objects',
    `class A { hi() { return 'hi' } get n() { return 1 } } const a = new A(); const spy = vi.spyOn(A.prototype, 'hi'); expect(a.hi()).toBe('hi'); expect(spy).toHaveBeenCalledTimes(1)
     vi.spyOn(a, 'n', 'get').mockReturnValue(5); expect(a.n).toBe(5); vi.restoreAllMocks(); expect(a.n).toBe(1); expect(vi.isMockFunction(a.hi)).toBe(false)`,
  ],
  [
    'spies on built-in objects',
    `const log = jest.spyOn(console, 'log').mockImplementation(() => {}); console.log('a', 1); expect(log).toHaveBeenCalledWith('a', 1)
     jest.spyOn(Math, 'random').mockReturnValue(0.5); expect(Math.random()).toBe(0.5); jest.spyOn(Date, 'now').mockReturnValue(7); expect(Date.now()).toBe(7)
     const map = vi.spyOn(Array.prototype, 'map'); main.double([1]); expect(map).toHaveBeenCalledTimes(1); map.mockRestore(); main.double([1]); expect(vi.isMockFunction([].map)).toBe(false)
     const timer = vi.spyOn(globalThis, 'setTimeout'); setTimeout(() => {}, 5); expect(timer).toHaveBeenCalledTimes(1)`,
  ],
  [
    'fake timers',
    `jest.useFakeTimers(); const f = jest.fn(); setTimeout(f, 1000); expect(jest.getTimerCount()).toBe(1); jest.advanceTimersByTime(999); expect(f).not.toHaveBeenCalled(); jest.advanceTimersByTime(1); expect(f).toHaveBeenCalledTimes(1)
     setTimeout(() => setTimeout(f, 10), 10); jest.runOnlyPendingTimers(); expect(f).toHaveBeenCalledTimes(1); jest.runAllTimers(); expect(f).toHaveBeenCalledTimes(2)
     setInterval(f, 5); vi.advanceTimersToNextTimer(); expect(f).toHaveBeenCalledTimes(3); vi.clearAllTimers(); expect(vi.getTimerCount()).toBe(0)
     vi.setSystemTime(new Date('2030-01-01')); expect(new Date().getFullYear()).toBe(2030); expect(vi.isFakeTimers()).toBe(true); jest.useRealTimers(); expect(vi.isFakeTimers()).toBe(false)
     let n = 0; setTimeout(async () => { await null; setTimeout(() => { n = 1 }, 5) }, 5); await vi.advanceTimersByTimeAsync(10); expect(n).toBe(1)`,
  ],
  [
    'inline snapshots',
    `expect({ b: [1, 'two'], a: { c: null } }).toMatchInlineSnapshot(\`
       {
         "a": {
           "c": null,
         },
         "b": [
           1,
           "two",
         ],
       }
     \`); expect('x').toMatchInlineSnapshot(\`"x"\`); expect([]).toMatchInlineSnapshot('Array []')
     expect(() => { throw new Error('bad') }).toThrowErrorMatchingInlineSnapshot(\`[Error: bad]\`); expect(() => { throw new Error('bad') }).toThrowErrorMatchingInlineSnapshot('"bad"')`,
  ],
  [
    'own matchers',
    `expect.extend({ toBeEven(n) { return { pass: n % 2 === 0, message: () => 'Expected ' + this.utils.printReceived(n) + ' to be even' } }, async toBeLater(p) { return { pass: this.equals(await p, { a: 1 }), message: () => '' } } })
     expect(2).toBeEven(); expect(3).not.toBeEven(); await expect(Promise.resolve({ a: 1 })).toBeLater(); await expect(Promise.resolve(4)).resolves.toBeEven()`,
  ],
  [
    'assert',
    `assert(true); assert.ok(1); assert.equal(1, '1'); assert.strictEqual(1, 1); assert.notStrictEqual(1, '1'); assert.deepEqual({ a: [1] }, { a: [1] }); assert.deepStrictEqual([1], [1])
     assert.throws(() => { throw new RangeError('small') }, RangeError); assert.throws(() => { throw new Error('small') }, /small/); assert.throws(() => { throw new Error('m') }, { message: 'm' }); assert.doesNotThrow(() => {})
     await assert.rejects(Promise.reject(new Error('r')), /r/); await assert.rejects(async () => { throw new Error('r') }); assert.match('abc', /b/); assert.isTrue(true); assert.isFunction(() => {}); assert.lengthOf([1], 1)
     assert.include('abc', 'b'); assert.include([1], 1); assert.include({ a: 1, b: 2 }, { a: 1 }); assert.property({ a: 1 }, 'a'); assert.sameMembers([2, 1], [1, 2]); assert.isArray([]); assert.isEmpty([]); assert.closeTo(1.1, 1, 0.2); assert.typeOf('a', 'string'); assert.isAbove(2, 1); assert.exists(0); assert.isNull(null)`,
  ],
]

test.each(HOLDS)('The API has %s', async (_, text) => {
  const { ok, problem } = await runBody(
    'export const double = (list) => list.map((n) => n * 2)',
    text,
  )
  expect(problem).toBeUndefined()
  expect(ok).toBe(true)
})

/** Checks that must fail, with the expected message. */
const FAILS: [string, string, string | RegExp][] = [
  ['assertions', 'expect.assertions(2); expect(1).toBe(1)', 'Expected 2 checks, but got 1'],
  ['hasAssertions', 'expect.hasAssertions()', 'Expected at least one check, but got none'],
  [
    'a snapshot of a file',
    'expect(1).toMatchSnapshot()',
    /toMatchSnapshot is not available.*toMatchInlineSnapshot/,
  ],
  ['an inline snapshot', 'expect([1]).toMatchInlineSnapshot(`[]`)', /^Expected \[\], but got \[/],
  ['an empty inline snapshot', 'expect([1]).toMatchInlineSnapshot()', /a text in its brackets/],
  ['toSatisfy', 'expect(3).toSatisfy((n) => n > 5)', /a value that satisfies/],
  ['the message of assert', `assert.equal(1, 2, 'One is not two')`, 'One is not two'],
  ['the message of assert alone', `assert(false, 'It must hold')`, 'It must hold'],
  ['assert without a message', 'assert.strictEqual(1, 2)', 'Expected 2, but got 1'],
  ['assert.throws', 'assert.throws(() => {})', 'Expected an error, but got no error'],
  [
    'an own matcher',
    `expect.extend({ toBeSix: (n) => ({ pass: n === 6, message: () => n + ' is not six' }) }); expect(5).toBeSix()`,
    '5 is not six',
  ],
  ['a spy on a module', `vi.spyOn(main, 'double')`, /belongs to a module/],
  ['a spy on nothing', `vi.spyOn({}, 'nothing')`, /has no 'nothing'/],
  [
    'endless timers',
    'setInterval(() => {}, 1); vi.runAllTimers()',
    /There|there are still some|did not finish/,
  ],
  [
    'done with an error',
    'await new Promise((go) => go()); expect(1).toBe(2)',
    'Expected 2, but got 1',
  ],
]
test.each(FAILS)('A check that fails tells of %s', async (_, text, message) => {
  const { ok, problem } = await runBody('export const double = (n) => n * 2', text)
  expect(ok).toBe(false)
  if (typeof message === 'string') expect(problem?.message).toBe(message)
  else expect(problem?.message).toMatch(message)
})

test('A callback ends its test, and an error in it fails the test', async () => {
  const result = await run(
    '',
    `test('ends', (done) => { setTimeout(() => { expect(1).toBe(1); done() }, 10) })
     test('fails', (done) => { setTimeout(() => done(new Error('late')), 10) })
     test('never ends', (done) => { expect(1).toBe(1) })
     test('gets a context', ({ expect: own }) => { own(1).toBe(1) })`,
  )
  expect(failed(result)).toEqual(['fails', 'never ends'])
  expect(result.tests[1]?.problem?.message).toBe('Error: late')
})

test('Options and timeouts can follow the name or the function', async () => {
  const result = await run(
    '',
    `test('a', { timeout: 5 }, () => { expect(1).toBe(1) }); test('b', () => { expect(1).toBe(1) }, 2000)
     test('c', { skip: true }, () => {}); test('d', { todo: true }); test.skipIf(true)('e', () => {}); test.runIf(true)('f', () => { expect(1).toBe(1) })
     beforeEach(() => {}, 100)`,
  )
  expect(result.verdict).toBe('PASS')
  expect(result.tests.map(({ name, not_run }) => [name, not_run])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['c', 'SKIPPED'],
    ['d', 'TODO'],
    ['e', 'SKIPPED'],
    ['f', undefined],
  ])
})

test('Skipped tests and tests to do do not run, and `only` skips the others', async () => {
  const skip = `test.skip('a', () => { expect(1).toBe(2) }); it.todo('b'); xtest('c', () => {}); xit('d', () => {}); xdescribe('e', () => { test('f', () => {}) }); describe.skip('g', () => { test('h', () => {}) })`
  const all = await run('', skip)
  expect(all).toMatchObject({
    verdict: 'ERROR',
    problem: { message: 'The tests file has no tests' },
  })
  const some = await run('', `${skip}\ntest('runs', () => { expect(1).toBe(1) })`)
  expect(some.verdict).toBe('PASS')
  expect(some.tests.map(({ not_run }) => not_run ?? 'RUN').join()).toBe(
    'SKIPPED,TODO,SKIPPED,SKIPPED,SKIPPED,SKIPPED,RUN',
  )
  const only = await run(
    '',
    `test('a', () => { expect(1).toBe(2) }); test.only('b', () => { expect(1).toBe(1) }); describe.only('c', () => { it('d', () => { expect(1).toBe(1) }) }); fit('e', () => { expect(1).toBe(1) })`,
  )
  expect(only.tests.map(({ not_run }) => not_run ?? 'RUN').join()).toBe('SKIPPED,RUN,RUN,RUN')
  expect(only.verdict).toBe('PASS')
})

test('Tables make tests with the titles of their rows', async () => {
  const result = await run(
    '',
    `const is = (...parts) => { expect(parts.length).toBeGreaterThan(0) }
     test.each([[1, 'a', { b: 2 }]])('%i %s %j %p %# %%', is)
     test.each([{ name: 'Ada', at: { year: 1815 } }])('$name in $at.year is row $#', is)
     test.each(['x', 'y'])('letter %s', is)
     test.each\`a | b | sum\n \${1} | \${2} | \${3}\n \${2} | \${2} | \${4}\`('$a + $b is $sum', ({ a, b, sum }) => { expect(a + b).toBe(sum) })
     describe.each([['block']])('%s', (name) => { it('has a test', () => { expect(name).toBe('block') }) })
     test.skip.each([[1]])('skipped %d', is)
     test.for([[1, 2]])('row %s', (row) => { expect(row).toEqual([1, 2]) })`,
  )
  expect(result.tests.map(({ name }) => name)).toEqual([
    `1 a {"b":2} %p 0 %`,
    'Ada in 1815 is row 0',
    'letter x',
    'letter y',
    '1 + 2 is 3',
    '2 + 2 is 4',
    'block > has a test',
    'skipped 1',
    'row 1',
  ])
  expect(failed(result)).toEqual([])
})

test('Hooks run once for a block or around each test', async () => {
  const result = await run(
    'export const log = []',
    `beforeAll(() => { main.log.push('A') }); afterAll(() => { main.log.push('Z') })
     describe('block', () => {
       beforeAll((done) => { main.log.push('a'); done() }); beforeEach(() => { main.log.push('b') }); afterEach(() => { main.log.push('y') }); afterAll(() => { main.log.push('z') })
       test('one', () => { expect(main.log.join('')).toBe('Aab') }); test('two', () => { expect(main.log.join('')).toBe('Aabyb') }); test.skip('three', () => {})
     })
     test('last', () => { expect(main.log.join('')).toBe('Aabybyz') })
     describe('broken', () => { beforeAll(() => { throw new Error('no start') }); test('a', () => { expect(1).toBe(1) }); test('b', () => { expect(1).toBe(1) }) })`,
  )
  expect(failed(result)).toEqual(['broken > a', 'broken > b'])
  expect(result.tests.at(-1)?.problem?.message).toBe('Error: no start')
})

test('A test can assign a function of a built-in object, and it is put back', async () => {
  const result = await run(
    'export const roll = () => Math.random()',
    `function load(value) { const before = Math.random; Math.random = () => value; return () => { Math.random = before } }
     test('a', () => { const restore = load(7); expect(main.roll()).toBe(7); restore(); expect(main.roll()).toBeLessThan(1) })
     test('b', () => { Date.now =
       () => 5; console.log = vi.fn(); console.log('x'); expect(Date.now()).toBe(5); expect(console.log).toHaveBeenCalledWith('x')
       String.prototype.trim = () => 'cut'; expect(' a '.trim()).toBe('cut') })
     test('c', () => { expect(main.roll()).toBeLessThan(1); expect(Date.now()).toBeGreaterThan(5); expect(' a '.trim()).toBe('a') })
     test('d', () => { expect(() => { [].map.call = 1 }).toThrow() })`,
  )
  expect(result.tests.map(({ problem }) => problem?.message)).toEqual(
    result.tests.map(() => undefined),
  )
})

test('A spy of one test on a built-in object is put back before the next', async () => {
  const result = await run(
    '',
    `test('a', () => { vi.spyOn(Math, 'random').mockReturnValue(2); expect(Math.random()).toBe(2) })
     test('b', () => { expect(Math.random()).toBeLessThan(1) })`,
  )
  expect(failed(result)).toEqual([])
})

test.each(['test.failing', 'test.fails'])('%s says what to write instead', async (name) => {
  const { problem } = await run('', `${name}('a', () => {})`)
  expect(problem).toMatchObject({ path: 'tests.js', line: 2 })
  expect(problem?.message).toMatch(/A test that must fail is not available/)
})
