/** Programs picked by hand: bodies of async functions, by name. */
export const picked: [name: string, body: string][] = [
  ['recursion 500 deep', `const sum = (n) => n === 0 ? 0 : n + sum(n - 1); return sum(500)`],
  [
    'recursion without end',
    `const deep = () => deep() + 1; try { deep() } catch (e) { return e instanceof Error }`,
  ],
  [
    'mutual recursion',
    `const even = (n) => n === 0 || odd(n - 1); const odd = (n) => n !== 0 && even(n - 1); return [even(300), odd(301)]`,
  ],
  [
    'closures keep their variables',
    `const adders = [1, 2, 3].map((n) => (m) => n + m); return adders.map((add) => add(10))`,
  ],
  [
    'currying',
    `const curry = (f) => function next(...a) { return a.length >= f.length ? f(...a) : (...b) => next(...a, ...b) }; return curry((a, b, c) => a + b + c)(1)(2, 3)`,
  ],
  [
    'composition',
    `const pipe = (...fs) => (x) => fs.reduce((v, f) => f(v), x); return pipe((x) => x + 1, String, (s) => s.padStart(3, '0'))(6)`,
  ],
  [
    'this in methods and arrows',
    `const o = { v: 1, m() { return this.v }, a: () => typeof this, n() { return [1].map(() => this.v) } }; const { m } = o; let lost; try { lost = m() } catch (e) { lost = e.name } return [o.m(), o.n(), lost, m.bind({ v: 5 })()]`,
  ],
  [
    'deep copy',
    `const copy = (v) => Array.isArray(v) ? v.map(copy) : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, copy(x)])) : v; const a = { x: [1, { y: 2 }] }; const b = copy(a); b.x[1].y = 3; return [a, b]`,
  ],
  [
    'plain objects are told from others',
    `const plain = (v) => Object.prototype.toString.call(v) === '[object Object]' && Object.getPrototypeOf(v) === Object.prototype; return [plain({}), plain([]), plain(new Map()), plain(Object.create(null)), plain(new (class A {})())]`,
  ],
  [
    'types of values',
    `return [1, 'a', null, undefined, [], {}, () => 1, 1n, Symbol('s'), new Date(0), /a/, NaN].map((v) => typeof v + Object.prototype.toString.call(v))`,
  ],
  [
    'equality',
    `return [0 === -0, Object.is(0, -0), NaN === NaN, [NaN].includes(NaN), [NaN].indexOf(NaN), null == undefined, '1' == 1, [] == '', [1] == 1, null >= 0]`,
  ],
  [
    'sort is stable',
    `return [['b', 2], ['a', 2], ['c', 1], ['d', 2]].sort((x, y) => x[1] - y[1]).map((x) => x[0]).join('')`,
  ],
  ['sort by text', `return [10, 9, 1, 100, undefined, 'b', 'B', null].sort()`],
  [
    'holes',
    `const a = [1, , 3]; a[5] = 6; return [a, a.length, 1 in a, a.map((x) => 1), Object.keys(a), [...a]]`,
  ],
  [
    'length of arrays',
    `const a = [1, 2, 3]; a.length = 1; a[3] = 9; a.foo = 1; return [a, a.length, delete a[0], a]`,
  ],
  [
    'destructuring swaps',
    `let [a, b] = [1, 2]; [a, b] = [b, a]; const { length, 0: first } = 'héy'; return [a, b, length, first]`,
  ],
  [
    'default parameters',
    `const log = []; const f = (a = log.push('a'), { b = 2, c } = {}, [d = 3] = []) => [a, b, c, d]; return [f(), f(undefined, { c: null }, [undefined]), f.length, log]`,
  ],
  [
    'tagged templates',
    `const tag = (s, ...v) => s.raw.join('|') + v.join() + Object.isFrozen(s); return tag\`a\${1}\\n\${2}c\``,
  ],
  ['labels and blocks', `let n = 0; a: { n += 1; if (n) break a; n = 100 } return n`],
  [
    'getters on classes',
    `class T { static #n = 0; static get n() { return T.#n } static up() { return ++T.#n } #p() { return 'p' } q() { return this.#p() } static has(o) { return #p in o } } T.up(); return [T.n, new T().q(), T.has(new T()), T.has({})]`,
  ],
  [
    'inheritance from built-ins',
    `class E extends TypeError {} class M extends Map { get(k) { return super.get(k) ?? 'none' } } const m = new M([[1, 2]]); return [new E('x') instanceof TypeError, new E('x').name, m.get(1), m.get(2), m.size]`,
  ],
  [
    'fields shadow what is inherited',
    `class Bag extends Array { values = 'mine'; constructor() { super(); this.keys = 1 } } const b = new Bag(); const d = new Map(); d.get = 5; return [b.values, b.keys, d.get]`,
  ],
  [
    'own names of inherited properties',
    `const e = new Error('a'); e.name = 'N'; e.message = 'm'; const f = () => 1; f.toString = () => 'f!'; const o = {}; o.valueOf = () => 4; o.constructor = 1; o.hasOwnProperty = 2; return [String(e), String(f), o + 1, o.constructor, Object.keys(o)]`,
  ],
  [
    'prototypes made by hand',
    `const animal = { speak() { return this.name + '!' } }; const dog = Object.create(animal, { name: { value: 'Rex', enumerable: true } }); dog.toString = function () { return 'dog' }; return [dog.speak(), String(dog), Object.keys(dog), animal.isPrototypeOf(dog)]`,
  ],
  [
    'static inheritance',
    `class A { static make() { return new this() } who() { return this.constructor.name } } class B extends A {} return [B.make().who(), A.make().who(), Object.getPrototypeOf(B) === A]`,
  ],
  [
    'new.target and abstract classes',
    `class Shape { constructor() { if (new.target === Shape) throw new TypeError('abstract') } } class Sq extends Shape {} try { new Shape() } catch (e) { return [e.message, new Sq() instanceof Shape] }`,
  ],
  [
    'Symbol.toPrimitive',
    `const o = { [Symbol.toPrimitive]: (hint) => hint }; return [+o, \`\${o}\`, o + '']`,
  ],
  [
    'well-known symbols',
    `class Even { static [Symbol.hasInstance](n) { return n % 2 === 0 } } const o = { get [Symbol.toStringTag]() { return 'Tag' } }; return [2 instanceof Even, String(o), [].concat({ length: 1, 0: 'x', [Symbol.isConcatSpreadable]: true })]`,
  ],
  [
    'proxies',
    `const log = []; const p = new Proxy({ a: 1 }, { get: (t, k) => (log.push('get ' + String(k)), t[k] ?? 'none'), has: (t, k) => k === 'z', set: (t, k, v) => { t[k] = v * 2; return true }, deleteProperty: () => true, ownKeys: () => ['a', 'b'] }); p.b = 2; return [p.a, p.b, p.c, 'z' in p, delete p.a, Reflect.ownKeys(p), log]`,
  ],
  [
    'reflection',
    `return [Reflect.has({ a: 1 }, 'a'), Reflect.construct(Array, [2]).length, Reflect.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').set, Object.getOwnPropertyNames('ab'), Object.entries(Object.getOwnPropertyDescriptors({ a: 1 }))]`,
  ],
  [
    'frozen and sealed',
    `const o = Object.freeze({ a: { b: 1 } }); o.a.b = 2; let e; try { o.c = 1 } catch (x) { e = x.name } const s = Object.seal({ a: 1 }); s.a = 2; return [o, e, s, Object.isFrozen(o), Object.isSealed(s)]`,
  ],
  [
    'weak collections',
    `const k = {}; const w = new WeakMap([[k, 1]]); const s = new WeakSet([k]); return [w.get(k), w.has({}), s.has(k), new WeakRef(k).deref() === k]`,
  ],
  [
    'copies of arrays of ES2023',
    `const a = [3, 1, 2]; return [a.toSorted(), a.toReversed(), a.with(0, 9), a.toSpliced(1, 1), a.findLastIndex((n) => n > 1), a]`,
  ],
  [
    'typed arrays',
    `const b = new ArrayBuffer(8); const v = new DataView(b); v.setInt16(0, -2); v.setFloat32(4, 1.5, true); return [[...new Uint8Array(b)], Uint8ClampedArray.of(300, -5, 1.5), new Int8Array([127, 128]), v.getUint16(0)]`,
  ],
  [
    'dates, in UTC',
    `const d = new Date('2024-02-29T12:00:00Z'); d.setUTCFullYear(2025); return [d.toISOString(), new Date(NaN).getTime(), new Date(8.64e15 + 1).getTime(), Date.UTC(99, 0), new Date(0).toJSON()]`,
  ],
  [
    'local time is UTC',
    `const d = new Date(2025, 0, 31, 23, 30); d.setMonth(1); return [d.toISOString(), d.getHours(), d.getTimezoneOffset(), new Date('2025-03-30T02:30').getTime(), d.toString(), d.toDateString()]`,
  ],
  [
    'invalid dates',
    `try { new Date('nonsense').toISOString() } catch (e) { return [e.name, String(new Date('nonsense')), new Date('2025-13-01').getTime(), new Date(undefined).getDate()] }`,
  ],
  [
    'dates made of dates',
    `const a = new Date(5000); const b = new Date(a); b.setMilliseconds(7); return [a.getTime(), b.getTime(), a < b, b - a, new Date(a.getTime()) == a, new Date(1e3).valueOf(), new Date('5').getTime() === new Date('5').getTime()]`,
  ],
  [
    'local time in text',
    `return [new Date(0).toString(), new Date(0).toUTCString(), new Date(86399999).toTimeString(), JSON.stringify({ d: new Date(1e12) }), new Date(0) + 1]`,
  ],
  [
    'regular expressions with names',
    `const m = '2025-06-02'.match(/(?<y>\\d{4})-(?<m>\\d\\d)/); return [m.groups.y, m.index, '2025-06'.replace(/(?<y>\\d+)-(?<m>\\d+)/, '$<m>/$<y>'), [...'a1b22'.matchAll(/\\d+/g)].map((x) => [x[0], x.index])]`,
  ],
  [
    'sticky and global',
    `const r = /a/y; const g = /a/g; return [r.test('ba'), r.lastIndex, g.test('aa'), g.lastIndex, g.test('aa'), g.test('aa'), 'aXbX'.split(/X/), 'abc'.replace(/b/, (m, at, all) => m + at + all)]`,
  ],
  [
    'unicode in patterns',
    `return ['😀😁'.match(/./gu).length, '😀'.match(/./g).length, /\\p{Script=Greek}/u.test('α'), /^\\p{Lu}/u.test('Éa'), 'ſ'.match(/s/iu) !== null, /[\\p{L}--[a-z]]/v.test('a')]`,
  ],
  [
    'unicode in strings',
    `return [[...'👨‍👩‍👧'].length, 'é'.length, 'e\\u0301'.normalize().length, 'İ'.toLowerCase().length, 'ß'.toUpperCase(), '\\u{1F600}'.codePointAt(0), String.fromCodePoint(128512), 'ab\\ud800'.isWellFormed(), 'ab\\ud800'.toWellFormed()]`,
  ],
  [
    'escapes in addresses',
    `return [encodeURIComponent('a b&ü/😀'), decodeURIComponent('%F0%9F%98%80'), encodeURI('http://x/ä?q=1 2'), escape('ü')]`,
  ],
  [
    'JSON',
    `return [JSON.stringify([undefined, () => 1, Symbol()]), JSON.stringify({ a: [1, { b: 2 }] }, ['a']), JSON.stringify({ d: 1n === 1n, n: NaN, i: -0 }), JSON.parse('[1,{"a":null}]', (k, v) => v === null ? 'none' : v), JSON.stringify('\\u2028\\ud800"\\n')]`,
  ],
  [
    'JSON that goes round in circles',
    `const a = {}; a.a = a; try { JSON.stringify(a) } catch (e) { return e.name }`,
  ],
  [
    'numbers at their edges',
    `return [0.1 + 0.2, 2 ** 53 + 1, 1 / 0, -1 / 0, 0 / 0, 5 % 0, -5 % 3, 2 ** -1, 1e21 + '', 123456789012345680000 + '', (25).toString(36), 0.000001 + '', 1e-7 + '', Number.EPSILON > 0, 9007199254740993]`,
  ],
  [
    'bits',
    `return [~5, 5 & 3, 5 | 3, 5 ^ 3, 1 << 31, -1 >>> 0, -1 >> 1, 2 ** 32 | 0, 1.9 | 0, Math.clz32(1), Math.imul(0xffffffff, 5)]`,
  ],
  [
    'rounding',
    `return [Math.round(-0.5), Math.round(2.5), Math.round(-2.5), (1.005).toFixed(2), (0.5).toFixed(0), (2.5).toFixed(0), (1e21).toFixed(2), (-1.5).toFixed(0), (123.456).toPrecision(4), Math.fround(5.05)]`,
  ],
  [
    'mathematics',
    `return [Math.sin(1), Math.cos(1), Math.exp(1), Math.log(10), Math.cbrt(27), Math.atan2(1, 2), Math.log2(8), Math.tanh(0.5), Math.sqrt(2)].map((n) => n.toFixed(9))`,
  ],
  [
    'BigInt',
    `return [2n ** 64n, -7n / 2n, -7n % 2n, BigInt('0xff'), 5n > 4, 1n == 1, typeof 1n, BigInt(2 ** 53) + 1n, [3n, 1, 2n].sort().join(), (123n).toString(2), JSON.stringify({ n: String(1n) })]`,
  ],
  ['factorial of 50', `let f = 1n; for (let i = 1n; i <= 50n; i += 1n) f *= i; return f`],
  [
    'primes',
    `const sieve = new Uint8Array(2000); const out = []; for (let i = 2; i < 2000; i += 1) { if (sieve[i]) continue; out.push(i); for (let j = i * i; j < 2000; j += i) sieve[j] = 1 } return [out.length, out.at(-1)]`,
  ],
  [
    'permutations',
    `const all = (s) => s.length < 2 ? [s] : [...s].flatMap((c, i) => all(s.slice(0, i) + s.slice(i + 1)).map((r) => c + r)); return all('abcd').join()`,
  ],
  [
    'quick sort',
    `const sort = ([p, ...r]) => p === undefined ? [] : [...sort(r.filter((n) => n < p)), p, ...sort(r.filter((n) => n >= p))]; return sort([3, 7, 1, 9, 3, 0, -2])`,
  ],
  [
    'a linked list',
    `class Node { constructor(v, next = null) { this.v = v; this.next = next } } let head = null; for (const v of [1, 2, 3]) head = new Node(v, head); const out = []; for (let n = head; n; n = n.next) out.push(n.v); return [out, head]`,
  ],
  [
    'events',
    `class Bus { #on = {}; on(n, f) { (this.#on[n] ??= new Set()).add(f); return () => this.#on[n].delete(f) } emit(n, ...a) { for (const f of this.#on[n] ?? []) f(...a) } } const log = []; const b = new Bus(); const off = b.on('x', (v) => log.push(v)); b.emit('x', 1); off(); b.emit('x', 2); return log`,
  ],
  [
    'generators that talk',
    `function* talk() { const a = yield 'first'; try { yield a * 2 } catch (e) { yield 'caught ' + e } finally { yield 'last' } } const t = talk(); return [t.next(), t.next(4), t.throw('no'), t.next(), t.next()]`,
  ],
  [
    'generators without end',
    `function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b] } } const out = []; for (const n of fib()) { if (n > 50) break; out.push(n) } return out`,
  ],
  [
    'async generators',
    `async function* g() { for (let i = 0; i < 3; i += 1) { await null; yield i } } const out = []; for await (const v of g()) out.push(v); return out`,
  ],
  [
    'order of jobs',
    `const log = []; setTimeout(() => log.push('timer'), 0); Promise.resolve().then(() => log.push('job')).then(() => log.push('job 2')); queueMicrotask(() => log.push('micro')); (async () => { log.push('sync'); await 0; log.push('after') })(); log.push('end'); await new Promise((go) => setTimeout(go, 20)); return log`,
  ],
  [
    'order of timers',
    `const log = []; setTimeout(() => log.push('c'), 60); setTimeout(() => log.push('a'), 1); setTimeout((x) => log.push(x), 30, 'b'); const id = setTimeout(() => log.push('never'), 10); clearTimeout(id); await new Promise((go) => setTimeout(go, 120)); return log`,
  ],
  [
    'intervals',
    `let n = 0; await new Promise((go) => { const id = setInterval(() => { n += 1; if (n === 3) { clearInterval(id); go() } }, 5) }); return n`,
  ],
  [
    'debounce',
    `const debounce = (f, ms) => { let t; return (...a) => { clearTimeout(t); t = setTimeout(() => f(...a), ms) } }; const log = []; const d = debounce((v) => log.push(v), 20); d(1); d(2); await new Promise((go) => setTimeout(go, 80)); d(3); await new Promise((go) => setTimeout(go, 80)); return log`,
  ],
  [
    'promises that fail',
    `const out = []; try { await Promise.all([1, Promise.reject(new TypeError('t'))]) } catch (e) { out.push(e.name) } try { await Promise.any([Promise.reject(1)]) } catch (e) { out.push(e.name, e.errors) } out.push(await Promise.reject(2).catch((n) => n * 2)); out.push((await Promise.allSettled([Promise.reject(1), 2])).map((r) => r.status)); return out`,
  ],
  [
    'thenables',
    `const t = { then(go) { go('then') } }; return [await t, await Promise.resolve(t), await (async () => t)()]`,
  ],
  [
    'errors with causes',
    `try { try { null.x } catch (cause) { throw new Error('outer', { cause }) } } catch (e) { return [e.message, e.cause.name, e.cause instanceof TypeError, Object.keys(e)] }`,
  ],
  [
    'anything may be thrown',
    `const out = []; for (const v of [1, 'a', null, undefined, [1], { a: 1 }, Symbol.iterator, 1n]) try { throw v } catch (e) { out.push(e === v, typeof e) } return out`,
  ],
  [
    'finally wins',
    `const f = () => { try { throw 1 } catch { return 'catch' } finally { return 'finally' } }; const g = () => { for (const x of [1, 2]) { try { continue } finally { if (x === 2) return x } } }; return [f(), g()]`,
  ],
  [
    'strict mode',
    `const out = []; try { undeclared = 1 } catch (e) { out.push(e.name) } try { delete Object.prototype } catch (e) { out.push(e.name) } out.push((function () { return this })()); return out`,
  ],
  [
    'hoisting and the dead zone',
    `const out = [typeof f, typeof v]; try { l } catch (e) { out.push(e.name) } let l = 1; var v = 2; function f() {} return out`,
  ],
  [
    'order of keys',
    `return Object.keys({ b: 1, 2: 1, a: 1, 1: 1, [Symbol('s')]: 1, '-1': 1, '01': 1 })`,
  ],
  [
    'commas, exponents and optional calls',
    `const o = { f: (x) => x ** 2 ** 1 }; return [(1, 2), o.f?.(3), o.g?.(3), o?.['f'](4), -(2 ** 2), typeof o.h?.i.j.k]`,
  ],
  [
    'object spread and order',
    `return [{ ...[1, 2], ...null, c: 1 }, Object.assign({ a: 1 }, null, { a: 2, b: 3 }), { ...{ get x() { return 5 } } }]`,
  ],
  [
    'array-likes',
    `return [Array.from({ length: 3 }, (_, i) => i ** 2), Array.prototype.map.call('ab', (c) => c + c), Array.from(new Map([[1, 2]])), Array.of(7).length, [].slice.call({ 0: 'a', length: 1 })]`,
  ],
  [
    'string methods',
    `return ['a-b-c'.split('-', 2), 'abc'.at(-1), 'x'.codePointAt(9), 'abcabc'.lastIndexOf('b'), ' a '.trimStart() + '|', 'aXbX'.replaceAll('X', (m, i) => i), 'abc'.substr(-2, 1), 'a\\tb'.split(/\\s/), 'abc'.localeCompare('abd'), 'z'.padStart(3, 'ab')]`,
  ],
  [
    'the date of the clock',
    `return [typeof Date.now(), new Date() instanceof Date, typeof Date(), Date.length, Date.name]`,
  ],
  [
    'console is at hand',
    `return ['log', 'error', 'warn', 'table', 'group'].map((name) => typeof console[name])`,
  ],
]
