import { Random } from './random.ts'

type Make = (random: Random) => string

const WORDS = [
  '',
  'a',
  'Ångström',
  'naïve café',
  '😀 smile',
  'x,y;z',
  '  pad ',
  'ﬁ',
  'ẞß',
  'A1b2C3',
  '中文字',
  'a\\u0301',
]
const word = (random: Random) => `'${random.pick(WORDS)}'`
const number = (random: Random) =>
  random.pick([
    () => String(random.whole(-20, 20)),
    () => `${random.whole(-999, 999)}.${random.whole(0, 999)}`,
    () =>
      random.pick([
        '0',
        '-0',
        'NaN',
        'Infinity',
        '1e21',
        '5e-324',
        '(2 ** 53)',
        '0.1',
        '(1 / 3)',
        '0xff',
      ]),
  ])()
const numbers = (random: Random) =>
  `[${random.list(0, 8, () => String(random.whole(-9, 30))).join(', ')}]`

const expression = (random: Random, depth: number): string => {
  if (depth === 0)
    return random.pick([
      () => number(random),
      () => word(random),
      () =>
        random.pick([
          'true',
          'false',
          'null',
          'undefined',
          '[]',
          '[1, 2]',
          '({})',
          "'12'",
          "' 7 '",
        ]),
    ])()
  const side = () => expression(random, depth - 1)
  return random.pick([
    () =>
      `(${side()} ${random.pick(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '===', '!=', '!=='])} ${side()})`,
    () =>
      `(${side()} ${random.pick(['+', '&', '|', '^', '<<', '>>', '>>>', '&&', '||'])} ${side()})`,
    () => `(${side()} ?? ${side()})`,
    () => `(${random.pick(['!', '-', '+', '~', 'typeof ', 'void '])}${side()})`,
    () => `(${side()} ? ${side()} : ${side()})`,
    () => `\`\${${side()}}|\${${side()}}\``,
    () => `((${side()}) ** ${random.whole(0, 4)})`,
    () => `String(${side()})`,
    () => `Number(${side()})`,
  ])()
}

const ARRAY_STEPS: Make[] = [
  (random) => `.map((n, i) => n * ${random.whole(-3, 3)} + i)`,
  (random) => `.filter((n) => n % ${random.whole(2, 4)} !== 0)`,
  (random) => `.slice(${random.whole(-4, 4)}, ${random.whole(-4, 9)})`,
  () => '.sort()',
  () => '.sort((a, b) => (Number(b) || 0) - (Number(a) || 0))',
  (random) => {
    const by = random.whole(2, 5)
    return `.toSorted((a, b) => (Number(a) % ${by} || 0) - (Number(b) % ${by} || 0))`
  },
  () => '.reverse()',
  () => '.flatMap((n) => [n, [n]])',
  () => '.flat()',
  (random) => `.concat(${numbers(random)}, ${random.whole(0, 9)})`,
  (random) => `.fill(${random.whole(0, 9)}, ${random.whole(-3, 3)}, ${random.whole(-3, 6)})`,
  (random) => `.copyWithin(${random.whole(-3, 3)}, ${random.whole(-3, 3)})`,
  (random) => `.toSpliced(${random.whole(-3, 3)}, ${random.whole(0, 3)}, 'new')`,
  () => '.map(String)',
]
const ARRAY_ENDS: Make[] = [
  () => '',
  () => '.join()',
  (random) => `.indexOf(${random.whole(0, 9)})`,
  (random) => `.includes(${random.whole(0, 9)})`,
  () => '.reduce((a, b) => a + b)',
  () => ".reduceRight((a, b) => a + '-' + b, '')",
  (random) => `.findLast((n) => n > ${random.whole(0, 9)})`,
  (random) => `.at(${random.whole(-5, 5)})`,
  () => '.some((n) => n < 0)',
  () => '.every((n) => n >= 0)',
  () => '.lastIndexOf(3)',
  () => '.length',
]
const arrays: Make = (random) =>
  `const list = ${numbers(random)}; const out = list${random
    .list(1, 4, () => random.pick(ARRAY_STEPS)(random))
    .join('')}${random.pick(ARRAY_ENDS)(random)}; return [out, list]`

const STRING_STEPS: Make[] = [
  (random) => `.slice(${random.whole(-5, 5)}, ${random.whole(-5, 9)})`,
  (random) => `.substring(${random.whole(-2, 5)}, ${random.whole(0, 9)})`,
  (random) => `.padStart(${random.whole(0, 12)}, ${word(random)})`,
  (random) => `.padEnd(${random.whole(0, 12)}, 'ab')`,
  (random) =>
    `.replace(${random.pick(['/[aeiou]/g', '/(.)(.)/', '/\\s+/', "'a'"])}, ${random.pick(["'[$&]'", "'$1$1'", '(all) => all.length', "'$$'"])})`,
  () => ".replaceAll('a', 'bb')",
  (random) => `.repeat(${random.whole(0, 3)})`,
  () => '.toUpperCase()',
  () => '.toLowerCase()',
  () => '.trim()',
  (random) => `.normalize('${random.pick(['NFC', 'NFD', 'NFKC'])}')`,
  () => ".split('').reverse().join('')",
  () => ".concat('…', 1)",
]
const STRING_ENDS: Make[] = [
  () => '',
  () => '.length',
  (random) => `.split(${random.pick(["''", "','", '/[,;]/', '/(\\d)/'])})`,
  (random) => `.codePointAt(${random.whole(0, 3)})`,
  (random) => `.charCodeAt(${random.whole(0, 5)})`,
  (random) => `.at(${random.whole(-3, 3)})`,
  (random) => `.indexOf(${word(random)}, ${random.whole(0, 3)})`,
  (random) => `.startsWith(${word(random)})`,
  () => '.isWellFormed()',
  () => '.search(/\\d/)',
]
const strings: Make = (random) =>
  `return (${word(random)} + ${word(random)})${random
    .list(1, 4, () => random.pick(STRING_STEPS)(random))
    .join('')}${random.pick(STRING_ENDS)(random)}`

const PIECES = [
  'a',
  '.',
  '\\\\d',
  '\\\\w',
  '\\\\s',
  '[a-c]',
  '[^x]',
  '(a|b)',
  '(?:ab)',
  '(?<n>\\\\w)',
  '\\\\b',
  '(?=b)',
  '(?!c)',
  '(?<=a)',
  '(?<!b)',
  '\\\\p{L}',
  '😀',
  '^',
  '$',
]
const COUNTS = ['', '', '', '*', '+', '?', '*?', '+?', '{1,2}']
const patterns: Make = (random) => {
  const pattern = random
    .list(1, 4, () => {
      const piece = random.pick(PIECES)
      return (
        piece +
        (/^(\\\\b|\(\?[=!<]|\^|\$)/.test(piece) && !piece.startsWith('(?<n>')
          ? ''
          : random.pick(COUNTS))
      )
    })
    .join('')
  const flags = `u${random.pick(['', 'g', 'i', 's', 'm', 'y', 'gi', 'd'])}`
  const text = random
    .list(0, 8, () => random.pick(['a', 'b', 'c', 'x', '1', ' ', '😀', 'É', '\\n']))
    .join('')
  return `const p = new RegExp('${pattern}', '${flags}'); const t = '${text}'; const m = p.exec(t); return [m && [...m], m && m.index, m && m.groups && { ...m.groups }, p.lastIndex, t.replace(p, '<$&>'), t.split(p)]`
}

const moment = (random: Random) =>
  `Date.UTC(${random.whole(1890, 2150)}, ${random.whole(-5, 20)}, ${random.whole(-40, 60)}, ${random.whole(0, 30)}, ${random.whole(0, 90)}, ${random.whole(0, 90)})`
const dates: Make = (random) =>
  random.pick([
    () => `return new Date(${moment(random)}).toISOString()`,
    () =>
      `const d = new Date(${moment(random)}); d.setUTCMonth(${random.whole(-3, 15)}, ${random.whole(-5, 40)}); return [d.getUTCDay(), d.getUTCDate(), d.toJSON(), d.toUTCString()]`,
    () => `return Math.floor((${moment(random)} - ${moment(random)}) / 86400000)`,
    () =>
      `const d = new Date(${moment(random)}); d.setUTCHours(${random.whole(-30, 60)}, ${random.whole(0, 99)}); return d.getTime()`,
    () =>
      `return Date.parse('${random.whole(1900, 2100)}-${random.pick(['01', '02', '12'])}-${random.pick(['01', '29', '31'])}${random.pick(['', 'T10:20:30Z', 'T23:59:59.999Z', 'T00:00:00+05:30'])}')`,
  ])()

const classes: Make = (random) => {
  const [a, b, c] = [random.whole(0, 9), random.whole(0, 9), random.whole(0, 9)]
  return random.pick([
    () =>
      `class A { #v = ${a}; static made = 0; static { A.made += ${b} } constructor() { A.made += 1 } get v() { return this.#v } set v(n) { this.#v = n * ${c} } } class B extends A { get v() { return super.v + 1 } set v(n) { super.v = n } } const o = new B(); o.v = ${b}; return [o.v, A.made, B.made, o instanceof A, Object.keys(o)]`,
    () =>
      `const { x = ${a}, y: { z = ${b}, ...rest } = {}, ...more } = { y: { ${random.pick(['z: 3,', ''])} p: ${c} }, q: [${a}] }; return [x, z, rest, more]`,
    () =>
      `const o = { a: ${a}, get b() { return this.a * ${b} }, ['c' + ${c}]: [1, , 3], __proto__: { d: 1 } }; const copy = { ...o, a: ${c} }; return [copy, o.b, 'd' in o, Object.hasOwn(o, 'd'), Object.entries(o).length]`,
    () =>
      `const count = (start) => { let n = start; return { up: (by = ${a}) => (n += by), get n() { return n } } }; const one = count(${b}); const two = count(${c}); one.up(); one.up(${c}); two.up(); return [one.n, two.n]`,
    () =>
      `class Stack extends Array { top() { return this.at(-1) } } const s = Stack.from([${a}, ${b}]); s.push(${c}); const t = s.map((n) => n + 1); return [s.top(), s.length, t instanceof Stack, t.top(), Array.isArray(t)]`,
    () =>
      `class MyError extends Error { constructor(m) { super(m, { cause: ${a} }); this.name = 'My'; this.code = ${b} } } try { throw new MyError('m${c}') } catch (e) { return [e.name, e.message, e.code, e.cause, String(e), e instanceof Error] }`,
    () =>
      `function Old(v) { if (!new.target) return new Old(v); this.v = v } Old.prototype.twice = function () { return this.v * 2 }; Old.prototype.toString = function () { return 'Old' + this.v }; const o = Old(${a}); return [o.twice(), \`\${o}\`, o.constructor === Old, Old.prototype.twice.call({ v: ${b} })]`,
    () =>
      `const m = new Map([[${a}, 'a'], [NaN, ${b}], ['${c}', ${c}]]); m.delete(${c}); const s = new Set([${a}, ${b}, ${c}, ${a}]); return [m, m.get(NaN), s, [...s].length, [...s].length]`,
  ])()
}

const generators: Make = (random) => {
  const n = random.whole(0, 6)
  return random.pick([
    () =>
      `function* g(n) { try { for (let i = 0; i < n; i += 1) { const got = yield i * 2; if (got) yield got } return 'end' } finally { log.push('f') } } const log = []; const it = g(${n}); return [it.next(), it.next(${random.whole(0, 3)}), ${random.pick(["it.return('r')", 'it.next()', 'it.next(9)'])}, it.next(), [...g(${n})], log]`,
    () =>
      `const it = { *[Symbol.iterator]() { yield* [${n}, 2]; yield* 'ab' } }; const [a, , ...b] = it; return [a, b, Math.max(...[...it].slice(0, 2)), Array.from(it, (x) => x + '!')]`,
    () =>
      `const log = []; const iterable = { [Symbol.iterator]: () => ({ i: 0, next() { return { value: (this.i += 1), done: this.i > ${n} } }, return() { log.push('closed'); return {} } }) }; for (const x of iterable) { log.push(x); if (x > ${random.whole(1, 4)}) break } return log`,
  ])()
}

const promises: Make = (random) => {
  const steps = random
    .list(2, 6, () => '')
    .map((_, at) =>
      random.pick([
        () => `Promise.resolve(${at}).then((v) => log.push('then' + v))`,
        () => `(async () => { log.push('in${at}'); await null; log.push('out${at}') })()`,
        () =>
          `Promise.reject(new Error('e${at}')).catch((e) => log.push(e.message)).finally(() => log.push('fin${at}'))`,
        () => `queueMicrotask(() => log.push('micro${at}'))`,
        () =>
          `new Promise((go) => { log.push('new${at}'); go(Promise.resolve(${at})) }).then((v) => log.push('late' + v))`,
        () => `Promise.all([${at}, Promise.resolve(1)]).then((v) => log.push(v.join()))`,
        () => `Promise.race([new Promise(() => {}), ${at}]).then((v) => log.push('race' + v))`,
        () =>
          `Promise.allSettled([Promise.reject(${at}), 2]).then((v) => log.push(v.map((s) => s.status).join()))`,
        () => `Promise.any([Promise.reject(1), ${at}]).then((v) => log.push('any' + v))`,
        () =>
          `(async () => { for await (const v of [${at}, Promise.resolve('p')]) log.push(v) })()`,
      ])(),
    )
  return `const log = []; ${steps.join('; ')}; for (let i = 0; i < 30; i += 1) await null; return log`
}

const formats: Make = (random) => {
  const value = number(random)
  return random.pick([
    () => `return (${value}).toFixed(${random.whole(0, 8)})`,
    () => `return (${value}).toPrecision(${random.whole(1, 12)})`,
    () => `return (${value}).toExponential(${random.whole(0, 6)})`,
    () => `return Math.trunc(${random.whole(-99999, 99999)}).toString(${random.whole(2, 36)})`,
    () =>
      `return parseInt('${random.pick(['0x1F', '12px', ' 42', 'z', '-7.9', '1e3', ''])}', ${random.pick([10, 16, 36, 0])})`,
    () =>
      `return [parseFloat('${random.pick(['3.14abc', '.5', '-.5e-2', 'abc', '1e1000'])}'), Math.round(${value}), Math.sign(${value}), Math.trunc(${value}), ${value} | 0]`,
    () =>
      `return JSON.stringify({ v: ${value}, list: ${numbers(random)}, u: undefined, s: ${word(random)} }, null, ${random.whole(0, 2)})`,
    () =>
      `return [Number.isInteger(${value}), Number.isSafeInteger(${value}), Math.max(${value}, ${number(random)}), Math.hypot(3, ${random.whole(0, 9)}).toFixed(6)]`,
  ])()
}

const big = (random: Random) =>
  `${random.pick(['', '-'])}${random.whole(1, 9)}${random.list(0, 25, () => random.whole(0, 9)).join('')}n`
const bigs: Make = (random) =>
  random.pick([
    () =>
      `return ${big(random)} ${random.pick(['+', '-', '*', '/', '%', '&', '|', '^'])} ${big(random)}`,
    () =>
      `return [BigInt.asUintN(${random.whole(1, 70)}, ${random.whole(0, 1e9)}n ** 2n), BigInt.asIntN(${random.whole(1, 70)}, ${big(random)})]`,
    () =>
      `return (${random.whole(2, 9)}n ** ${random.whole(0, 90)}n).toString(${random.whole(2, 36)})`,
    () =>
      `return [${big(random)} < ${random.whole(-99, 99)}, ${big(random)} == ${random.whole(0, 9)}, typeof ${big(random)}, ${big(random)} << ${random.whole(0, 40)}n, Number(${big(random)})]`,
    () => `return ${big(random)} + ${random.whole(0, 9)}`,
  ])()

const flows: Make = (random) => {
  const n = random.whole(0, 5)
  return random.pick([
    () =>
      `const log = []; outer: for (let i = 0; i < 4; i += 1) { for (let j = 0; j < 4; j += 1) { if (j === ${n}) continue outer; if (i * j > ${n + 2}) break outer; log.push(i * 10 + j) } } return log`,
    () =>
      `const f = (x) => { switch (x) { case ${n}: return 'n'; case 1: x += 1; case 2: x += 10; break; default: x = -1 } return x }; return [0, 1, 2, 3, ${n}].map(f)`,
    () =>
      `const f = () => { try { if (${n} % 2) throw ${n}; return 'try' } catch (e) { return 'catch' + e } finally { ${random.pick(["return 'finally'", 'log.push(1)'])} } }; const log = []; return [f(), log]`,
    () =>
      `const fs = []; for (let i = 0; i < ${n}; i += 1) fs.push(() => i); for (var k = 0; k < ${n}; k += 1) fs.push(() => k); return fs.map((f) => f())`,
    () =>
      `return (function () { return [typeof hoisted, typeof fn, arguments.length, (() => arguments[0])()]; var hoisted = 1; function fn() {} })(${n}, 2)`,
    () =>
      `try { ${random.pick(['x; let x = 1', 'null.a', 'undefined()', 'new (class { constructor() { this.#p } #p })()', "JSON.parse('{')", 'decodeURIComponent("%")', 'new Array(-1)', '(1).toFixed(101)', "'a'.repeat(-1)", 'const c = 1; c = 2', '1n + 1', 'Symbol() + 1', '[].reduce((a) => a)', 'BigInt(1.5)', "new RegExp('(')", 'super_()', 'new Map([1])', 'class A extends null {}; new A()', 'Object.freeze([1]).push(2)', '({}).x.y'])}; return 'none' } catch (e) { return e.name }`,
    () =>
      `let n = ${n}; n ||= 7; let m = null; m ??= n; let o = { a: { b: n } }; o.a.b &&= 5; return [n, m, o?.a?.b, o?.x?.y.z, o.f?.(), n++ + ++n, n--]`,
    () =>
      `const memo = {}; const fib = (x) => x < 2 ? x : (memo[x] ??= fib(x - 1) + fib(x - 2)); return [fib(${n * 10}), ((...args) => args.length)(...'héllo'), ((a, b = a + 1, ...c) => [a, b, c])(${n})]`,
  ])()
}

const KINDS: [name: string, count: number, make: Make][] = [
  ['expression', 200, (random) => `return ${expression(random, random.whole(2, 4))}`],
  ['array', 160, arrays],
  ['string', 180, strings],
  ['pattern', 90, patterns],
  ['date', 60, dates],
  ['class', 70, classes],
  ['generator', 40, generators],
  ['promise', 60, promises],
  ['format', 70, formats],
  ['bigint', 50, bigs],
  ['flow', 60, flows],
]

/** Bodies of async functions, by name. */
export const generated: [name: string, body: string][] = KINDS.flatMap(
  ([name, count, make], kind) => {
    const random = new Random(1000 + kind)
    return Array.from({ length: count }, (_, at): [string, string] => [
      `${name} ${at + 1}`,
      make(random),
    ])
  },
)
