import { isService, optionsOf, type Service } from '../realm/intl-options.ts'

/** The cost of a call in milliseconds of work: for each call, for each new object, and for each character. */
const ASKED_MS = 0.05
const MADE_MS = 0.1
const CHARACTER_MS = 1 / 20_000
/** The cost of each segment of a text, in milliseconds of work. */
const SEGMENT_MS = 1 / 200

/** The maximum size of questions and answers, in characters and numbers. */
const LONGEST_TEXT = 20_000
const LONGEST_ANSWER = 400_000
const MAX_LOCALES = 50
const MAX_ITEMS = 10_000
const MAX_OBJECTS = 50

/** The locale and the time zone that are used if a call names none, or no known locale. */
const LOCALE = 'en-US'
const ZONE = 'UTC'

const METHODS: Record<Service, readonly string[]> = {
  Collator: ['compare'],
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
  DisplayNames: ['of'],
  ListFormat: ['format', 'formatToParts'],
  Locale: [],
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
  PluralRules: ['select', 'selectRange'],
  RelativeTimeFormat: ['format', 'formatToParts'],
  Segmenter: ['segment'],
}
const DATES = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const
const CASES = ['toLocaleLowerCase', 'toLocaleUpperCase'] as const
const OF_LOCALES = [
  ...['baseName', 'calendar', 'caseFirst', 'collation', 'hourCycle', 'language'],
  ...['numberingSystem', 'numeric', 'region', 'script'],
]

/**
 * Many accents in a row, which occur in no language. Before browsers compare texts, they sort accents in a time that
 * grows with the square of their number: more than a second for 20,000.
 */
const MANY_ACCENTS = /\p{M}{300}/u

/** Returns whether the browser would need much longer for a text than its length suggests. */
export const isSlow = (text: string): boolean => MANY_ACCENTS.test(text)

/** Thrown for a request that `realm/intl.ts` never sends. */
const unknown = (what: string) => new TypeError(`Intl has no ${what} here`)

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Answers the calls of `Intl` in a run (rules/exercise-runs#languages). Requests and answers are texts. Requests are
 * not trusted, because the learner's code could have made them.
 */
export class HostIntl {
  private readonly made = new Map<string, object>()

  /**
   * @param spend counts milliseconds of work
   * @param onAnswer is called with each question that was answered
   */
  constructor(
    private readonly spend: (ms: number) => void,
    private readonly onAnswer: (question: unknown[]) => void = () => {},
  ) {}

  ask(question: string): string {
    this.spend(ASKED_MS + question.length * CHARACTER_MS)
    let answer: string
    try {
      if (question.length > LONGEST_ANSWER) throw new RangeError('The text is too long')
      if (isSlow(question)) throw new RangeError('The text has too many accents in a row')
      const asked: unknown[] = JSON.parse(question)
      const value = this.answer(asked)
      answer = JSON.stringify({ value })
      this.onAnswer(asked)
      if (answer.length > LONGEST_ANSWER) throw new RangeError('The result is too long')
    } catch (error) {
      const isTypeError = error instanceof TypeError
      const message = error instanceof Error ? error.message.slice(0, 500) : ''
      answer = JSON.stringify({ error: isTypeError ? 'TypeError' : 'RangeError', message })
    }
    this.spend(answer.length * CHARACTER_MS)
    return answer
  }

  private answer(asked: unknown[]): unknown {
    const [ask, what] = asked
    if (ask === 'case') {
      const [method, text] = [CASES.find((each) => each === what), asked[3]]
      if (!method || !isText(text)) throw unknown('case')
      return text[method](localesIn(asked[2]))
    }
    if (ask === 'locales') return Intl.getCanonicalLocales(localesIn(what, false))
    if (ask === 'values') {
      if (!isText(what)) throw unknown('key')
      // The types do not accept every text as a key. The call throws an error for a text that is no key.
      return Reflect.apply(Intl.supportedValuesOf, Intl, [what])
    }
    if (ask === 'date') {
      const method = DATES.find((each) => each === what)
      if (!method) throw unknown('method of dates')
      this.spend(MADE_MS)
      const options = optionsIn('DateTimeFormat', asked[3])
      return plainSpaces(new Date(numberIn(asked[4]))[method](localesIn(asked[2]), options))
    }
    if (!isService(what)) throw unknown('service')
    if (ask === 'supported') {
      const { localeMatcher } = optionsIn(what, asked[3])
      const { supportedLocalesOf } = Intl[what] as typeof Intl.NumberFormat
      return supportedLocalesOf.call(Intl[what], localesIn(asked[2], false), {
        ...(localeMatcher === 'lookup' ? { localeMatcher } : {}),
      })
    }
    if (ask === 'make') return this.describe(what, this.make(what, asked[2], asked[3]))
    if (ask !== 'call') throw unknown('question')
    const [, , locales, options, method, args] = asked
    if (!isText(method) || !METHODS[what].includes(method) || !Array.isArray(args))
      throw unknown('method')
    return this.call(what, this.make(what, locales, options), method, args.map(argumentIn))
  }

  private make(service: Service, locales: unknown, options: unknown): object {
    const key = JSON.stringify([service, locales, options])
    const known = this.made.get(key)
    if (known) return known
    this.spend(MADE_MS)
    if (this.made.size >= MAX_OBJECTS) this.made.clear()
    const chosen = optionsIn(service, options)
    const names = localesIn(locales, service !== 'Locale')
    const made: object =
      service === 'Locale'
        ? new Intl.Locale(names[0] ?? '', chosen)
        : Reflect.construct(Intl[service], [names, chosen])
    this.made.set(key, made)
    return made
  }

  private describe(service: Service, made: object): unknown {
    if (!(made instanceof Intl.Locale))
      return (made as Intl.NumberFormat | Intl.Collator).resolvedOptions()
    const properties = OF_LOCALES.map((name) => [name, Reflect.get(made, name)] as const)
    const [most, least] = [String(made.maximize()), String(made.minimize())]
    return { ...Object.fromEntries(properties), service, name: String(made), most, least }
  }

  private call(service: Service, made: object, method: string, args: unknown[]): unknown {
    if (made instanceof Intl.Segmenter) {
      const [text] = args
      if (!isText(text)) throw unknown('text')
      return Array.from(made.segment(text), ({ index, isWordLike }) => {
        this.spend(SEGMENT_MS)
        return [index, isWordLike]
      })
    }
    const act: unknown = Reflect.get(made, method)
    if (typeof act !== 'function') throw unknown(`${service}.${method}()`)
    const value: unknown = Reflect.apply(act, made, args)
    return service === 'DateTimeFormat' ? plainSpaces(value) : value
  }
}

/** Replaces the narrow spaces of dates, which some browsers write as plain spaces and others do not. */
function plainSpaces<T>(value: T): T {
  if (typeof value !== 'string') return JSON.parse(plainSpaces(JSON.stringify(value)))
  return value.replace(/[\u202f\u2009]/g, ' ') as T & string
}

function localesIn(value: unknown, hasDefault = true): string[] {
  if (!Array.isArray(value) || !value.every(isText) || value.length > MAX_LOCALES)
    throw new RangeError('Incorrect locale information provided')
  // Without a default locale, an unknown locale would be replaced by the locale of the machine.
  const names = [...value, ...(hasDefault ? [LOCALE] : [])]
  try {
    if (names.some((name) => name.length > 100)) throw new RangeError()
    return Intl.getCanonicalLocales(names)
  } catch {
    throw new RangeError('Incorrect locale information provided')
  }
}

/** Returns the options that a service knows and whose values have the right type. The messages are those of Chrome. */
function optionsIn(service: Service, value: unknown): Record<string, string | number | boolean> {
  const given: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) }
  const chosen: ReturnType<typeof optionsIn> = {}
  for (const [name, allowed] of optionsOf(service)) {
    const option = Object.hasOwn(given, name) ? given[name] : undefined
    if (option === undefined) continue
    if (allowed === 'boolean') chosen[name] = option === true
    else if (allowed === 'text') chosen[name] = textOption(name, String(option))
    else if (typeof allowed[0] === 'number') {
      const [least, most] = [allowed[0], Number(allowed[1])]
      const number = Math.floor(Number(option))
      if (!(Number(option) >= least && Number(option) <= most))
        throw new RangeError(`${name} value is out of range.`)
      chosen[name] = number
    } else {
      if (!allowed.some((each) => each === String(option)))
        throw new RangeError(
          `Value ${String(option).slice(0, 100)} out of range for Intl.${service} options property ${name}`,
        )
      // The option `useGrouping` can be a text or a boolean.
      chosen[name] = typeof option === 'boolean' ? option : String(option)
    }
  }
  if (service === 'NumberFormat') needsOf(chosen)
  if (service === 'DateTimeFormat') chosen.timeZone ??= ZONE
  return chosen
}

function textOption(name: string, text: string): string {
  const refuse = (message: string) => {
    throw new RangeError(message)
  }
  if (name === 'currency' && !/^[a-z]{3}$/i.test(text))
    refuse(`Invalid currency code : ${text.slice(0, 100)}`)
  if (name === 'timeZone') {
    try {
      new Intl.DateTimeFormat(LOCALE, { timeZone: text.slice(0, 100) })
    } catch {
      refuse(`Invalid time zone specified: ${text.slice(0, 100)}`)
    }
  }
  return text.length > 100 ? refuse(`Invalid ${name}`) : text
}

/** Throws an error if a number format lacks an option that its style needs. */
function needsOf({ style, currency, unit }: Record<string, unknown>): void {
  if (style === 'currency' && currency === undefined)
    throw new TypeError('Currency code is required with currency style.')
  if (style === 'unit' && unit === undefined)
    throw new TypeError(`Invalid unit argument for Intl.NumberFormat() ''`)
}

function numberIn(argument: unknown): number {
  const value = argumentIn(argument)
  if (typeof value !== 'number') throw unknown('such time')
  return value
}

/** Returns the value of an argument: see `Argument`. */
function argumentIn(argument: unknown): unknown {
  if (!isText(argument)) throw unknown('such argument')
  if (argument.length > LONGEST_TEXT) throw new RangeError('The text is too long')
  const text = argument.slice(1)
  if (argument[0] === 'u') return undefined
  if (argument[0] === 'n') return Number(text)
  if (argument[0] === 's') return text
  if (argument[0] === 'b' && /^-?\d+$/.test(text)) return BigInt(text)
  const items: unknown = argument[0] === 'l' ? JSON.parse(text) : null
  if (!Array.isArray(items) || !items.every(isText) || items.length > MAX_ITEMS)
    throw unknown('such argument')
  return items
}
