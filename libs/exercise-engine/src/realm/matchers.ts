import type { Equal } from './equal.ts'
import { moreMatchersWith } from './more-matchers.ts'
import { inherits, isObject, titleOf, type Values } from './values.ts'

/** The result of a matcher: whether it holds, and the values as text for the message. */
interface Answer {
  ok: boolean
  expected: string
  /** The description of the value, if it contains more than the value itself. */
  actual?: string
  /** A hint for the message if the matcher does not hold. */
  note?: string
  /** The author's message for a failed check. */
  message?: string
  /** Whether the check also fails with `not`. */
  always?: true
}

export type Matcher = (actual: unknown, ...parts: unknown[]) => Answer

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** The matchers of `expect` by name, and the messages of `resolves` and `rejects` about the wrong outcome. */
export function matchersWith(
  values: Values,
  show: (value: unknown) => string,
  equal: Equal,
): Record<string, Matcher> {
  const { errorMessage, itemsOf, isRegExp, finds, kindOf } = values
  const order =
    (words: string, holds: (actual: number | bigint, limit: number | bigint) => boolean): Matcher =>
    (actual, limit) => ({
      ok: isNumber(actual) && isNumber(limit) && holds(actual, limit),
      expected: `${words} ${show(limit)}`,
    })
  const called =
    (
      holds: (log: unknown[], parts: unknown[]) => boolean,
      words: (parts: unknown[]) => string,
    ): Matcher =>
    (log, ...parts) => {
      const calls = itemsOf(log)
      return calls === null
        ? {
            ok: false,
            always: true,
            expected: 'a function made by vi.fn()',
            actual: 'something else',
          }
        : {
            ok: holds(calls, parts),
            expected: words(parts),
            actual: calls.length === 0 ? 'no calls' : `the calls ${show(log)}`,
          }
    }
  const pathOf = (where: unknown) =>
    Array.isArray(where)
      ? (itemsOf(where) ?? [])
      : String(where)
          .split(/[.[\]]+/)
          .filter((part) => part !== '')
  const isOfType = (value: unknown, type: object) => {
    const { prototype } = type as { prototype?: unknown }
    return isObject(value) && isObject(prototype) && inherits(value, prototype)
  }
  const truth = (expected: string, holds: (actual: unknown) => boolean): Matcher => {
    return (actual) => ({ ok: holds(actual), expected })
  }
  const includes = (actual: string, part: unknown) =>
    typeof part === 'string' && actual.includes(part)

  return {
    ...moreMatchersWith(values, show, equal),
    toBe(actual, wanted) {
      const ok = Object.is(actual, wanted)
      const looksAlike = !ok && show(actual) === show(wanted)
      const note =
        'They look alike, but they are not the same object. toEqual compares what is inside.'
      return { ok, expected: show(wanted), note: looksAlike ? note : '' }
    },
    toEqual: (actual, wanted) => ({
      ok: equal(actual, wanted, false, false),
      expected: show(wanted),
    }),
    toStrictEqual: (actual, wanted) => ({
      ok: equal(actual, wanted, true, false),
      expected: show(wanted),
    }),
    toMatchObject: (actual, wanted) => ({
      ok: isObject(actual) && equal(actual, wanted, false, true),
      expected: `an object with ${show(wanted)}`,
    }),
    toBeCloseTo: (actual, wanted, digits = 2) => ({
      ok:
        typeof actual === 'number' &&
        typeof wanted === 'number' &&
        (Object.is(actual, wanted) || Math.abs(actual - wanted) < 10 ** -(digits as number) / 2),
      expected: `${show(wanted)}, to ${show(digits)} decimal places`,
    }),
    toContain: (actual, part) => ({
      ok:
        typeof actual === 'string'
          ? includes(actual, part)
          : (itemsOf(actual) ?? []).some((item) => item === part || Object.is(item, part)),
      expected: `something that contains ${show(part)}`,
    }),
    toContainEqual: (actual, part) => ({
      ok: (itemsOf(actual) ?? []).some((item) => equal(item, part, false, false)),
      expected: `something that contains ${show(part)}`,
    }),
    toMatch: (actual, pattern) => ({
      ok:
        typeof actual === 'string' &&
        (isRegExp(pattern) ? finds(pattern, actual) : includes(actual, pattern)),
      expected: `text that matches ${show(pattern)}`,
    }),
    toHaveLength(actual, length) {
      const isLong = typeof actual === 'string' || isObject(actual)
      const found: unknown = isLong ? (actual as { length?: unknown }).length : undefined
      return {
        ok: typeof found === 'number' && found === length,
        expected: `length ${show(length)}`,
        actual: `length ${show(found)}: ${show(actual)}`,
      }
    },
    toHaveProperty(actual, where, ...wanted) {
      let value = actual
      let there = true
      for (const key of pathOf(where)) {
        if (!isObject(value) || !((key as PropertyKey) in value)) {
          there = false
          break
        }
        value = value[key as keyof typeof value]
      }
      return {
        ok: there && (wanted.length === 0 || equal(value, wanted[0], false, false)),
        expected: `property ${show(where)}${wanted.length ? ` with ${show(wanted[0])}` : ''}`,
      }
    },
    toBeTruthy: truth('a truthy value', (actual) => Boolean(actual)),
    toBeFalsy: truth('a falsy value', (actual) => !actual),
    toBeUndefined: truth('undefined', (actual) => actual === undefined),
    toBeDefined: truth('anything but undefined', (actual) => actual !== undefined),
    toBeNull: truth('null', (actual) => actual === null),
    toBeNaN: truth('NaN', (actual) => Number.isNaN(actual)),
    toBeGreaterThan: order('more than', (actual, limit) => actual > limit),
    toBeGreaterThanOrEqual: order('at least', (actual, limit) => actual >= limit),
    toBeLessThan: order('less than', (actual, limit) => actual < limit),
    toBeLessThanOrEqual: order('at most', (actual, limit) => actual <= limit),
    toBeInstanceOf: (actual, type) => ({
      ok: typeof type === 'function' && isOfType(actual, type),
      expected: `an instance of ${typeof type === 'function' ? titleOf(type) : show(type)}`,
    }),
    toBeTypeOf: (actual, type) => ({
      ok: typeof actual === type,
      expected: `a value of type ${show(type)}`,
      actual: `${typeof actual}: ${show(actual)}`,
    }),
    toThrow(outcome, wanted) {
      const [threw, error] = itemsOf(outcome) as [] | [threw: boolean, error?: unknown]
      if (threw === undefined)
        return { ok: false, always: true, expected: 'a function to call', actual: 'no function' }
      const actual = threw ? show(error) : 'no error'
      const answer = (isWanted: boolean, expected: string) => ({
        ok: threw && isWanted,
        expected,
        actual,
      })
      const message = isObject(error) ? errorMessage(error) : typeof error === 'string' ? error : ''
      if (wanted === undefined) return answer(true, 'an error')
      if (typeof wanted === 'string')
        return answer(message.includes(wanted), `an error that says ${show(wanted)}`)
      if (isRegExp(wanted))
        return answer(threw && finds(wanted, message), `an error that matches ${show(wanted)}`)
      if (typeof wanted === 'function')
        return answer(isOfType(error, wanted), `an error of type ${titleOf(wanted)}`)
      const isLike =
        isObject(wanted) &&
        (kindOf(wanted) === 'Error'
          ? isObject(error) && message === errorMessage(wanted)
          : equal(error, wanted, false, true))
      return answer(isLike, show(wanted))
    },
    toHaveBeenCalled: called(
      (log) => log.length > 0,
      () => 'at least one call',
    ),
    toHaveBeenCalledTimes: called(
      (log, [times]) => log.length === times,
      ([times]) => `${show(times)} calls`,
    ),
    toHaveBeenCalledWith: called(
      (log, parts) => log.some((call) => equal(call, parts, false, false)),
      (parts) => `a call with ${show(parts)}`,
    ),
    toHaveBeenLastCalledWith: called(
      (log, parts) => log.length > 0 && equal(log[log.length - 1], parts, false, false),
      (parts) => `a last call with ${show(parts)}`,
    ),
    toHaveBeenCalledOnce: called(
      (log) => log.length === 1,
      () => 'one call',
    ),
    toHaveBeenNthCalledWith: called(
      (log, [at, ...parts]) =>
        Number(at) >= 1 &&
        Number(at) <= log.length &&
        equal(log[Number(at) - 1], parts, false, false),
      ([at, ...parts]) => `call ${show(at)} with ${show(parts)}`,
    ),
    toHaveBeenCalledExactlyOnceWith: called(
      (log, parts) => log.length === 1 && equal(log[0], parts, false, false),
      (parts) => `one call with ${show(parts)}`,
    ),
    resolves: (reason) => ({
      ok: false,
      expected: 'a promise that resolves',
      actual: `one that rejects with ${show(reason)}`,
    }),
    rejects: () => ({
      ok: false,
      expected: 'a promise that rejects',
      actual: 'one that did not',
    }),
  }
}
