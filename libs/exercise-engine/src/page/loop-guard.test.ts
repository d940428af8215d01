import { describe, expect, test } from 'vitest'
import { guardHandler, guardLoops } from './loop-guard'

const guarded = (text: string, kind: 'script' | 'module' | 'tests' = 'script'): string => {
  const code = guardLoops('main.js', text, kind)
  if (typeof code !== 'string') throw new Error(JSON.stringify(code))
  return code
}

/** Returns the lines of the loops that check the time limit. */
const asking = (text: string) =>
  [...guarded(text).matchAll(/__rookies\.tick\("main\.js",(\d+)\);/g)].map(([, line]) =>
    Number(line),
  )

/** Runs a guarded script, and stops it at the check number `rounds`. Returns its value, or the line of that check. */
async function outcome(text: string, rounds = 1_000): Promise<unknown> {
  let left = rounds
  const __rookies = {
    tick(_: string, line: number) {
      left -= 1
      if (left < 0) throw new Error(`line ${line}`)
    },
  }
  try {
    return await new Function('__rookies', `return eval(${JSON.stringify(guarded(text))})`)(
      __rookies,
    )
  } catch (error) {
    return (error as Error).message
  }
}

describe('an endless loop ends', () => {
  test.each<[string, string, number]>([
    ['while', 'let a = 0\nwhile (true) { a += 1 }', 2],
    ['for', '\n\nfor (;;) {}', 3],
    ['do', 'let a = 0\ndo {\n  a += 1\n} while (true)', 2],
    ['without braces', 'let a = 0\nwhile (true) a += 1', 2],
    ['with an empty statement', 'while (true);', 1],
    ['do without braces', 'let a = 0\ndo a += 1\nwhile (true)', 2],
    [
      'of a generator',
      'function* all() {\n  while (true) yield 1\n}\nfor (const one of all()) one',
      4,
    ],
    ['inside a finished one', 'for (let i = 0; i < 3; i++)\n  for (;;) i', 2],
    ['with a label', 'outer: while (true) {\n  for (;;) continue outer\n}', 1],
    ['in an arrow function', 'const f = () => { for (;;); }\nf()', 1],
    ['in an arrow function in an argument', '[1].map(() => {\n  while (1) ;\n})', 2],
    ['in an arrow without braces', '(() => (function () {\nwhile (1);\n})())()', 2],
    ['in a class', 'class A {\n  static { for (;;) ; }\n}', 2],
    ['in a method', '({ run() { while (1) {} } }).run()', 1],
    ['in a template', `\`\${(() => {\n for (;;) ;\n})()}\``, 2],
    ['in a default value', 'const f = (a = (() => { for (;;) ; })()) => a\nf()', 1],
    ['in an else', 'if (false) a(); else while (1) ;', 1],
    ['after strict', "'use strict'\nwhile (1) ;", 2],
    ['of an iterator', 'for (const one of { *[Symbol.iterator]() { for (;;) yield 1 } }) one', 1],
    ['that catches', 'for (;;) {\n  try { for (;;) ; } catch {}\n}', 1],
    ['async', '(async () => {\n  for (;;) await null\n})()', 2],
    ['of calls', 'const f = () => f()\nf()', 1],
    ['of strict calls', "function f() {\n  'use strict'\n  f()\n}\nf()", 1],
    ['of promises', 'let a = 0\nconst f = () => Promise.resolve().then(f)\nf()', 2],
    ['of awaited calls', 'const f = async () => {\n  await null\n  return f()\n}\nf()', 1],
    ['of objects', 'const f = () => ({ a: f() })\nf()', 1],
    ['of a getter', '({ get a() { return this.a } }).a', 1],
    [
      'of a constructor',
      'class A {}\nclass B extends A { constructor() { super(); new B() } }\nnew B()',
      2,
    ],
    [
      'for await',
      '(async () => {\n  for await (const one of (async function* () { for (;;) yield 1 })()) one\n})()',
      2,
    ],
  ])('%s', async (_, text, line) => {
    expect(await outcome(text)).toBe(`line ${line}`)
  })
})

describe('a loop that ends does what it did', () => {
  test.each<[string, string, unknown]>([
    ['for', 'let a = 0\nfor (let i = 0; i < 4; i++) a += i\na', 6],
    ['of', 'let a = ""\nfor (const b of "abc") { a = b + a }\na', 'cba'],
    ['in', 'let a = ""\nfor (const key in { x: 1, y: 2 }) a += key\na', 'xy'],
    ['do', 'let a = 0\ndo a++\nwhile (a < 3)\na', 3],
    ['if and else', 'let a = 0\nif (true) while (a < 2) a++\nelse a = 9\na', 2],
    [
      'nested without braces',
      'let a = 0\nfor (const b of [1, 2]) for (const c of [3, 4]) a += b * c\na',
      21,
    ],
    [
      'labels',
      'let a = 0\nouter: for (const b of [1, 2, 3]) {\n  for (const c of [1, 2]) {\n    if (b === 2) continue outer\n    if (b === 3) break outer\n    a += c\n  }\n}\na',
      3,
    ],
    [
      'a label inside',
      'let a = 0\nfor (const b of [1, 2]) inner: for (const c of [1, 2]) { if (c === 2) break inner; a += b }\na',
      3,
    ],
    [
      'closures',
      'const all = []\nfor (let i = 0; i < 3; i++) all.push(() => i)\nall.map((f) => f()).join()',
      '0,1,2',
    ],
    [
      'arrows',
      '[((a) => a + 1)(1), ((a, b) => (a, b))(1, 2), (() => ({ a: 3 }).a)()].join()',
      '2,2,3',
    ],
    [
      'a loop without braces that ends with an arrow',
      'let f\nfor (const b of [7]) f = () => b\nf()',
      7,
    ],
    [
      'loops and arrows that all end at one place',
      'let f\nfor (const a of [1]) for (const b of [2]) f = (c) => (d) => a + b + c + d\nf(3)(4)',
      10,
    ],
    ['arrows of arrows', '((a) => (b) => (c) => a + b + c)(1)(2)(3)', 6],
    ['strict functions', "(function () { 'use strict'; return this === undefined })()", true],
    [
      'strict functions without a semicolon',
      "(function () {\n  'use strict'\n  return this === undefined\n})()",
      true,
    ],
    ['empty functions', '(() => {})() === undefined', true],
    ['async', '(async () => { let a = 0; for (const b of [1, 2]) a += await b; return a })()', 3],
    [
      'for await',
      '(async () => { let a = 0; for await (const b of [Promise.resolve(2), 3]) a += b; return a })()',
      5,
    ],
    [
      'generators',
      'function* f() { for (const a of [1, 2]) yield* [a, a] }\n[...f()].join()',
      '1,1,2,2',
    ],
    [
      'a comma and a regular expression',
      'let a = "for (;;) {}".replace(/while \\(.*\\)|for/, "x"), b = 0\nwhile (b < 1) b++, a\na',
      'x (;;) {}',
    ],
  ])('%s', async (_, text, value) => {
    expect(await outcome(text)).toBe(value)
  })
})

test('text that only looks like a loop is not changed', () => {
  for (const text of [
    'const a = "while (true) {}"',
    "const a = 'for (;;) {}' // do {} while (1)",
    '/* for (;;) {} */ const a = /while \\(x\\) \\{/',
    `const a = \`for (;;) { \${"while (1) {"} }\``,
    'const a = { for: 1, while: 2, do: 3 }\na.for + a.while',
    'const forEach = [1]\nforEach.at(0)',
  ])
    expect(guarded(text)).toBe(text)
})

test('a guarded script has the same lines, and each loop passes its line to the check of the time limit', () => {
  const text = 'let a = 0\nfor (;;)\n{\n  while (a) a--\n  do { a } while (a)\n  break\n}\n// end'
  expect(guarded(text).split('\n')).toHaveLength(8)
  expect(asking(text)).toEqual([2, 4, 5])
})

test('a script that cannot be parsed says where', () => {
  expect(guardLoops('main.js', 'let a = 1\nlet b = (', 'script')).toEqual({
    message: expect.stringMatching(/^SyntaxError: /),
    path: 'main.js',
    line: 2,
    column: 10,
  })
  expect(guardLoops('main.js', 'let a\nlet a', 'script')).toMatchObject({ line: 2 })
  expect(guardLoops('main.js', `${'['.repeat(20_000)}`, 'script')).toMatchObject({
    path: 'main.js',
  })
})

test('imports are refused with their line, except the import of vitest, which becomes declarations', () => {
  expect(guardLoops('main.js', "\nimport { a } from './a.js'", 'module')).toMatchObject({
    message: expect.stringContaining("imports './a.js'"),
    line: 2,
  })
  expect(guardLoops('main.js', "import { a } from 'vitest'", 'module')).toMatchObject({ line: 1 })
  expect(guardLoops('tests.js', "import { a } from './main.js'", 'tests')).toMatchObject({
    line: 1,
  })
  const tests = "import {\n  test\n} from 'vitest'\nfor (;;) await 1"
  expect(guarded(tests, 'tests')).toBe(
    'const test = __api.test;        \n      \n               \nfor (;;) {__rookies.tick("main.js",4);await 1}',
  )
  const more = `import assert, { ok } from 'node:assert'; import { expect as e } from 'chai'; import * as all from 'mocha'`
  expect(guarded(more, 'tests').replace(/\s+/g, ' ').trim()).toBe(
    'const assert = __api.assert;const ok = __api.assert.ok; const e = __api.chaiExpect; const all = __api;',
  )
})

describe('the code of an attribute', () => {
  const at = (line: number) => ({ path: 'index.html', line: line + 3 })

  test('has checks where it repeats something, also without a place', () => {
    expect(guardHandler('while (a) b()', at)).toBe('while (a) {__rookies.tick("index.html",4);b()}')
    expect(guardHandler('a()\nlist.map(() => 1)', at)).toBe(
      'a()\nlist.map(() => (__rookies.tick("index.html",5),1))',
    )
    expect(guardHandler('for (;;);', () => ({}))).toBe('for (;;){__rookies.tick();;}')
  })

  test('is unchanged if it contains no loop, already has the checks, or cannot run', () => {
    for (const code of ['go()', 'return false', 'while (', guardHandler('for (;;);', at)])
      expect(guardHandler(code, at)).toBe(code)
  })

  test('does not run if it cannot be read', () => {
    expect(guardHandler(`a = ${'['.repeat(20_000)}`, at)).toMatch(/^throw /)
  })
})
