import { expect, test } from 'vitest'
import { engines, input, PASS, RIGHT } from '../../testing/engines'

const LIKE = '({ length: 2 ** 52 })'
const SPARSE = '(() => { const a = []; a.length = 2 ** 32 - 1; return a })()'
const ENDLESS = '({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) })'
/**
 * Built-in functions that loop inside the engine. The engine ends some of them; for the others, the process is ended.
 */
const BUILT_INS = [
  ...[
    ...['fill', 'includes', 'indexOf', 'lastIndexOf', 'join', 'reverse', 'sort', 'slice', 'splice'],
    ...['shift', 'unshift', 'copyWithin', 'flat', 'flatMap', 'forEach', 'every', 'reduceRight'],
  ].map((name) => `Array.prototype.${name}.call(${LIKE}, () => 1, 1, 0)`),
  `${SPARSE}.concat(1)`,
  `[...${SPARSE}]`,
  `[...${ENDLESS}]`,
  `Array.from(${ENDLESS})`,
  'Array.from({ length: 2 ** 32 - 1 })',
  `new Set(${ENDLESS})`,
  `Promise.all(Array.prototype.values.call(${LIKE}))`,
  `String.raw({ raw: ${LIKE} })`,
  `'x'.repeat(2 ** 24)`,
  `''.padStart(2 ** 24, 'ab')`,
  `''.padEnd(2 ** 24, 'ab')`,
  `'a'.repeat(2 ** 18).split('')`,
  `('a'.repeat(2 ** 20) + 'b').repeat(8).indexOf('a'.repeat(2 ** 19) + 'c')`,
  `'a'.repeat(2 ** 16).replaceAll('', 'a'.repeat(20))`,
  `'é'.repeat(2 ** 18).normalize('NFD')`,
  `/^(a+)+$/.test('a'.repeat(60) + 'b')`,
  `/(?=(a*)*b)/.test('a'.repeat(2 ** 16))`,
  `'a'.repeat(2 ** 20).replace(/(?:)/g, 'a')`,
  'let a = [0]; for (let i = 0; i < 30; i += 1) a = [a, a]; JSON.stringify(a)',
  `JSON.parse('[' + '1,'.repeat(1e5) + '1]')`,
  '3n ** 600000n % 7n',
  '(3n ** 600000n).toString()',
  '3n ** 100000n / 5n ** 9999n',
  'new Uint8Array(2 ** 24).fill(1).includes(2)',
  'new Float64Array(2 ** 18).map((_, i) => (i * 7919) % 262139).sort()',
  'new Uint8Array({ length: 2 ** 25 })',
  `Object.keys('a'.repeat(2 ** 20))`,
  `encodeURIComponent('é'.repeat(2 ** 18))`,
  `eval('1;'.repeat(1e6))`,
]

test('built-in functions that loop inside the engine are ended, and the next run passes', async () => {
  const run = engines()
  const open = [...BUILT_INS]
  const lane = async () => {
    for (let text = open.pop(); text !== undefined; text = open.pop()) {
      const { verdict, problem, tests } = await run(
        input(`export const tea = async () => { while (true) { ${text} } }`, 50),
      )
      const why = problem ?? tests[0]?.problem
      expect([text, verdict]).not.toEqual([text, 'PASS'])
      // Some of them use up the memory before the time limit.
      expect(`${text}: ${why?.message}`).toMatch(
        /: It (did not finish within 50 ms|uses too much memory)/,
      )
    }
  }
  await Promise.all([lane(), lane()])
  expect(await run(RIGHT)).toMatchObject(PASS)
}, 300_000)

test('code within its limit passes also on a busy machine', async () => {
  const run = engines()
  const work = input(
    'export const tea = () => { let i = 0; while (i < 1e6) i += 1; return 1 }',
    500,
  )
  const alone = await run(work)
  const others = engines()
  const endless = input('export const tea = () => { while (true) JSON.stringify([1]) }', 300)
  const busy = Promise.all([others(endless), others(endless), engines()(endless)])
  expect([alone.verdict, await run(work)]).toEqual(['PASS', alone])
  await busy
}, 60_000)
