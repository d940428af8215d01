import { expect, test } from 'vitest'
import { run, runBody } from '../testing/run-support'

/** Bodies of functions. Their result in the engine must equal their result in Node. */
const SAME = [
  // structuredClone
  `const a = { d: new Date(5), m: new Map([[{ k: 1 }, new Set([1])]]), r: /x/gi, u: undefined, n: [1, , 3], big: 5n, o: Object('x') }; a.me = a
   const b = structuredClone(a); return [b !== a, b.me === b, b.d.getTime(), [...b.m.keys()][0].k, b.r.flags, 'u' in b, 1 in b.n, b.big, typeof b.o, b.o.length]`,
  `class A { x = 1; #y = 2; get z() { return 3 } m() {} } const b = structuredClone(new A()); return [b.constructor === Object, Object.keys(b)]`,
  `const e = structuredClone(new RangeError('no', { cause: { a: 1 } })); return [e instanceof RangeError, e.message, e.cause.a]`,
  `const t = Uint8Array.of(1, 2, 3).subarray(1); const c = structuredClone(t); t[0] = 9; return [c.constructor.name, ...c, c.byteOffset, c.buffer.byteLength]`,
  `return structuredClone(() => 1)`,
  `return structuredClone({ a: Symbol('s') })`,
  `return structuredClone(Promise.resolve())`,
  `try { structuredClone(() => 1) } catch (e) { return [e.name, e.code, e instanceof Error, e instanceof DOMException] }`,
  // URL and URLSearchParams
  `const u = new URL('https://me:pw@Example.com:8080/a/../b?x=1&x=2#top'); return [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.searchParams.getAll('x'), String(u), JSON.stringify(u)]`,
  `const u = new URL('/c?q=ä b', 'https://a.example/d/'); u.hash = 'h'; u.port = '99'; u.searchParams.append('k', 'v w'); u.pathname = '/x y'; return u.href`,
  `const u = new URL('https://a.example/?a=1'); const p = u.searchParams; u.search = '?b=2'; const one = p.get('b'); u.href = 'https://b.example/?c=3'; return [one, p.get('c'), u.host]`,
  `return [URL.canParse('nope'), URL.canParse('/a', 'https://b.example')]`,
  `try { return new URL('nope') } catch (e) { return [e.name, e.message] }`,
  `const p = new URLSearchParams('?a=1&b=%20x+y&a=2&c&%zz=%ff'); p.append('ü', '&='); p.delete('a', '2'); p.set('b', 'z'); p.sort(); return [String(p), p.size, p.has('c'), p.has('c', '1'), p.get('none'), [...p], [...p.keys()], [...p.values()]]`,
  `const all = []; new URLSearchParams({ a: 1, b: [2, 3] }).forEach((value, name) => all.push(name + value)); return [all, String(new URLSearchParams([['x', 'y']])), String(new URLSearchParams(new Map([['m', 1]])))]`,
  `return new URLSearchParams([['a']])`,
  // texts and bytes
  `return [...new TextEncoder().encode('aé€😀\\ud800')]`,
  `return [new TextDecoder().decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98, 0x80, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80))]`,
  `const d = new TextDecoder(); return [d.decode(Uint8Array.of(0xe2, 0x82), { stream: true }), d.decode(Uint8Array.of(0xac), { stream: true }), d.decode(), d.encoding]`,
  `const b = new Uint8Array(4); return [new TextEncoder().encodeInto('a€€', b), [...b]]`,
  `try { new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(0xff)) } catch (e) { return e.name }`,
  `return [btoa('Hello, World!'), atob('SGVsbG8s IFdvcmxkIQ=='), btoa(''), atob('YQ'), btoa('\\xff')]`,
  `try { btoa('€') } catch (e) { return [e.name, e.code] }`,
  `try { atob('a') } catch (e) { return [e.name, e.message] }`,
  `try { atob('ab=') } catch (e) { return e.name }`,
  // jobs
  `const all = []; queueMicrotask(() => all.push('b')); all.push('a'); await null; return all`,
  // events
  `const t = new EventTarget(); const all = []; const f = (e) => { all.push(e.type + e.detail + (e.target === t) + (e.currentTarget === t)); e.preventDefault() }
   t.addEventListener('a', f); t.addEventListener('a', f); t.addEventListener('a', { handleEvent() { all.push('object') } }, { once: true })
   const e = new CustomEvent('a', { detail: 5, cancelable: true }); const first = t.dispatchEvent(e); t.dispatchEvent(new Event('a')); t.removeEventListener('a', f); t.dispatchEvent(new Event('a'))
   return [all, first, e.defaultPrevented, e.currentTarget, e.bubbles, e.isTrusted]`,
  `const t = new EventTarget(); const all = []; t.addEventListener('a', (e) => { all.push(1); e.stopImmediatePropagation() }); t.addEventListener('a', () => all.push(2)); t.dispatchEvent(new Event('a')); return all`,
  `class Shop extends EventTarget { sell() { this.dispatchEvent(new CustomEvent('sold', { detail: 'tea' })) } } const s = new Shop(); let seen; s.addEventListener('sold', function (e) { seen = [e.detail, this === s] }); s.sell(); return seen`,
  `const c = new AbortController(); const all = []; c.signal.addEventListener('abort', (e) => all.push(e.type)); c.signal.onabort = () => all.push('on'); c.abort(); c.abort('x'); return [all.sort(), c.signal.aborted, c.signal.reason.name, c.signal.reason.message]`,
  `const c = new AbortController(); const t = new EventTarget(); let n = 0; t.addEventListener('a', () => n++, { signal: c.signal }); t.dispatchEvent(new Event('a')); c.abort(new Error('why')); t.dispatchEvent(new Event('a')); try { c.signal.throwIfAborted() } catch (e) { return [n, e.message] }`,
  `const s = AbortSignal.timeout(20); await new Promise((go) => s.addEventListener('abort', go)); return [s.aborted, s.reason.name]`,
  `const c = new AbortController(); const s = AbortSignal.any([c.signal, AbortSignal.timeout(1e6)]); c.abort(7); return [s.aborted, s.reason, AbortSignal.abort().aborted]`,
  `try { new AbortSignal() } catch (e) { return [e.name, e.message] }`,
  `return [Object.prototype.toString.call(new URL('a:b')), Object.prototype.toString.call(new Event('a')), URL.name, Object.keys(new URL('a:b')), typeof crypto.randomUUID, typeof fetch === 'nothing']`,
]

const outcome = `async (call) => {
  const write = (value) => JSON.stringify(value, (_, held) => typeof held === 'bigint' ? held + 'n' : held === undefined ? 'undefined' : held)
  try { return write(await call()) } catch (error) { return error.name + ': ' + error.message }
}`

// The globals of browsers that exercises have (rules/exercise-runs#globals).
test.each(SAME)('A program has the result that Node gives it: %s', async (body) => {
  const there = await new Function(`return (${outcome})(async () => { ${body} })`)()
  const { console: lines, problem } = await runBody(
    `export const f = async () => { ${body} }\nexport const outcome = ${outcome}`,
    `console.log(await main.outcome(main.f)); expect(1).toBe(1)`,
  )
  expect([problem, lines?.join('\n')]).toEqual([undefined, there])
})

test('Array.fromAsync collects values of promises and asynchronous generators', async () => {
  const text = `async function* g() { yield 1; yield 2 }
    expect(await Array.fromAsync(g(), (n) => n * 2)).toEqual([2, 4])
    expect(await Array.fromAsync([Promise.resolve(3), 4])).toEqual([3, 4])
    expect(await Array.fromAsync({ length: 1, 0: 'x' })).toEqual(['x'])
    await expect(Array.fromAsync(null)).rejects.toThrow(TypeError)`
  expect((await runBody('', text)).ok).toBe(true)
})

test('Addresses, queries, and events that differ are not equal', async () => {
  const tests = [
    `expect(new URL('https://a.example')).not.toEqual(new URL('https://b.example'))`,
    `const u = new URL('https://a.example'); u.pathname = '/x'; expect(u).toEqual(new URL('https://a.example/x'))`,
    `expect(new URLSearchParams('a=1')).not.toEqual(new URLSearchParams('a=2'))`,
    `expect(new CustomEvent('a', { detail: 1 })).not.toEqual(new CustomEvent('a', { detail: 2 }))`,
    `expect(AbortSignal.abort()).not.toEqual(new AbortController().signal)`,
  ]
  for (const text of tests) expect([text, (await runBody('', text)).ok]).toEqual([text, true])
})

test('Random numbers of crypto are the same in every run and test', async () => {
  const body = `const id = crypto.randomUUID(); console.log(id, ...crypto.getRandomValues(new Uint8Array(4))); expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/); expect(crypto.randomUUID()).not.toBe(id)`
  const { tests, verdict } = await run(
    '',
    `test('a', () => { ${body} }); test('b', () => { ${body} })`,
  )
  expect(verdict).toBe('PASS')
  expect(tests[0]?.console).toEqual(tests[1]?.console)
})

test('An error of a listener is told, and fails a test that waits', async () => {
  const main = `export const t = new EventTarget()\nt.addEventListener('a', () => {\n  null.x\n})`
  const { console: lines, problem } = await runBody(
    main,
    `main.t.dispatchEvent(new Event('a')); expect(1).toBe(1); await new Promise((go) => setTimeout(go, 5))`,
  )
  expect(lines?.[0]).toMatch(/^Uncaught \[TypeError/)
  expect(problem).toMatchObject({ path: 'main.js', line: 3 })
})

test.each([
  ['fetch', 'fetch is not available here: exercises have no network'],
  ['document', 'document is not available here: this exercise is a program without a page'],
  ['window', 'window is not available here: this exercise is a program without a page'],
  ['localStorage', 'localStorage is not available here: a program keeps nothing between its runs'],
  [
    'prompt',
    'prompt is not available here: a program has no window. Use console.log(), arguments, or results',
  ],
  ['process', 'process is not available here: exercises do not run in Node'],
  [
    'setImmediate',
    'setImmediate is not available here: exercises do not run in Node. Use setTimeout()',
  ],
  ['Worker', 'Worker is not available here: exercises run in one thread'],
  ['fetsh', "ReferenceError: 'fetsh' is not defined"],
])('A program that uses %s is told why it is missing', async (name, message) => {
  const { problem } = await runBody(`export const f = () => {\n  ${name}.a\n}`, 'main.f()')
  expect(problem).toMatchObject({ message, path: 'main.js', line: 2 })
  expect((await runBody('', `expect(typeof ${name}).toBe('undefined')`)).ok).toBe(true)
})
