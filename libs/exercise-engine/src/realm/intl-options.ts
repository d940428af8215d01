/**
 * The values that an option of `Intl` accepts: one of these texts, `true` or `false`, a number in a range, or a short
 * text that the locale data defines. The learner's realm reads only these options, and the host checks them.
 */
type Allowed = readonly string[] | 'boolean' | readonly [least: number, most: number] | 'text'
type Options = Readonly<Record<string, Allowed>>

const MATCHER = { localeMatcher: ['lookup', 'best fit'] } as const
const DIGITS = {
  minimumIntegerDigits: [1, 21],
  minimumFractionDigits: [0, 100],
  maximumFractionDigits: [0, 100],
  minimumSignificantDigits: [1, 21],
  maximumSignificantDigits: [1, 21],
  roundingIncrement: [1, 5000],
  roundingMode: [
    ...['ceil', 'floor', 'expand', 'trunc'],
    ...['halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven'],
  ],
  roundingPriority: ['auto', 'morePrecision', 'lessPrecision'],
  trailingZeroDisplay: ['auto', 'stripIfInteger'],
} as const
const HOURS = ['h11', 'h12', 'h23', 'h24'] as const
const WORDS = ['narrow', 'short', 'long'] as const
const NUMBERS = ['2-digit', 'numeric'] as const

/** The options of each service, in the order in which its constructor reads them. */
const OPTIONS = {
  Collator: {
    usage: ['sort', 'search'],
    ...MATCHER,
    collation: 'text',
    numeric: 'boolean',
    caseFirst: ['upper', 'lower', 'false'],
    sensitivity: ['base', 'accent', 'case', 'variant'],
    ignorePunctuation: 'boolean',
  },
  DateTimeFormat: {
    ...MATCHER,
    calendar: 'text',
    numberingSystem: 'text',
    hour12: 'boolean',
    hourCycle: HOURS,
    timeZone: 'text',
    weekday: WORDS,
    era: WORDS,
    year: NUMBERS,
    month: [...NUMBERS, ...WORDS],
    day: NUMBERS,
    dayPeriod: WORDS,
    hour: NUMBERS,
    minute: NUMBERS,
    second: NUMBERS,
    fractionalSecondDigits: [1, 3],
    timeZoneName: [
      ...['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'],
    ],
    formatMatcher: ['basic', 'best fit'],
    dateStyle: ['full', 'long', 'medium', 'short'],
    timeStyle: ['full', 'long', 'medium', 'short'],
  },
  DisplayNames: {
    ...MATCHER,
    style: WORDS,
    type: ['language', 'region', 'script', 'currency', 'calendar', 'dateTimeField'],
    fallback: ['code', 'none'],
    languageDisplay: ['dialect', 'standard'],
  },
  ListFormat: {
    ...MATCHER,
    type: ['conjunction', 'disjunction', 'unit'],
    style: WORDS,
  },
  Locale: {
    language: 'text',
    script: 'text',
    region: 'text',
    calendar: 'text',
    collation: 'text',
    hourCycle: HOURS,
    caseFirst: ['upper', 'lower', 'false'],
    numeric: 'boolean',
    numberingSystem: 'text',
  },
  NumberFormat: {
    ...MATCHER,
    numberingSystem: 'text',
    style: ['decimal', 'percent', 'currency', 'unit'],
    currency: 'text',
    currencyDisplay: ['code', 'symbol', 'narrowSymbol', 'name'],
    currencySign: ['standard', 'accounting'],
    unit: 'text',
    unitDisplay: WORDS,
    notation: ['standard', 'scientific', 'engineering', 'compact'],
    ...DIGITS,
    compactDisplay: ['short', 'long'],
    useGrouping: ['min2', 'auto', 'always', 'true', 'false'],
    signDisplay: ['auto', 'never', 'always', 'exceptZero', 'negative'],
  },
  PluralRules: { ...MATCHER, type: ['cardinal', 'ordinal'], ...DIGITS },
  RelativeTimeFormat: {
    ...MATCHER,
    numberingSystem: 'text',
    style: WORDS,
    numeric: ['always', 'auto'],
  },
  Segmenter: { ...MATCHER, granularity: ['grapheme', 'word', 'sentence'] },
} as const satisfies Record<string, Options>

export type Service = keyof typeof OPTIONS

export const isService = (name: unknown): name is Service =>
  typeof name === 'string' && Object.hasOwn(OPTIONS, name)

export const optionsOf = (service: Service): [name: string, allowed: Allowed][] =>
  Object.entries<Allowed>(OPTIONS[service])

/**
 * The form in which a value is passed to the host: `n` and a number, `b` and a BigInt, `s` and a text, `l` and a list
 * of texts, or `u` for undefined.
 */
export type Argument = string

/** A question to the host. Each answer is `{ value }`, or `{ error, message }`. */
export type Question =
  | [ask: 'make', service: Service, locales: string[], options: Chosen]
  | [
      ask: 'call',
      service: Service,
      locales: string[],
      options: Chosen,
      method: string,
      args: Argument[],
    ]
  | [ask: 'date', method: string, locales: string[], options: Chosen, time: Argument]
  | [ask: 'case', method: string, locales: string[], text: string]
  | [ask: 'locales', locales: string[]]
  | [ask: 'supported', service: Service, locales: string[], options: Chosen]
  | [ask: 'values', key: string]

export type Chosen = Record<string, string | number | boolean>
