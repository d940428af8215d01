import { expect, test } from 'vitest'
import { compareAscii } from '../realm/collate-ascii'
import { run, runBody } from '../testing/run-support'
import { HostIntl } from './host-intl'

// Wrong uses of Intl and the errors that browsers throw for them (rules/exercise-runs#languages).
const refused: [string, string][] = [
  [
    `new Intl.NumberFormat('en', { style: 'x' })`,
    'RangeError: Value x out of range for Intl.NumberFormat options property style',
  ],
  [
    `new Intl.NumberFormat('en', { style: 'currency' })`,
    'TypeError: Currency code is required with currency style.',
  ],
  [
    `new Intl.NumberFormat('en', { style: 'currency', currency: 'E' })`,
    'RangeError: Invalid currency code : E',
  ],
  [
    `new Intl.NumberFormat('en', { style: 'unit' })`,
    `TypeError: Invalid unit argument for Intl.NumberFormat() ''`,
  ],
  [
    `new Intl.NumberFormat('en', { maximumFractionDigits: 101 })`,
    'RangeError: maximumFractionDigits value is out of range.',
  ],
  [`(1).toLocaleString('e')`, 'RangeError: Incorrect locale information provided'],
  [`new Intl.NumberFormat([5])`, 'TypeError: Language ID should be string or object.'],
  [`new Intl.NumberFormat(null)`, 'TypeError: Cannot convert undefined or null to object'],
  [
    `new Intl.DateTimeFormat('en', { timeZone: 'Mars' })`,
    'RangeError: Invalid time zone specified: Mars',
  ],
  [`new Intl.DateTimeFormat('en').format(NaN)`, 'RangeError: Invalid time value'],
  [
    `new Intl.DateTimeFormat('en', { dateStyle: 'full', year: 'numeric' })`,
    `TypeError: Can't set option year when dateStyle is used`,
  ],
  [`Intl.ListFormat()`, `TypeError: Constructor Intl.ListFormat requires 'new'`],
  [`new Intl.ListFormat('en').format([1])`, 'TypeError: Iterable yielded 1 which is not a string'],
  [
    `Intl.NumberFormat.prototype.formatToParts.call({}, 1)`,
    'TypeError: Method Intl.NumberFormat.prototype.formatToParts called on incompatible receiver [object Object]',
  ],
  [`Intl.NumberFormat.prototype.formatToParts = 1`, `TypeError: 'formatToParts' is read-only`],
  [`Intl.NumberFormat = 1`, `TypeError: 'NumberFormat' is read-only`],
  [`'a'.repeat(3e4).toLocaleUpperCase('tr').length`, '30000'],
  [`'ä'.repeat(3e4).localeCompare('b')`, 'RangeError: The text is too long'],
  [
    `('ä' + '\\u0301'.repeat(400)).localeCompare('b')`,
    'RangeError: The text has too many accents in a row',
  ],
  [`new URL('https://a' + '\\u0301'.repeat(400))`, 'TypeError: Invalid URL'],
  [`[...new Intl.Segmenter().segment('a'.repeat(3e4))]`, 'RangeError: The text is too long'],
]
test.each(refused)('Intl refuses what a browser refuses: %s', async (text, expected) => {
  const { console: lines } = await runBody(
    '',
    `try { console.log(${text}) } catch (error) { console.log(String(error)) }; expect(1).toBe(1)`,
  )
  expect(lines).toEqual([expected])
})

test.each([
  [
    'sorts words',
    `['Date', 'apple', 'Cherry'].sort((a, b) => a.localeCompare(b))`,
    ['apple', 'Cherry', 'Date'],
  ],
  [
    'keeps its functions',
    `new Intl.NumberFormat().format === new Intl.NumberFormat().format`,
    false,
  ],
  [
    'gives functions without their object',
    `[1, 2500].map(Intl.NumberFormat('de').format)`,
    ['1', '2.500'],
  ],
  ['takes the zone UTC', `Intl.DateTimeFormat().resolvedOptions().timeZone`, 'UTC'],
  ['takes the locale en-US', `new Intl.Collator('xx').resolvedOptions().locale`, 'en-US'],
  ['formats the moment of the run', `new Intl.DateTimeFormat().format()`, '6/2/2025'],
  ['formats dates of lists', `[1.5, new Date(0)].toLocaleString('de')`, '1,5,1.1.1970, 00:00:00'],
  [
    'reads options once',
    `(1.005).toLocaleString('en', { get minimumFractionDigits() { return 4 } })`,
    '1.0050',
  ],
  [
    'has its classes',
    `[Object.prototype.toString.call(new Intl.Segmenter()), Intl.Locale.name, new Intl.Locale('de-AT').region, new Intl.PluralRules() instanceof Intl.PluralRules]`,
    ['[object Intl.Segmenter]', 'Locale', 'AT', true],
  ],
  [
    'has subclasses',
    `new (class Euro extends Intl.NumberFormat { constructor() { super('de', { style: 'currency', currency: 'EUR' }) } })().format(1)`,
    '1,00\u00a0€',
  ],
  [
    'finds segments',
    `new Intl.Segmenter('en', { granularity: 'word' }).segment('Hi you').containing(4)`,
    { segment: 'you', index: 3, input: 'Hi you', isWordLike: true },
  ],
])('Intl %s', async (_, text, expected) => {
  expect(await runBody('', `expect(${text}).toEqual(${JSON.stringify(expected)})`)).toMatchObject({
    ok: true,
  })
})

test('Texts of ASCII are compared as the locale data do', () => {
  const { compare } = new Intl.Collator('en')
  const { compare: compareBase } = new Intl.Collator('en', { sensitivity: 'base' })
  let seed = 7
  const sign = () => {
    seed = (seed * 48_271) % 0x7fffffff
    return String.fromCharCode(32 + (seed % 95))
  }
  const words = Array.from({ length: 3_000 }, (_, at) =>
    Array.from({ length: at % 4 }, () =>
      at % 2 ? sign() : 'aAbB'.charAt(sign().charCodeAt(0) % 4),
    ).join(''),
  )
  for (const [at, one] of words.entries()) {
    const other = words[(at * 7 + 4) % words.length] ?? ''
    expect([one, other, compareAscii(one, other)]).toEqual([one, other, compare(one, other)])
    expect(compareAscii(one, other, 'base')).toBe(compareBase(one, other))
  }
  expect(compareAscii('é', 'e')).toBeNull()
  expect(compareAscii('a', 'a\u0301')).toBeNull()
})

test('Each call of Intl counts as work', async () => {
  const { problem } = await run(
    `export const f = () => { for (;;) new Intl.NumberFormat('en').format(1) }`,
    `test('a', () => { expect(main.f()).toBe(1) })`,
    { time_ms: 100 },
  )
  expect(problem?.message).toBe('It did not finish within 100 ms')
})

test.each([
  'no JSON',
  '[]',
  '["make","Object",[],{}]',
  '["make","constructor",[],{}]',
  '["make","NumberFormat","en",{}]',
  '["call","NumberFormat",[],{},"constructor",[]]',
  '["call","NumberFormat",[],{},"format",[{}]]',
  '["call","NumberFormat",[],{},"format",["x1"]]',
  '["call","NumberFormat",[],{},"format","n1"]',
  '["date","constructor",[],{},"n1"]',
  '["date","toLocaleString",[],{},"s1"]',
  '["case","constructor",[],"a"]',
  '["values","__proto__"]',
  '["call","ListFormat",["en"],{},"format",["l[1]"]]',
  JSON.stringify(['locales', Array(1000).fill('en')]),
  JSON.stringify(['case', 'toLocaleUpperCase', [], 'a'.repeat(1e6)]),
])('The host refuses a question that is none: %.60s', (question) => {
  const { error } = JSON.parse(new HostIntl(() => {}).ask(question))
  expect(error).toBeOneOf(['TypeError', 'RangeError'])
})

test('The host ignores options that a service does not have', () => {
  const host = new HostIntl(() => {})
  const options = '{"__proto__":{"style":"percent"},"other":1,"minimumFractionDigits":"1"}'
  const question = `["call","NumberFormat",[],${options},"format",["n2"]]`
  expect(host.ask(question)).toBe('{"value":"2.0"}')
})
