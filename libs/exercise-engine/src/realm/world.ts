import { countCompiling } from './compiling'
import { makeNumbers, type Seeds } from './numbers'
import { makeTimers, type Timer } from './timers'

type Method = (this: unknown, ...parts: unknown[]) => unknown

export type World = ReturnType<typeof makeWorld>

/**
 * Replaces `Date`, the timers, and `Math.random`, so that each run gives the same result on every machine. Returns the
 * functions that control the clock (rules/exercise-runs#clock).
 *
 * @param seeds for the numbers of timers, which code could otherwise guess to stop the timers of the tests
 * @param compiles is called with the length of each text that code compiles
 */
export default function makeWorld(seeds: Seeds, compiles?: (length: number) => unknown) {
  if (compiles) countCompiling(compiles)
  const RealDate = Date
  const { apply, construct, defineProperty, ownKeys } = Reflect
  const START = RealDate.UTC(2025, 5, 2, 9)
  let now = 0
  let base = START
  let since = 0
  let seed = 0
  const today = () => base + (now - since)
  const define = (object: object, key: PropertyKey, value: unknown) => {
    if (typeof value === 'function') defineProperty(value, 'name', { value: String(key) })
    defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true })
  }

  // The engine would use the time zone of the machine. Dates here are always in UTC.
  const dates = RealDate.prototype
  const { getTime, getUTCFullYear } = dates
  const methodOfDates = (call: (date: unknown, parts: unknown[]) => unknown): Method =>
    // This is a method, because a function would be a constructor.
    ({
      call(...parts: unknown[]) {
        return call(this, parts)
      },
    }).call
  for (const key of ownKeys(dates)) {
    if (typeof key !== 'string' || !/^[gs]et(?!UTC)/.test(key)) continue
    const utc: unknown = Reflect.get(dates, `${key.slice(0, 3)}UTC${key.slice(3)}`)
    if (typeof utc === 'function')
      define(
        dates,
        key,
        methodOfDates((date, parts) => apply(utc, date, parts)),
      )
  }
  define(
    dates,
    'getYear',
    methodOfDates((date) => apply(getUTCFullYear, date, []) - 1900),
  )
  define(
    dates,
    'getTimezoneOffset',
    methodOfDates((date) => (Number.isNaN(apply(getTime, date, [])) ? Number.NaN : 0)),
  )
  const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  const MONTHS = [
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ]
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = (date: Date) =>
    `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
  const written = {
    toDateString(date: Date) {
      const year = date.getUTCFullYear()
      const digits = String(Math.abs(year)).padStart(year < 0 ? 6 : 4, '0')
      return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${two(date.getUTCDate())} ${year < 0 ? '-' : ''}${digits}`
    },
    toTimeString: (date: Date) => `${clock(date)} GMT+0000 (Coordinated Universal Time)`,
    toString: (date: Date): string => `${written.toDateString(date)} ${written.toTimeString(date)}`,
    toLocaleDateString: (date: Date) =>
      `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`,
    toLocaleTimeString: (date: Date) =>
      ((date.getUTCHours() + 11) % 12) +
      1 +
      clock(date).slice(2) +
      (date.getUTCHours() < 12 ? ' AM' : ' PM'),
    toLocaleString: (date: Date): string =>
      `${written.toLocaleDateString(date)}, ${written.toLocaleTimeString(date)}`,
  }
  for (const [key, write] of Object.entries(written))
    define(
      dates,
      key,
      methodOfDates((date) => {
        const time = apply(getTime, date, [])
        return Number.isNaN(time) ? 'Invalid Date' : write(new RealDate(time))
      }),
    )
  const ISO = /^[+-]?\d{4,6}(-\d\d){0,2}$/
  const ZONED = /((Z|GMT|UTC)([+-]\d\d:?\d\d)?|:\d\d(\.\d+)?\s*[+-]\d\d:?\d\d)\s*(\(.*\))?$/i
  const parse = (text: unknown) => {
    const string = String(text).trim()
    if (ISO.test(string) || ZONED.test(string)) return RealDate.parse(string)
    return RealDate.parse(string + (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(string) ? 'Z' : ' GMT'))
  }
  const primitive = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    try {
      return apply(getTime, part, [])
    } catch {
      const { [Symbol.toPrimitive]: convert } = part as Partial<
        Pick<Date, typeof Symbol.toPrimitive>
      >
      return (
        (convert && apply(convert, part, ['default'])) ??
        (typeof part.valueOf() === 'object' ? String(part) : part.valueOf())
      )
    }
  }
  const timeOf = (parts: unknown[]): unknown => {
    if (parts.length === 0) return today()
    if (parts.length > 1) return apply(RealDate.UTC, RealDate, parts)
    const part = primitive(parts[0])
    return typeof part === 'string' ? parse(part) : part
  }
  function FixedDate(...parts: unknown[]): unknown {
    if (!new.target) return written.toString(new RealDate(today()))
    return construct(RealDate, [timeOf(parts)], new.target)
  }
  FixedDate.prototype = dates
  defineProperty(FixedDate, 'prototype', { writable: false })
  defineProperty(FixedDate, 'length', { value: 7 })
  define(FixedDate, 'now', () => today())
  define(FixedDate, 'parse', (text: unknown) => parse(text))
  define(FixedDate, 'UTC', RealDate.UTC)
  define(dates, 'constructor', FixedDate)
  define(globalThis, 'Date', FixedDate)

  define(Math, 'random', () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  })

  const timers = makeTimers()
  const nextNumber = makeNumbers(seeds)
  let last = 0
  const start = (callback: unknown, delay: unknown, repeat: boolean, parts: unknown[]) => {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function to call')
    last += 1 + (nextNumber() >>> 4)
    // The value is read only once, because an object can return another number each time.
    const milliseconds = Number(delay)
    const wait = milliseconds >= 1 ? Math.min(Math.trunc(milliseconds), 2147483647) : 1
    const call = callback as Timer['callback']
    timers.add({ id: last, at: now + wait, callback: call, parts, every: repeat ? wait : 0 })
    return last
  }
  const stop = (id: unknown) => timers.stop(id)
  define(globalThis, 'setTimeout', (callback: unknown, delay: unknown, ...parts: unknown[]) =>
    start(callback, delay, false, parts),
  )
  define(globalThis, 'setInterval', (callback: unknown, delay: unknown, ...parts: unknown[]) =>
    start(callback, delay, true, parts),
  )
  define(globalThis, 'clearTimeout', (id: unknown) => stop(id))
  define(globalThis, 'clearInterval', (id: unknown) => stop(id))
  define(globalThis, 'performance', { now: () => now })
  define(globalThis, 'queueMicrotask', (callback: () => unknown) => {
    Promise.resolve().then(() => callback())
  })

  const fire = (timer: Timer) => {
    now = Math.max(now, timer.at)
    stop(timer.id)
    if (timer.every) timers.add({ ...timer, at: now + timer.every })
    const { callback, parts } = timer
    callback(...parts)
  }
  const next = (until: number) => {
    const first = timers.first()
    if (!first || first.at > until) return false
    fire(first)
    return true
  }
  return {
    /** Calls the next timer if it is due by a moment of the run. Returns whether there was one. */
    next: (until = 1 / 0) => next(until),
    /** Calls the timers that are waiting now, but not those that they start. */
    runPending() {
      for (const timer of timers.waiting()) if (timers.has(timer)) fire(timer)
    },
    /** The number of waiting timers. */
    count: () => timers.waiting().length,
    clear: () => timers.clear(),
    advance(milliseconds: unknown) {
      const until = now + Number(milliseconds)
      while (next(until)) {}
      now = Math.max(now, until)
    },
    set(date: unknown) {
      base = Number(construct(FixedDate, [date]))
      since = now
    },
    /** Resets the clock and the random numbers for the next test, and removes the timers of earlier tests. */
    reset() {
      base = START
      since = now
      seed = 0
      timers.clear()
    },
  }
}
