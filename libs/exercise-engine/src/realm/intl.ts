import { compareAscii, isEnglish } from './collate-ascii'
import { type Argument, type Chosen, optionsOf, type Question, type Service } from './intl-options'

/** The arguments with which an object of `Intl` was created. */
interface State {
  service: Service
  locales: string[]
  options: Chosen
  resolved: Record<string, unknown>
  /** The function that `format` or `compare` returns. */
  bound?: unknown
}

type Parts = unknown[]
type Part = Record<string, unknown>

/**
 * Adds `Intl`, and the methods of numbers, dates, texts and lists that use it (rules/exercise-runs#languages). The host
 * has the data and answers questions; both pass only texts. This runs before the realm is locked.
 */
export default function addIntl(ask: (question: string) => string): void {
  const { apply, construct, defineProperty, get } = Reflect
  const { parse, stringify } = JSON
  const { iterator, toStringTag } = Symbol
  const RealDate = Date
  const { getTime } = Date.prototype
  const states = new WeakMap<object, State>()
  const stateOf = (object: unknown, service: Service, method: string): State => {
    const state = typeof object === 'object' && object !== null ? states.get(object) : void 0
    if (state?.service === service) return state
    throw new TypeError(
      `Method Intl.${service}.prototype.${method} called on incompatible receiver ${String(object)}`,
    )
  }
  const define = (object: object, key: PropertyKey, value: unknown) => {
    defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true })
  }

  const asked = (question: Question): unknown => {
    const { value, error, message } = parse(ask(stringify(question)))
    if (error === 'TypeError') throw new TypeError(message)
    if (error) throw new RangeError(message)
    return value
  }

  const localesIn = (value: unknown): string[] => {
    if (value === void 0) return []
    if (value === null) throw new TypeError('Cannot convert undefined or null to object')
    if (typeof value === 'string') return [value]
    if (typeof value !== 'object') return []
    if (states.get(value)?.service === 'Locale') return [String(value)]
    const items = Array.from(value as ArrayLike<unknown>)
    for (const item of items)
      if (typeof item !== 'string' && (typeof item !== 'object' || item === null))
        throw new TypeError('Language ID should be string or object.')
    return items.map(String)
  }
  const optionsIn = (service: Service, value: unknown): Chosen => {
    if (value === null) throw new TypeError('Cannot convert undefined or null to object')
    const chosen: Chosen = {}
    if (typeof value !== 'object') return chosen
    for (const [name, allowed] of optionsOf(service)) {
      const option: unknown = get(value, name)
      if (option === void 0) continue
      if (allowed === 'boolean') chosen[name] = Boolean(option)
      else if (typeof option === 'boolean') chosen[name] = option
      else if (typeof allowed[0] === 'number') chosen[name] = String(Number(option))
      else chosen[name] = String(option)
    }
    return chosen
  }
  const number = (value: unknown): Argument => {
    const primitive = typeof value === 'object' && value !== null ? Number(value) : value
    if (typeof primitive === 'bigint') return `b${primitive}`
    if (typeof primitive === 'string') return `s${primitive}`
    return `n${Object.is(primitive, -0) ? '-0' : Number(primitive)}`
  }
  const plainNumber = (value: unknown): Argument => `n${Number(value)}`
  const moment = (value: unknown): Argument =>
    `n${value === void 0 ? RealDate.now() : Number(value)}`
  const end = (value: unknown): Argument => {
    if (value === void 0) throw new TypeError('Invalid time value')
    return moment(value)
  }
  const text = (value: unknown): Argument => `s${String(value)}`
  const list = (value: unknown): Argument => {
    const items = value === void 0 ? [] : [...(value as Iterable<unknown>)]
    for (const item of items)
      if (typeof item !== 'string')
        throw new TypeError(`Iterable yielded ${String(item)} which is not a string`)
    return `l${stringify(items)}`
  }

  const call = ({ service, locales, options }: State, method: string, args: Argument[]) =>
    asked(['call', service, locales, options, method, args])

  type Class = (new (...parts: Parts) => object) & { prototype: object }
  /** Creates a constructor. Some services can be called without `new`. */
  const service = (name: Service, isCallable: boolean): Class => {
    const made = function (this: unknown, ...[locales, options]: Parts): unknown {
      if (!new.target && !isCallable) throw new TypeError(`Constructor Intl.${name} requires 'new'`)
      const chosen = optionsIn(name, options)
      if (name === 'DisplayNames' && chosen.type === void 0)
        throw new TypeError('Intl.DisplayNames needs a type')
      if (name === 'Locale' && typeof locales !== 'string' && typeof locales !== 'object')
        throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing")
      const names = localesIn(locales)
      const resolved = asked(['make', name, names, chosen]) as State['resolved']
      const object = construct(Object, [], new.target ?? made) as object
      states.set(object, { service: name, locales: names, options: chosen, resolved })
      return object
    } as unknown as Class
    define(made, 'name', name)
    define(made, 'length', 0)
    defineProperty(made, 'prototype', { writable: false })
    defineProperty(made.prototype, toStringTag, { value: `Intl.${name}`, configurable: true })
    if (name !== 'Locale') {
      method(made.prototype, name, 'resolvedOptions', ({ resolved }) => ({ ...resolved }))
      const { supportedLocalesOf } = {
        supportedLocalesOf: (locales: unknown, options: unknown) =>
          asked(['supported', name, localesIn(locales), optionsIn(name, options)]),
      }
      define(made, 'supportedLocalesOf', supportedLocalesOf)
    }
    define(intl, name, made)
    return made
  }
  const method = (
    prototype: object,
    name: Service,
    key: string,
    act: (state: State, ...parts: Parts) => unknown,
  ) => {
    const { [key]: written } = {
      [key](this: unknown, ...parts: Parts) {
        return act(stateOf(this, name, key), ...parts)
      },
    }
    define(prototype, key, written)
  }
  const getter = (
    prototype: object,
    name: Service,
    key: string,
    act: (state: State) => unknown,
  ) => {
    const { read } = {
      read(this: unknown) {
        return act(stateOf(this, name, key))
      },
    }
    defineProperty(prototype, key, { get: read, enumerable: false, configurable: true })
  }
  /** Adds methods that pass their arguments to the host unchanged. */
  const passed = (
    made: Class,
    name: Service,
    methods: Record<string, ((value: unknown) => Argument)[]>,
  ) => {
    for (const [key, args] of Object.entries(methods))
      method(made.prototype, name, key, (state, ...parts) =>
        call(
          state,
          key,
          args.map((write, at) => write(parts[at])),
        ),
      )
  }

  const intl: Part = {}
  defineProperty(intl, toStringTag, { value: 'Intl', configurable: true })
  define(intl, 'getCanonicalLocales', (locales: unknown) => asked(['locales', localesIn(locales)]))
  define(intl, 'supportedValuesOf', (key: unknown) => asked(['values', String(key)]))

  const numbers = service('NumberFormat', true)
  getter(numbers.prototype, 'NumberFormat', 'format', (state) => {
    state.bound ??= (value: unknown) => call(state, 'format', [number(value)])
    return state.bound
  })
  passed(numbers, 'NumberFormat', {
    formatToParts: [number],
    formatRange: [number, number],
    formatRangeToParts: [number, number],
  })

  const dates = service('DateTimeFormat', true)
  getter(dates.prototype, 'DateTimeFormat', 'format', (state) => {
    state.bound ??= (value: unknown) => call(state, 'format', [moment(value)])
    return state.bound
  })
  passed(dates, 'DateTimeFormat', {
    formatToParts: [moment],
    formatRange: [end, end],
    formatRangeToParts: [end, end],
  })

  const compare = (locales: string[], options: Chosen, one: string, other: string) => {
    const quick = isEnglish(locales, options) ? compareAscii(one, other, options.sensitivity) : null
    return (
      quick ?? asked(['call', 'Collator', locales, options, 'compare', [text(one), text(other)]])
    )
  }
  const collator = service('Collator', true)
  getter(collator.prototype, 'Collator', 'compare', (state) => {
    const { locales, options } = state
    state.bound ??= (one: unknown, other: unknown) =>
      compare(locales, options, String(one), String(other))
    return state.bound
  })

  const plurals = service('PluralRules', false)
  passed(plurals, 'PluralRules', {
    select: [plainNumber],
    selectRange: [plainNumber, plainNumber],
  })
  const relative = service('RelativeTimeFormat', false)
  passed(relative, 'RelativeTimeFormat', {
    format: [plainNumber, text],
    formatToParts: [plainNumber, text],
  })
  passed(service('ListFormat', false), 'ListFormat', { format: [list], formatToParts: [list] })
  passed(service('DisplayNames', false), 'DisplayNames', { of: [text] })

  const segmenter = service('Segmenter', false)
  method(segmenter.prototype, 'Segmenter', 'segment', (state, value) => {
    const input = String(value)
    const starts = call(state, 'segment', [text(input)]) as [number, boolean?][]
    const at = (index: number): Part | undefined => {
      const [start, isWordLike] = starts[index] ?? []
      if (start === void 0) return void 0
      const segment = input.slice(start, starts[index + 1]?.[0] ?? input.length)
      const isWord = typeof isWordLike === 'boolean' ? { isWordLike } : {}
      return { segment, index: start, input, ...isWord }
    }
    return {
      containing(position: unknown) {
        const index = Math.trunc(Number(position)) || 0
        if (index < 0 || index >= input.length) return void 0
        return at(starts.findLastIndex(([start]) => start <= index))
      },
      [iterator]: () => starts.map((_, index) => at(index)).values(),
    }
  })

  const locale = service('Locale', false)
  for (const key of [
    ...['baseName', 'calendar', 'caseFirst', 'collation', 'hourCycle', 'language'],
    ...['numberingSystem', 'numeric', 'region', 'script'],
  ])
    getter(locale.prototype, 'Locale', key, ({ resolved }) => resolved[key])
  method(locale.prototype, 'Locale', 'toString', ({ resolved }) => resolved.name)
  method(locale.prototype, 'Locale', 'maximize', ({ resolved }) =>
    construct(locale, [resolved.most]),
  )
  method(locale.prototype, 'Locale', 'minimize', ({ resolved }) =>
    construct(locale, [resolved.least]),
  )
  define(globalThis, 'Intl', intl)

  /** Replaces a method of a built-in prototype. */
  const replace = (
    prototype: object,
    key: string,
    act: (self: unknown, parts: Parts) => unknown,
  ) => {
    const { [key]: written } = {
      [key](this: unknown, ...parts: Parts) {
        return act(this, parts)
      },
    }
    define(prototype, key, written)
  }
  for (const { prototype } of [Number, BigInt])
    replace(prototype, 'toLocaleString', (self, [locales, options]) => {
      const value: unknown = apply(prototype.valueOf, self, [])
      const names = localesIn(locales)
      const chosen = optionsIn('NumberFormat', options)
      return asked(['call', 'NumberFormat', names, chosen, 'format', [number(value)]])
    })
  for (const key of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    replace(RealDate.prototype, key, (self, [locales, options]) => {
      const time = apply(getTime, self, [])
      if (Number.isNaN(time)) return 'Invalid Date'
      return asked([
        'date',
        key,
        localesIn(locales),
        optionsIn('DateTimeFormat', options),
        `n${time}`,
      ])
    })
  for (const key of ['toLocaleLowerCase', 'toLocaleUpperCase'])
    replace(String.prototype, key, (self, [locales]) =>
      asked(['case', key, localesIn(locales), String(self)]),
    )
  const { localeCompare } = {
    localeCompare(this: unknown, ...parts: Parts) {
      const [one, other] = [String(this), String(parts[0])]
      if (parts.length === 1) return compareAscii(one, other) ?? compare([], {}, one, other)
      return compare(localesIn(parts[1]), optionsIn('Collator', parts[2]), one, other)
    },
  }
  define(String.prototype, 'localeCompare', localeCompare)
  for (const prototype of [Array.prototype, Object.getPrototypeOf(Int8Array.prototype) as object])
    replace(prototype, 'toLocaleString', (self, parts) =>
      Array.from(self as ArrayLike<unknown>, (item) =>
        item === void 0 || item === null
          ? ''
          : String((item as { toLocaleString(...parts: Parts): unknown }).toLocaleString(...parts)),
      ).join(','),
    )
}
