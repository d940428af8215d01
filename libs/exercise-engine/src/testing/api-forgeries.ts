import type { Forgery } from './forgeries'

const ONCE = `const call = vi.fn(); main.each([1], call); expect(call).toHaveBeenCalledTimes(1); expect(call).toHaveBeenCalledWith(1)`
const FORGET = `attempt(() => call.mockClear()); attempt(() => call.mockReset()); attempt(() => __mock(call).mockClear()); attempt(() => { call.mock.calls.length = 0 }); attempt(() => { for (const key of Reflect.ownKeys(call)) call[key].mockClear?.() })`

const THROWS = `each = (list, call) => { attempt(() => call({ get n() { throw new Error('no') } })) }`
const THROWS_LATER = `each = (list, call) => { let reads = 0; attempt(() => call({ get n() { reads += 1; if (reads > 1) throw new Error('no'); return 0 } })) }`
const TO_BE_ONE = `expect.extend({ toBeOne: (it) => ({ pass: it.n === 1, message: () => 'got ' + it.n }) }); main.each([{ n: 1 }], (item) => expect(item).toBeOne()); expect(1).toBe(1)`

/** Code that tries to make wrong answers pass by means of mocks, spies, `assert`, and matchers of the tests file. */
export const apiForgeries: Forgery[] = [
  {
    name: 'a mock that forgets its calls',
    main: `each = (list, call) => { call(0); call(0); ${FORGET}; call(1) }`,
    tests: ONCE,
  },
  {
    name: 'a mock without a call',
    main: `each = (list, call) => { call(1); call(2); ${FORGET} }`,
    tests: `const call = vi.fn(); main.each([], call); expect(call).not.toHaveBeenCalled()`,
  },
  {
    name: 'a mock that answers something else',
    main: `each = (list, call) => { attempt(() => call.mockReturnValue(4)); attempt(() => call.mockImplementation(() => 4)); call(2); return call(2) }`,
    tests: `const call = vi.fn((n) => n * 3); main.each([1], call); expect(call).toHaveReturnedWith(3); expect(call(2) - main.double(1)).toBe(4)`,
  },
  {
    name: 'a spy on a built-in function that forgets its calls',
    main: `third = () => { const call = Math.max; Math.max(1); ${FORGET}; attempt(() => Math.max.mockRestore()); return 1 / 3 }`,
    tests: `const spy = vi.spyOn(Math, 'max'); main.third(); expect(spy).not.toHaveBeenCalled()`,
  },
  {
    name: 'a built-in function that a test spies on',
    main: `each = (list, call) => { replace(Math, 'round', () => 3); replace(globalThis, 'Math', { round: () => 3 }) }`,
    tests: `vi.spyOn(Math, 'round'); main.each([1], () => {}); expect(Math.round(4.4) - main.double(2)).toBe(0)`,
  },
  {
    name: 'a static function that a test spies on',
    main: `replace(Date, 'now', () => 4); replace(Object, 'is', () => true); replace(Number, 'isInteger', () => true)`,
    tests: `vi.spyOn(Date, 'now').mockReturnValue(4); expect(main.double(2)).toBe(Date.now())`,
  },
  {
    name: 'expect.extend',
    main: `attempt(() => expect.extend({ toBe: () => ({ pass: true }) })); attempt(() => globalThis.expect.extend({ toBe: () => ({ pass: true }) }))`,
    tests: `expect(main.double(2)).toBe(4)`,
  },
  {
    name: 'a value that looks like the answer of a matcher',
    main: `double = () => ({ pass: true, message: () => '', valueOf: () => 4, then: undefined })`,
    tests: `expect.extend({ toBeFour: (n) => ({ pass: n === 4, message: () => 'not four' }) }); expect(main.double(2)).toBeFour()`,
  },
  {
    name: 'a promise that looks like the answer of a matcher',
    main: `load = () => ({ pass: true, then(go) { go({ pass: true, value: 41 }) } })`,
    tests: `expect.extend({ async toBecome(p, wanted) { return { pass: (await p) === wanted, message: () => 'not so' } } }); await expect(main.load()).toBecome(42)`,
  },
  {
    name: 'valueOf for assert.equal',
    main: `double = () => ({ valueOf: () => 4, toString: () => '4', [Symbol.toPrimitive]: () => 4 })`,
    tests: `assert.equal(main.double(2), 4)`,
  },
  {
    name: 'valueOf for toSatisfy',
    main: `double = () => ({ valueOf: () => 4 })`,
    tests: `expect(main.double(2)).toSatisfy((n) => n === 4)`,
  },
  {
    name: 'an assert that is caught',
    main: `each = (list, call) => { for (const item of [0]) try { call(item) } catch {} }`,
    tests: `main.each([1], (item) => assert.strictEqual(item, 1))`,
  },
  {
    name: 'a number of checks',
    main: `each = () => {}`,
    tests: `expect.assertions(2); main.each([1], (item) => expect(item).toBe(1)); expect(1).toBe(1)`,
  },
  {
    name: 'the apply of a built-in function that a test spies on',
    main: `third = () => { attempt(() => { Math.max.apply = () => 2 / 3 }); replace(Math.max, 'apply', () => 2 / 3); return 1 }`,
    tests: `vi.spyOn(Math, 'max'); const third = main.third(); expect(Math.max.apply(null, [1, 2]) * third).toBeCloseTo(0.667)`,
  },
  { name: 'a matcher of the tests that throws', main: THROWS, tests: TO_BE_ONE },
  { name: 'the message of a matcher that throws', main: THROWS_LATER, tests: TO_BE_ONE },
  {
    name: 'a function of toSatisfy that throws',
    main: THROWS,
    tests: `main.each([{ n: 1 }], (item) => expect(item).toSatisfy((it) => it.n === 1)); expect(1).toBe(1)`,
  },
  {
    name: 'a property that throws before chai compares it',
    main: THROWS_LATER,
    tests: `const { expect: say } = await import('chai'); main.each([{ n: 1 }], (item) => say(item).to.have.property('n').equal(1)); expect(1).toBe(1)`,
  },
  {
    name: 'a list that changes while its members are compared',
    main: `let reads = 0; pair = () => new Proxy([], { get(list, key) { if (key !== 'length') return Number(key); reads += 1; return reads > 1 ? 100 : 2 } })`,
    tests: `assert.sameMembers(main.pair(), [1, 2])`,
  },
  {
    name: 'keys that change while they are compared',
    main: `let reads = 0; make = () => new Proxy({}, { ownKeys() { reads += 1; return reads > 1 ? ['a', 'value', 'z'] : ['a'] }, getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })`,
    tests: `assert.hasAllKeys(main.make(), ['value'])`,
  },
  {
    name: 'the tests API, imported by code that the tests evaluate',
    main: `attempt(() => import('vitest').then((api) => api.expect.extend({ toBe: () => ({ pass: true }) }), () => {})); attempt(() => expect.extend({ toBe: () => ({ pass: true }) }))`,
    tests: `const double = new Function(code.replaceAll('export ', '') + '; return double')(); await new Promise((go) => setTimeout(go)); expect(double(2)).toBe(4)`,
  },
  {
    name: 'timers of the tests, stopped by their numbers',
    main: `later = (call) => { for (let id = 0; id < 2000; id += 1) clearInterval(id); const own = setTimeout(() => {}); for (let id = own - 2000; id < own; id += 1) clearInterval(id); setTimeout(call, 500) }`,
    tests: `let passed = 0; setInterval(() => { passed += 10 }, 10); await new Promise((go) => main.later(go)); expect(passed).toBeLessThan(60)`,
  },
]
