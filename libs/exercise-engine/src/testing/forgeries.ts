import { apiForgeries } from './api-forgeries'

/** Code that tries to make wrong answers pass a test. `attempt` in `WRONG` ignores the errors of an attack. */
export interface Forgery {
  name: string
  main: string
  tests: string
  /** The time limit in milliseconds, if this attempt needs more time than the others. */
  time_ms?: number
}

export const SOLUTION = `
export const double = (n) => n * 2
export const isEven = (n) => n % 2 === 0
export const evens = (list) => list.filter(isEven)
export const load = async () => 42
export class Box { constructor(value) { this.value = value } }
export const make = () => new Box(1)
export const pair = () => [1, 2]
export const shout = (text) => text.toUpperCase() + '!'
export const each = (list, call) => { for (const item of list) call(item) }
export const fail = () => { throw new RangeError('too small') }
export const counts = () => new Map([['a', 1]])
export const letters = () => new Set(['a', 'b'])
export const third = () => 1 / 3
export const birthday = () => new Date(0)
export const read = (options) => options.size
export const range = function* (n) { for (let i = 0; i < n; i += 1) yield i }
export const later = (call) => { setTimeout(call, 50) }
`
/** Functions with the same names that return wrong answers. */
export const WRONG = `
export let double = (n) => n + 1
export let isEven = () => false
export let evens = (list) => list
export let load = async () => 41
export class Box {}
export let make = () => ({ value: 1 })
export let pair = () => [2, 1]
export let shout = (text) => text
export let each = () => {}
export let fail = () => {}
export let counts = () => new Map([['a', 2]])
export let letters = () => new Set(['b', 'c'])
export let third = () => 1
export let birthday = () => new Date(1)
export let read = (options) => { options.size += 1; return options.size }
export let range = function* () { yield 7 }
export let later = () => {}
const attempt = (act) => { try { act() } catch {} }
const replace = (object, key, value) => {
  attempt(() => { object[key] = value })
  attempt(() => { Object.defineProperty(object, key, { value }) })
  attempt(() => { Reflect.set(object, key, value) })
  attempt(() => { delete object[key]; object[key] = value })
  attempt(() => { object.__defineGetter__(key, () => value) })
  attempt(() => { Object.assign(object, { [key]: value }) })
}
`
const DOUBLE = `expect(main.double(2)).toBe(4)`
const PAIR = `expect(main.pair()).toEqual([1, 2])`
const LOAD = `expect(await main.load()).toBe(42)`
const KEPT = `const before = { size: 1 }; const text = JSON.stringify(before); main.read(before); expect(JSON.stringify(before)).toBe(text)`

export const forgeries: Forgery[] = [
  { name: 'Object.is', main: `replace(Object, 'is', () => true)`, tests: DOUBLE },
  {
    name: 'globalThis.Object',
    main: `replace(globalThis, 'Object', { is: () => true, keys: () => [] })`,
    tests: PAIR,
  },
  {
    name: 'Object.keys and Reflect.ownKeys',
    main: `replace(Object, 'keys', () => []); replace(Reflect, 'ownKeys', () => [])`,
    tests: `expect(Object.keys(main.make()).concat(main.pair())).toEqual(['value', 1, 2])`,
  },
  {
    name: 'Array.prototype.every',
    main: `replace(Array.prototype, 'every', () => true)`,
    tests: `expect([2, 4].every(main.isEven)).toBe(true)`,
  },
  {
    name: 'Array.prototype.map',
    main: `replace(Array.prototype, 'map', () => [2, 4])`,
    tests: `expect([1, 2].map(main.double)).toEqual([2, 4])`,
  },
  {
    name: 'Array.prototype.includes',
    main: `replace(Array.prototype, 'includes', () => true); replace(Array.prototype, 'some', () => true)`,
    tests: `expect(main.pair().concat(main.evens([9]))).not.toContain(9)`,
  },
  {
    name: 'Array.isArray',
    main: `replace(Array, 'isArray', () => true); pair = () => ({ 0: 1, 1: 2, length: 2 })`,
    tests: PAIR,
  },
  {
    name: 'the iterator of arrays',
    main: `replace(Array.prototype, Symbol.iterator, function* () {})`,
    tests: `for (const [n, twice] of [[1, 2], [4, 8]]) expect(main.double(n)).toBe(twice)`,
  },
  {
    name: 'the step of iterators',
    main: `replace(Object.getPrototypeOf([][Symbol.iterator]()), 'next', () => ({ done: true }))`,
    tests: `for (const n of [1, 2]) expect(main.double(n)).toBe(n * 2)`,
  },
  {
    name: 'Array.prototype.forEach',
    main: `replace(Array.prototype, 'forEach', () => {})`,
    tests: `[1, 2].forEach((n) => expect(main.double(n)).toBe(n * 2))`,
  },
  {
    name: 'the prototype of arrays, replaced',
    main: `attempt(() => Object.setPrototypeOf(Array.prototype, { every: () => true })); attempt(() => { Array.prototype.__proto__ = { every: () => true } })`,
    tests: `expect([2].every(main.isEven)).toBe(true)`,
  },
  {
    name: 'an argument whose class is changed',
    main: `evens = (list) => { replace(list.constructor.prototype, 'join', () => '2'); replace(list.__proto__, 'join', () => '2'); return list }`,
    tests: `expect(main.evens([1, 2]).join()).toBe('2')`,
  },
  {
    name: 'JSON.stringify',
    main: `replace(JSON, 'stringify', () => '4')`,
    tests: `expect(JSON.stringify(main.double(2))).toBe('4')`,
  },
  {
    name: 'globalThis.JSON',
    main: `replace(globalThis, 'JSON', { stringify: () => '4' })`,
    tests: `expect(JSON.stringify(main.double(2))).toBe('4')`,
  },
  {
    name: 'toJSON for all objects',
    main: `replace(Object.prototype, 'toJSON', () => 0)`,
    tests: KEPT,
  },
  {
    name: 'toJSON for numbers',
    main: `replace(Number.prototype, 'toJSON', () => 0)\n/* Number.prototype.toJSON = */`,
    tests: KEPT,
  },
  {
    name: 'structured getters for all objects',
    main: `replace(Object.prototype, 'get', () => 4); replace(Object.prototype, 'value', 4)`,
    tests: `expect(Object.getOwnPropertyDescriptor({ a: main.double(2) }, 'a').value).toBe(4)`,
  },
  {
    name: 'Function.prototype.call and apply',
    main: `replace(Function.prototype, 'call', () => 4); replace(Function.prototype, 'apply', () => 4)`,
    tests: `expect(main.double.call(null, 2) + main.double.apply(null, [2])).toBe(8)`,
  },
  {
    name: 'Reflect.apply',
    main: `replace(Reflect, 'apply', () => 4)`,
    tests: `expect(Reflect.apply(main.double, null, [2])).toBe(4)`,
  },
  {
    name: 'Object.prototype.toString',
    main: `replace(Object.prototype, 'toString', () => '4'); double = () => ({})`,
    tests: DOUBLE,
  },
  {
    name: 'valueOf of an answer',
    main: `double = () => ({ valueOf: () => 4, toString: () => '4', [Symbol.toPrimitive]: () => 4 })`,
    tests: DOUBLE,
  },
  { name: 'a boxed answer', main: `double = () => new Number(4)`, tests: DOUBLE },
  {
    name: 'Number.isNaN and Math.abs',
    main: `replace(Math, 'abs', () => 0); replace(Number, 'isNaN', () => true); replace(Math, 'round', () => 33)`,
    tests: `expect(main.third()).toBeCloseTo(0.333); expect(Math.round(main.third() * 100)).toBe(33)`,
  },
  {
    name: 'RegExp.prototype.exec and test',
    main: `replace(RegExp.prototype, 'exec', () => ['X']); replace(RegExp.prototype, 'test', () => true); replace(RegExp.prototype, Symbol.match, () => [])`,
    tests: `expect(main.shout('x')).toMatch(/^X!$/); expect(/^X!$/.test(main.shout('x'))).toBe(true)`,
  },
  {
    name: 'String.prototype.includes and endsWith',
    main: `replace(String.prototype, 'includes', () => true); replace(String.prototype, 'endsWith', () => true)`,
    tests: `expect(main.shout('x')).toContain('!'); expect(main.shout('x').endsWith('!')).toBe(true)`,
  },
  {
    name: 'Map.prototype.get and Set.prototype.has',
    main: `replace(Map.prototype, 'get', () => 1); replace(Set.prototype, 'has', () => true); replace(Map.prototype, 'entries', () => [])`,
    tests: `expect(main.counts().get('a')).toBe(1); expect(main.letters().has('a')).toBe(true)`,
  },
  {
    name: 'the size of sets',
    main: `attempt(() => Object.defineProperty(Set.prototype, 'size', { get: () => 2 })); letters = () => new Set(['a'])`,
    tests: `expect(main.letters().size).toBe(2)`,
  },
  {
    name: 'Promise.prototype.then',
    main: `replace(Promise.prototype, 'then', function () { return this })`,
    tests: `return main.load().then((value) => expect(value).toBe(42))`,
  },
  {
    name: 'Promise.resolve and globalThis.Promise',
    main: `replace(Promise, 'resolve', () => ({ then: (go) => go(42) })); replace(globalThis, 'Promise', class { then(go) { go(42) } })`,
    tests: `expect(await Promise.resolve(main.load())).toBe(42)`,
  },
  {
    name: 'an own then that forgets the check',
    main: `load = () => Object.assign(Promise.resolve(41), { then: () => undefined })`,
    tests: `return main.load().then((value) => expect(value).toBe(42))`,
  },
  { name: 'a thenable that never resolves', main: `load = () => ({ then() {} })`, tests: LOAD },
  {
    name: 'a thenable that resolves and then lies',
    main: `load = () => ({ then(go) { go(41); go(42) } })`,
    tests: LOAD,
  },
  {
    name: 'a promise that never resolves',
    main: `load = () => new Promise(() => {})`,
    tests: LOAD,
  },
  {
    name: 'the prototype of async functions',
    main: `replace(Object.getPrototypeOf(async () => {}), 'constructor', () => {}); replace(Object.getPrototypeOf(async () => {}), 'call', () => 42)`,
    tests: LOAD,
  },
  {
    name: 'the prototype of generators',
    main: `replace(Object.getPrototypeOf(function* () {}).prototype, 'next', () => ({ done: true })); replace(Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf([].values()))), Symbol.iterator, () => [0, 1][Symbol.iterator]())`,
    tests: `expect([...main.range(2)]).toEqual([0, 1])`,
  },
  {
    name: 'Error.prepareStackTrace and captureStackTrace',
    main: `replace(Error, 'prepareStackTrace', () => ''); replace(Error, 'captureStackTrace', () => {}); replace(Error.prototype, 'message', '')`,
    tests: DOUBLE,
  },
  {
    name: 'Symbol.hasInstance of a class',
    main: `attempt(() => Object.defineProperty(Box, Symbol.hasInstance, { value: () => true }))`,
    tests: `expect(main.make()).toBeInstanceOf(main.Box)`,
  },
  {
    name: 'Function.prototype[Symbol.hasInstance]',
    main: `replace(Function.prototype, Symbol.hasInstance, () => true)`,
    tests: `expect(main.make() instanceof main.Box).toBe(true)`,
  },
  {
    name: 'a fake error of the harness',
    main: `fail = () => { throw { name: 'AssertionError', passed: true, ok: true, message: 'too small', matcherResult: { pass: true } } }`,
    tests: `expect(() => main.fail()).toThrow(RangeError)`,
  },
  { name: 'an undefined error', main: `double = () => { throw undefined }`, tests: DOUBLE },
  { name: 'a rejection without a reason', main: `load = () => Promise.reject()`, tests: LOAD },
  {
    name: 'a getter that answers differently each time',
    main: `let reads = 0; make = () => ({ get value() { reads += 1; return reads > 1 ? 1 : 2 } })`,
    tests: `expect(main.make()).toEqual({ value: 1 })`,
  },
  {
    name: 'a proxy that hides its keys',
    main: `pair = () => new Proxy([], { get: () => undefined, ownKeys: () => ['length'], has: () => true, getOwnPropertyDescriptor: (t, k) => Reflect.getOwnPropertyDescriptor(t, k) })`,
    tests: PAIR,
  },
  {
    name: 'a proxy that throws',
    main: `pair = () => new Proxy([], { get() { throw new Error('passed') }, ownKeys() { throw 1 }, getPrototypeOf() { throw 2 } })`,
    tests: PAIR,
  },
  {
    name: 'a proxy without end',
    main: `pair = () => new Proxy({}, { getPrototypeOf: () => pair(), ownKeys: () => Array.from({ length: 1e4 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ value: pair(), configurable: true, enumerable: true }), get: () => pair() })`,
    tests: PAIR,
  },
  {
    name: 'a length that grows',
    main: `let size = 0; pair = () => ({ get length() { return (size += 1) }, 0: 1, 1: 2 })`,
    tests: `expect(main.pair()).toEqual([1, 2])`,
  },
  {
    name: 'Symbol.toStringTag',
    main: `birthday = () => ({ [Symbol.toStringTag]: 'Date', getTime: () => 0, valueOf: () => 0 })`,
    tests: `expect(main.birthday()).toEqual(new Date(0))`,
  },
  {
    name: 'an object that inherits from a date',
    main: `birthday = () => Object.create(Date.prototype)`,
    tests: `expect(main.birthday()).toEqual(new Date(0))`,
  },
  {
    name: 'Date.prototype.getTime',
    main: `replace(Date.prototype, 'getTime', () => 0); replace(Date.prototype, 'valueOf', () => 0)`,
    tests: `expect(main.birthday().getTime()).toBe(0)`,
  },
  {
    name: 'the tests API, imported',
    main: `attempt(() => import('vitest').then((api) => { api.expect = () => {} }))`,
    tests: DOUBLE,
  },
  {
    name: 'the tests API, imported by made code',
    main: `attempt(() => { (0, eval)("import('vitest').then((api) => api.test('more', () => {}))") }); attempt(() => { new Function("import('vitest')")() }); attempt(() => { eval("import('vitest')") })`,
    tests: DOUBLE,
  },
  {
    name: 'the tests API, by its global names',
    main: `replace(globalThis, 'expect', () => ({ toBe() {} })); replace(globalThis, 'test', () => {}); attempt(() => globalThis.__api.tests.pop())`,
    tests: DOUBLE,
  },
  { name: 'the tests file, imported', main: `attempt(() => import('./tests.js'))`, tests: DOUBLE },
  {
    name: 'modules of the engine',
    main: `attempt(() => import('std').then((std) => std.exit(0))); attempt(() => import('qjs:os')); attempt(() => process.exit(0))`,
    tests: DOUBLE,
  },
  { name: 'loading that fails', main: `throw new Error('no tests, no failures')`, tests: DOUBLE },
  { name: 'loading that never ends', main: `await new Promise(() => {})`, tests: DOUBLE },
  {
    name: 'an endless loop instead of an answer',
    main: `double = () => { for (;;); }`,
    tests: DOUBLE,
  },
  {
    name: 'endless jobs instead of an answer',
    main: `double = () => { const spin = () => Promise.resolve().then(spin); spin(); return 4.5 }`,
    tests: DOUBLE,
  },
  {
    name: 'a stack that overflows',
    main: `double = () => { try { const deep = () => deep() + 1; deep() } catch { return 5 } }`,
    tests: DOUBLE,
  },
  {
    name: 'an instance that breaks',
    main: `double = () => { try { eval('('.repeat(1e5)) } catch {} return 4.5 }`,
    tests: DOUBLE,
  },
  {
    name: 'all memory taken',
    time_ms: 20_000,
    main: `const kept = []; double = () => { try { for (;;) kept.push(new Array(1e4).fill(1)) } catch {} return 5 }`,
    tests: DOUBLE,
  },
  {
    name: 'a check that is swallowed',
    main: `each = (list, call) => { for (const item of [0]) try { call(item) } catch {} }`,
    tests: `main.each([1], (item) => expect(item).toBe(1))`,
  },
  {
    name: 'a check without memory',
    time_ms: 20_000,
    main: `each = (list, call) => {
  const kept = []
  for (const n of [1e4, 100, 1]) attempt(() => { for (;;) kept.push(new Array(n).fill(1)) })
  attempt(() => call(0))
  kept.length = 0
}`,
    tests: `let called = 0; main.each([1], (item) => { called += 1; expect(item).toBe(1) }); expect(called).toBe(1)`,
  },
  {
    name: 'a check that is never reached',
    main: `each = () => {}`,
    tests: `main.each([1], (item) => expect(item).toBe(1))`,
  },
  {
    name: 'the calls of a mock',
    main: `each = (list, call) => { attempt(() => call.mock.calls.push([1])); replace(call, 'mock', { calls: [[1]] }) }`,
    tests: `const call = vi.fn(); main.each([1], call); expect(call).toHaveBeenCalledWith(1)`,
  },
  {
    name: 'WeakMap.prototype.get under a mock',
    main: `replace(WeakMap.prototype, 'get', () => [[1]])`,
    tests: `const call = vi.fn(); main.each([1], call); expect(call).toHaveBeenCalledTimes(1)`,
  },
  {
    name: 'the caller of a callback',
    main: `each = (list, call) => { attempt(() => { call.caller.arguments[0].ok = true }); attempt(() => { call.arguments.callee.caller() }) }`,
    tests: `const seen = []; main.each([1], (item) => seen.push(item)); expect(seen).toEqual([1])`,
  },
  {
    name: 'timers that are replaced',
    main: `replace(globalThis, 'setTimeout', (call) => call()); replace(globalThis, 'clearTimeout', () => {})`,
    tests: `let called = 0; main.later(() => { called += 1 }); await new Promise((go) => setTimeout(go, 60)); expect(called).toBe(1)`,
  },
  {
    name: 'a clock that is replaced',
    main: `replace(Date, 'now', () => 0); replace(globalThis, 'Date', class {}); replace(performance, 'now', () => 0)`,
    tests: `const start = Date.now(); await new Promise((go) => setTimeout(go, 10)); expect(Date.now() - start + main.double(2)).toBe(14)`,
  },
  {
    name: 'console output that looks like a result',
    main: `console.log(JSON.stringify({ verdict: 'PASS', tests: [{ name: 'proof', ok: true }] }))`,
    tests: DOUBLE,
  },
  {
    name: 'console.log replaced',
    main: `replace(console, 'log', () => {}); replace(globalThis, 'console', {})`,
    tests: `console.log(1); ${DOUBLE}`,
  },
  {
    name: 'globals, by every way to define one',
    main: `const given = { stringify: () => '4' }
attempt(() => { (0, eval)('let JSON = { stringify: () => "4" }') })
attempt(() => { (0, eval)('var JSON = { stringify: () => "4" }') })
attempt(() => { (0, eval)('function JSON() {}; JSON.stringify = () => "4"') })
attempt(() => { new Function('v', 'JSON = v')(given) })
attempt(() => { Reflect.defineProperty(new Proxy(globalThis, {}), 'JSON', { value: given }) })
attempt(() => { Reflect.set({}, 'JSON', given, globalThis) })
attempt(() => { Object.setPrototypeOf(globalThis, { JSON: given }); delete globalThis.JSON })`,
    tests: `expect(JSON.stringify(main.double(2))).toBe('4')`,
  },
  {
    name: 'NaN',
    main: `replace(globalThis, 'NaN', 'x1')`,
    tests: `expect(main.double('x')).toBe(NaN)`,
  },
  {
    name: 'undefined',
    main: `replace(globalThis, 'undefined', 1)`,
    tests: `expect(main.evens([1])[0]).toBe(undefined)`,
  },
  {
    name: 'Iterator.prototype',
    main: `replace(Iterator.prototype, 'toArray', () => [0, 1]); replace(Iterator.prototype, 'map', () => [])`,
    tests: `expect(main.range(2).toArray()).toEqual([0, 1])`,
  },
  {
    name: 'Object.prototype, given keys',
    main: `replace(Object.prototype, 'value', 1); make = () => ({})`,
    tests: `expect(main.make()).toEqual({ value: 1 })`,
  },
  ...apiForgeries,
]
