import { expect, test } from 'vitest'
import { forgeries, SOLUTION, WRONG } from '../../testing/forgeries'
import { runExercise } from '../run'

/** Prints how many built-in objects and functions a program can reach, and which of their properties are not fixed. */
const WALK = `
const seen = new Map([[globalThis, 'globalThis']])
const open = []
const visit = (value, name) => {
  if ((typeof value === 'object' || typeof value === 'function') && value !== null && !seen.has(value)) seen.set(value, name)
}
for (const made of [async () => {}, function* () {}, async function* () {}, 
  [].values(), [].entries(), ''[Symbol.iterator](), new Map().values(), new Set().values(), 'a'.matchAll(/a/g),
  [].values().map((x) => x), Iterator.from({ next() {} }), /a/, 1n, Symbol(), new Date(), Promise.resolve(), new Error(),
  new Uint8Array(1), new DataView(new ArrayBuffer(1)), new WeakRef({}), new Proxy({}, {}), new FinalizationRegistry(() => {}),
  (function () { return arguments })(), class {}])
  visit(Object.getPrototypeOf(made), 'the prototype of ' + Object.prototype.toString.call(made))
visit(Object.getOwnPropertyDescriptor((function () { return arguments })(), 'callee')?.get, 'callee')
for (const [holder, name] of seen) {
  visit(Object.getPrototypeOf(holder), name + '.__proto__')
  if (holder !== globalThis && Object.isExtensible(holder)) open.push(name + ' is extensible')
  for (const key of Reflect.ownKeys(holder)) {
    const property = Object.getOwnPropertyDescriptor(holder, key)
    const full = name + '.' + String(key)
    const fixed = ['NaN', 'Infinity', 'undefined', 'globalThis', 'Symbol(Symbol.toStringTag)'].includes(String(key))
    if (property.configurable || property.writable) open.push(full + ' can be changed')
    if (holder === globalThis && 'value' in property && !fixed) open.push(full + ' is a value of the global object')
    visit(property.value, full)
    visit(property.get, full)
    visit(property.set, full)
    if (holder === globalThis) visit(globalThis[key], full)
  }
}
console.log(seen.size)
for (const each of open) console.log(each)
`

test('Right code passes each of these tests', async () => {
  const { tests, problem } = await runExercise({
    language: 'JS',
    files: [{ path: 'main.js', text: SOLUTION }],
    tests: `import * as main from './main.js'\n${forgeries
      .map((forgery, at) => `test('${at}', async () => { ${forgery.tests} })`)
      .join('\n')}`,
    time_ms: 5000,
  })
  expect(problem).toBeUndefined()
  expect(tests.filter(({ ok }) => !ok)).toEqual([])
  expect(tests).toHaveLength(forgeries.length)
})

test.each(forgeries)(
  'Wrong code does not pass its test: $name',
  async ({ main, tests, time_ms = 300 }) => {
    const { verdict } = await runExercise({
      language: 'JS',
      files: [{ path: 'main.js', text: WRONG + main }],
      tests: `import * as main from './main.js'\ntest('proof', async () => { ${tests} })`,
      time_ms,
    })
    expect(verdict).not.toBe('PASS')
  },
)

test.each([
  ['of the language', ''],
  [
    'that only some code needs',
    '// Intl URL Event AbortController structuredClone TextEncoder atob crypto fromAsync',
  ],
])('No built-in object or function %s can be changed', async (_, named) => {
  const { console: lines } = await runExercise({
    language: 'JS',
    files: [{ path: 'main.js', text: `${named}\n${WALK}` }],
    tests: `import './main.js'; test('a', () => { expect(1).toBe(1) })`,
    time_ms: 5000,
  })
  const [count, ...open] = lines ?? []
  expect(open).toEqual([])
  expect(Number(count)).toBeGreaterThan(1000)
})
