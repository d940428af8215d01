/**
 * Replaces `Date`, the timers, and `Math.random`, so that each run gives the same result on every machine. Returns the
 * functions that control the clock (rules/exercise-runs#clock).
 */
export const WORLD_SOURCE = String.raw`(() => {
  'use strict'
  const RealDate = Date
  const { apply, construct, defineProperty, ownKeys } = Reflect
  const START = RealDate.UTC(2025, 5, 2, 9)
  let now = 0
  let base = START
  let since = 0
  let seed = 0
  const today = () => base + (now - since)
  const define = (object, key, value) => {
    if (typeof value === 'function') defineProperty(value, 'name', { value: String(key) })
    defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true })
  }

  // The engine uses the machine's time zone. Here, it is always UTC.
  const dates = RealDate.prototype
  const { getTime, toISOString } = dates
  for (const key of ownKeys(dates)) {
    const utc = typeof key === 'string' && /^[gs]et(?!UTC)/.test(key) && dates[key.slice(0, 3) + 'UTC' + key.slice(3)]
    if (utc) define(dates, key, { call(...parts) { return apply(utc, this, parts) } }.call)
  }
  const getYear = { getYear() { return apply(dates.getUTCFullYear, this, []) - 1900 } }.getYear
  define(dates, 'getYear', getYear)
  define(dates, 'getTimezoneOffset', { zone() { return Number.isNaN(apply(getTime, this, [])) ? 0 / 0 : 0 } }.zone)
  const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const two = (number) => String(number).padStart(2, '0')
  const clock = (date) => two(date.getUTCHours()) + ':' + two(date.getUTCMinutes()) + ':' + two(date.getUTCSeconds())
  const written = {
    toDateString(date) {
      const year = date.getUTCFullYear()
      return DAYS[date.getUTCDay()] + ' ' + MONTHS[date.getUTCMonth()] + ' ' + two(date.getUTCDate()) + ' ' +
        (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(year < 0 ? 6 : 4, '0')
    },
    toTimeString: (date) => clock(date) + ' GMT+0000 (Coordinated Universal Time)',
    toString: (date) => written.toDateString(date) + ' ' + written.toTimeString(date),
    toLocaleDateString: (date) => date.getUTCMonth() + 1 + '/' + date.getUTCDate() + '/' + date.getUTCFullYear(),
    toLocaleTimeString: (date) =>
      ((date.getUTCHours() + 11) % 12) + 1 + clock(date).slice(2) + (date.getUTCHours() < 12 ? ' AM' : ' PM'),
    toLocaleString: (date) => written.toLocaleDateString(date) + ', ' + written.toLocaleTimeString(date),
  }
  for (const key of Object.keys(written)) {
    const write = written[key]
    define(dates, key, { call() {
      const time = apply(getTime, this, [])
      return Number.isNaN(time) ? 'Invalid Date' : write(new RealDate(time))
    } }.call)
  }
  const ISO = /^[+-]?\d{4,6}(-\d\d){0,2}$/
  const ZONED = /((Z|GMT|UTC)([+-]\d\d:?\d\d)?|:\d\d(\.\d+)?\s*[+-]\d\d:?\d\d)\s*(\(.*\))?$/i
  const parse = (text) => {
    const string = String(text).trim()
    if (ISO.test(string) || ZONED.test(string)) return RealDate.parse(string)
    return RealDate.parse(string + (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(string) ? 'Z' : ' GMT'))
  }
  const primitive = (part) => {
    if (typeof part !== 'object' || part === null) return part
    try {
      return apply(getTime, part, [])
    } catch {
      return part[Symbol.toPrimitive]?.('default') ?? (typeof part.valueOf() === 'object' ? String(part) : part.valueOf())
    }
  }
  const timeOf = (parts) => {
    if (parts.length === 0) return today()
    if (parts.length > 1) return apply(RealDate.UTC, RealDate, parts)
    const part = primitive(parts[0])
    return typeof part === 'string' ? parse(part) : part
  }
  function FixedDate(...parts) {
    if (!new.target) return written.toString(new RealDate(today()))
    return construct(RealDate, [timeOf(parts)], new.target)
  }
  FixedDate.prototype = dates
  defineProperty(FixedDate, 'prototype', { writable: false })
  defineProperty(FixedDate, 'length', { value: 7 })
  define(FixedDate, 'now', () => today())
  define(FixedDate, 'parse', (text) => parse(text))
  define(FixedDate, 'UTC', RealDate.UTC)
  define(dates, 'constructor', FixedDate)
  define(globalThis, 'Date', FixedDate)

  define(Math, 'random', () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  })

  let timers = []
  let last = 0
  const start = (callback, delay, repeat, parts) => {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function to call')
    last += 1
    const wait = Number(delay) >= 1 ? Math.min(Math.trunc(Number(delay)), 2147483647) : 1
    timers.push({ id: last, at: now + wait, callback, parts, every: repeat ? wait : 0 })
    return last
  }
  const stop = (id) => { timers = timers.filter((timer) => timer.id !== id) }
  define(globalThis, 'setTimeout', (callback, delay, ...parts) => start(callback, delay, false, parts))
  define(globalThis, 'setInterval', (callback, delay, ...parts) => start(callback, delay, true, parts))
  define(globalThis, 'clearTimeout', (id) => stop(id))
  define(globalThis, 'clearInterval', (id) => stop(id))
  define(globalThis, 'performance', { now: () => now })
  define(globalThis, 'queueMicrotask', (callback) => { Promise.resolve().then(() => callback()) })

  const next = (until) => {
    let first
    for (const timer of timers) if (timer.at <= until && (!first || timer.at < first.at)) first = timer
    if (!first) return false
    now = Math.max(now, first.at)
    if (first.every) first.at = now + first.every
    else stop(first.id)
    const { callback, parts } = first
    callback(...parts)
    return true
  }
  return {
    /** Calls the timer that is due next, and returns whether there was one. */
    next: () => next(1 / 0),
    advance(milliseconds) {
      const until = now + Number(milliseconds)
      while (next(until)) {}
      now = Math.max(now, until)
    },
    set(date) {
      base = Number(new FixedDate(date))
      since = now
    },
    /** Prepares the next test: the same moment, the same random numbers, and no timers of earlier tests. */
    reset() {
      base = START
      since = now
      seed = 0
      timers = []
    },
  }
})()`
