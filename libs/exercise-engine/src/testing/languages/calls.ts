/** Calls that depend on the data of languages: an expression, and the values that replace its `$`. */
type Calls = [expression: string, each: readonly string[]]

const LOCALES = ['en-US', 'en-GB', 'de-DE', 'de-AT', 'fr-FR', 'es-ES', 'pt-BR', 'it-IT', 'nl-NL']
const FAR = [
  'pl-PL',
  'ru-RU',
  'tr-TR',
  'ja-JP',
  'zh-CN',
  'ko-KR',
  'hi-IN',
  'ar-EG',
  'sv-SE',
  'en-IN',
]
const quoted = (locales: readonly string[]) => locales.map((locale) => `'${locale}'`)
const ALL = quoted([...LOCALES, ...FAR])
const MOST_LOCALES = quoted(LOCALES)
const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1234.5',
  '1234567.891',
  '0.000001',
  '1e21',
  'NaN',
  '-Infinity',
  '12345678901234567890n',
]
const DATE = 'Date.UTC(2024, 1, 29, 15, 4, 5, 678)'

const number = (options: string, each: readonly string[] = NUMBERS): Calls => [
  `new Intl.NumberFormat('en-US', ${options}).format($)`,
  each,
]
const date = (options: string, each: readonly string[] = ALL): Calls => [
  `new Intl.DateTimeFormat($, ${options}).format(${DATE})`,
  each,
]

export const CALLS: Calls[] = [
  ['new Intl.NumberFormat($).format(1234567.891)', ALL],
  ['(-1234.5).toLocaleString($)', ALL],
  [`new Intl.NumberFormat($, { style: 'currency', currency: 'EUR' }).format(1234.5)`, ALL],
  [`new Intl.NumberFormat($, { style: 'percent' }).format(0.256)`, MOST_LOCALES],
  [`new Intl.NumberFormat($, { notation: 'compact' }).format(1234567)`, MOST_LOCALES],
  [
    `new Intl.NumberFormat($, { notation: 'compact', compactDisplay: 'long' }).format(12345)`,
    MOST_LOCALES,
  ],
  [
    `new Intl.NumberFormat($, { style: 'unit', unit: 'kilometer-per-hour', unitDisplay: 'long' }).format(50)`,
    MOST_LOCALES,
  ],
  [
    `new Intl.NumberFormat('en-US', { style: 'currency', currency: $ }).format(1234.567)`,
    quoted(['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'KWD', 'INR', 'XXX']),
  ],
  [
    `new Intl.NumberFormat('en-US', { style: 'unit', unit: $ }).format(3.5)`,
    quoted(['liter', 'celsius', 'percent', 'byte', 'megabyte', 'hour', 'mile-per-hour']),
  ],
  number('{}'),
  number('{ minimumFractionDigits: 2, maximumFractionDigits: 2 }'),
  number('{ maximumSignificantDigits: 3 }'),
  number('{ minimumIntegerDigits: 3, useGrouping: false }'),
  number(`{ signDisplay: 'exceptZero', style: 'percent' }`),
  number(`{ notation: 'scientific' }`),
  number(`{ notation: 'engineering' }`),
  number(`{ style: 'currency', currency: 'USD', currencySign: 'accounting' }`),
  number(`{ style: 'currency', currency: 'USD', currencyDisplay: 'name' }`),
  number(`{ roundingMode: 'floor', maximumFractionDigits: 1 }`, ['1.25', '-1.25', '1.29', '0.05']),
  [
    `new Intl.NumberFormat($).formatToParts(-1234.5).map((part) => part.type + part.value)`,
    MOST_LOCALES,
  ],
  [
    `new Intl.NumberFormat($, { style: 'currency', currency: 'EUR' }).formatRange(3, 5)`,
    MOST_LOCALES,
  ],
  [
    `new Intl.NumberFormat($).resolvedOptions().numberingSystem`,
    quoted(['en', 'ar-EG', 'hi', 'mr']),
  ],
  date('undefined'),
  date(`{ dateStyle: 'full', timeStyle: 'short' }`),
  date(`{ dateStyle: 'long' }`, MOST_LOCALES),
  date(`{ dateStyle: 'medium', timeStyle: 'medium' }`, MOST_LOCALES),
  date(`{ dateStyle: 'short' }`, MOST_LOCALES),
  date(`{ weekday: 'short', month: 'short', day: 'numeric' }`),
  date(`{ year: 'numeric', month: '2-digit', day: '2-digit' }`),
  date(`{ hour: 'numeric', minute: '2-digit' }`),
  date(`{ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }`, MOST_LOCALES),
  [
    `new Intl.DateTimeFormat('en-US', { timeZone: $, timeStyle: 'full' }).format(${DATE})`,
    quoted(['UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Asia/Tokyo']),
  ],
  [
    `new Intl.DateTimeFormat('en-US', { $: 'numeric' }).format(${DATE})`,
    ['year', 'month', 'day', 'hour', 'minute', 'second'],
  ],
  [
    `new Date(${DATE}).toLocaleString('en-US', { $: 'long' })`,
    ['weekday', 'month', 'era', 'timeZoneName'],
  ],
  [`new Date(${DATE}).toLocaleDateString($)`, MOST_LOCALES],
  [`new Date(${DATE}).toLocaleTimeString($)`, MOST_LOCALES],
  [`new Date(${DATE}).toLocaleDateString($, { weekday: 'long' })`, ALL],
  [`new Date(${DATE}).toLocaleTimeString($, { timeStyle: 'short' })`, MOST_LOCALES],
  [
    `new Intl.DateTimeFormat($).formatToParts(${DATE}).map((part) => part.type + part.value)`,
    MOST_LOCALES,
  ],
  [
    `new Intl.DateTimeFormat($, { dateStyle: 'medium' }).formatRange(${DATE}, Date.UTC(2024, 2, 3))`,
    MOST_LOCALES,
  ],
  [
    `['z', 'ä', 'a', 'Z', 'A', 'ö', 'o', 'é', 'e', 'ß', 'ss', '10', '2', '_', ' ', '-'].sort(new Intl.Collator($).compare)`,
    [...ALL, `undefined, { numeric: true }`, `'en', { caseFirst: 'upper' }`],
  ],
  [`'a'.localeCompare($)`, [`'b'`, `'A'`, `'á'`, `'a'`, `'á', 'en', { sensitivity: 'base' }`]],
  [`new Intl.PluralRules('en').select($)`, ['0', '1', '2', '1.5']],
  [
    `new Intl.PluralRules('en', { type: 'ordinal' }).select($)`,
    ['1', '2', '3', '4', '11', '21', '102'],
  ],
  [`[0, 1, 2, 5, 21].map((n) => new Intl.PluralRules($).select(n))`, ALL],
  [
    `[-1, 0, 1, 5].map((n) => new Intl.RelativeTimeFormat($, { numeric: 'auto' }).format(n, 'day'))`,
    ALL,
  ],
  [
    `new Intl.RelativeTimeFormat('en').format(-3, $)`,
    quoted(['second', 'minute', 'hours', 'days', 'week', 'month', 'quarter', 'years']),
  ],
  [`new Intl.ListFormat($).format(['a', 'b', 'c'])`, ALL],
  [
    `new Intl.ListFormat('en', $).format(['a', 'b', 'c'])`,
    [`{ type: 'disjunction' }`, `{ type: 'unit' }`, `{ style: 'short' }`, `{ style: 'narrow' }`],
  ],
  [
    `new Intl.DisplayNames('en', { type: 'region' }).of($)`,
    quoted(['US', 'AT', 'JP', 'BR', '419', 'UN']),
  ],
  [
    `new Intl.DisplayNames('en', { type: 'language' }).of($)`,
    quoted(['en-US', 'de-AT', 'zh-Hant', 'fr-CH', 'pt-BR']),
  ],
  [`new Intl.DisplayNames($, { type: 'currency' }).of('USD')`, MOST_LOCALES],
  [`new Intl.DisplayNames($, { type: 'language' }).of('ja')`, MOST_LOCALES],
  [
    `Array.from(new Intl.Segmenter($).segment('né👩‍👩‍👧🇦🇹e\\u0301'), (it) => it.segment.length)`,
    quoted(['en', 'hi', 'ja']),
  ],
  [
    `Array.from(new Intl.Segmenter($, { granularity: 'word' }).segment("It's 3.5 km, isn't it? 今日は"), (it) => it.segment)`,
    quoted(['en', 'de', 'ja']),
  ],
  [
    `Array.from(new Intl.Segmenter('en', { granularity: 'sentence' }).segment($), (it) => it.index)`,
    [`'Hello there. How are you? Fine!'`, `'Mr. Smith went. 3.5 km.'`],
  ],
  [`new Intl.Locale($).maximize().toString()`, quoted(['en', 'de', 'zh', 'sr', 'zh-TW'])],
  [`'ıiİI'.toLocaleUpperCase($)`, quoted(['en', 'tr', 'lt', 'de'])],
  [`'ıiİI'.toLocaleLowerCase($)`, quoted(['en', 'tr', 'az', 'lt'])],
  [`Intl.getCanonicalLocales($)`, quoted(['EN-us', 'zh-hans-cn', 'iw', 'en-u-ca-gregory'])],
  [`Intl.NumberFormat.supportedLocalesOf($)`, [`['de', 'xx', 'fr-FR']`, `'tlh'`]],
]

/** A function that returns the result of a call as text, or its error. */
const ANSWER = `(call) => {
  try {
    const value = call()
    return Array.isArray(value) ? value.join('|') : String(value)
  } catch (error) { return error.name + ': ' + error.message }
}`

/** The expressions of `CALLS`, each once. */
export const EXPRESSIONS = CALLS.flatMap(([expression, each]) =>
  each.map((part) => expression.replace('$', part)),
)

/** A program whose value is a list of all answers. */
export const PROGRAM = `[\n${EXPRESSIONS.map((each) => `() => ${each}`).join(',\n')}\n].map(${ANSWER})`
