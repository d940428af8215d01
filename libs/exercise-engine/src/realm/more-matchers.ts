import type { Equal } from './equal.ts'
import type { Matcher } from './matchers.ts'
import { plainSnapshot, prettyWith } from './pretty.ts'
import { entriesOf, isObject, keysOf, type Values } from './values.ts'

/** Compares two values like `==`, but without converting objects. */
function isLooselyEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true
  if (isObject(one) || isObject(other) || typeof one === 'symbol' || typeof other === 'symbol')
    return false
  const isNothing = (value: unknown) => value === null || value === undefined
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  return typeof one !== typeof other && Number(one) === Number(other)
}

/** The matchers of mocks' results, of snapshots, of `assert`, and of chai, by name. */
export function moreMatchersWith(
  values: Values,
  show: (value: unknown) => string,
  equal: Equal,
): Record<string, Matcher> {
  const { kindOf, itemsOf, errorMessage, isRegExp, finds } = values
  const pretty = prettyWith(values)
  const same = (one: unknown, other: unknown) => equal(one, other, false, false)

  /** Creates a matcher for the results of a mock. It gets a list with [outcome, value] for each call. */
  const returned =
    (
      holds: (results: unknown[], parts: unknown[]) => boolean,
      words: (parts: unknown[]) => string,
    ): Matcher =>
    (log, ...parts) => {
      const results = itemsOf(log)?.map((result) => itemsOf(result) ?? [])
      if (!results)
        return {
          ok: false,
          always: true,
          expected: 'a function made by vi.fn()',
          actual: 'something else',
        }
      const seen = results.map(([kind, value]) => (kind === 'return' ? show(value) : 'an error'))
      return {
        ok: holds(
          results.map(([kind, value]) => (kind === 'return' ? { value } : null)),
          parts,
        ),
        expected: words(parts),
        actual: seen.length === 0 ? 'no calls' : `the results ${seen.join(', ')}`,
      }
    }
  const isOf = (result: unknown, wanted: unknown) =>
    isObject(result) && same((result as { value: unknown }).value, wanted)
  const ended = (results: unknown[]) => results.filter((result) => result !== null)

  const snapshot = (text: string, written: unknown) => ({
    ok: typeof written === 'string' && text === plainSnapshot(written),
    expected: typeof written === 'string' ? plainSnapshot(written) : 'a text in its brackets',
    actual: text,
    ...(typeof written === 'string' ? {} : { always: true as const }),
  })
  const list = (value: unknown) => itemsOf(value) ?? []
  const missing = (from: unknown[], parts: unknown[]) => {
    const left = [...from]
    return parts.filter((part) => {
      const at = left.findIndex((item) => same(item, part))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  /** Takes lists that were read from the values before, because a proxy can return another list at each read. */
  const hasSame = (found: unknown[], wanted: unknown[]) =>
    found.length === wanted.length && missing(found, wanted).length === 0
  const keysIn = (value: unknown): unknown[] =>
    !isObject(value)
      ? []
      : kindOf(value) === 'Map'
        ? entriesOf('Map', value).map((entry) => (entry as unknown[])[0])
        : keysOf(value)
  const number = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)
  const kindName = (value: unknown) =>
    value === null ? 'null' : isObject(value) ? kindOf(value).toLowerCase() : typeof value

  return {
    toBeNullable: (actual) => ({
      ok: actual === undefined || actual === null,
      expected: 'null or undefined',
    }),
    toBeOneOf: (actual, choices) => ({
      ok: list(choices).some((choice) => same(actual, choice)),
      expected: `one of ${show(choices)}`,
    }),
    toSatisfy: (seen, predicate) => {
      const [holds, actual] = itemsOf(seen) as [unknown, unknown]
      return {
        ok: holds === true,
        expected: `a value that satisfies ${show(predicate)}`,
        actual: show(actual),
      }
    },
    toHaveReturned: returned(
      (results) => ended(results).length > 0,
      () => 'a call that returns',
    ),
    toHaveReturnedTimes: returned(
      (results, [times]) => ended(results).length === times,
      ([times]) => `${show(times)} calls that return`,
    ),
    toHaveReturnedWith: returned(
      (results, [value]) => results.some((result) => isOf(result, value)),
      ([value]) => `a call that returns ${show(value)}`,
    ),
    toHaveLastReturnedWith: returned(
      (results, [value]) => isOf(results.at(-1), value),
      ([value]) => `a last call that returns ${show(value)}`,
    ),
    toHaveNthReturnedWith: returned(
      (results, [at, value]) => isOf(results[Number(at) - 1], value),
      ([at, value]) => `call ${show(at)} to return ${show(value)}`,
    ),
    toMatchInlineSnapshot: (actual, written) => snapshot(pretty(actual), written),
    toThrowErrorMatchingInlineSnapshot(outcome, written) {
      const [threw, error] = list(outcome)
      const message = isObject(error) ? errorMessage(error) : error
      if (threw !== true)
        return { ok: false, always: true, expected: 'an error', actual: 'no error' }
      const found = snapshot(pretty(message), written)
      // vitest writes the error itself, and Jest writes its message.
      return found.ok ? found : snapshot(pretty(error), written)
    },
    custom: (holds, name, message) => ({
      ok: holds === true,
      expected: `${String(name)}() to hold`,
      message: message as string,
    }),
    assertions: (made, wanted) => ({
      ok: made === wanted,
      expected: `${show(wanted)} checks`,
      actual: `${show(made)}`,
    }),
    hasAssertions: (made) => ({
      ok: made !== 0,
      expected: 'at least one check',
      actual: 'none',
    }),
    fail: (message) => ({
      ok: false,
      always: true,
      expected: 'code that does not reach this line',
      actual: 'a call of fail',
      message: typeof message === 'string' ? message : '',
    }),
    looselyEqual: (actual, wanted) => ({
      // Objects are not converted to texts, because the conversion would call their own functions.
      ok: isLooselyEqual(actual, wanted),
      expected: show(wanted),
    }),
    sameMembers: (actual, wanted) => ({
      ok: Array.isArray(actual) && hasSame(list(actual), list(wanted)),
      expected: `the members ${show(wanted)}, in any order`,
    }),
    includeMembers: (actual, wanted) => ({
      ok: Array.isArray(actual) && missing(list(actual), list(wanted)).length === 0,
      expected: `a list with the members ${show(wanted)}`,
    }),
    hasKeys: (actual, keys) => ({
      ok: hasSame(keysIn(actual), list(keys)),
      expected: `an object with the keys ${show(keys)}`,
    }),
    includesKeys: (actual, keys) => ({
      ok: missing(keysIn(actual), list(keys)).length === 0,
      expected: `an object with at least the keys ${show(keys)}`,
    }),
    includes: (actual, part) => ({
      ok:
        typeof actual === 'string'
          ? typeof part === 'string' && actual.includes(part)
          : itemsOf(actual)
            ? list(actual).some((item) => Object.is(item, part) || item === part)
            : isObject(actual) && equal(actual, part, false, true),
      expected: `something that includes ${show(part)}`,
    }),
    isKind: (actual, kind) => ({
      ok: kindName(actual) === String(kind).toLowerCase(),
      expected: `a value of the kind ${String(kind).toLowerCase()}`,
      actual: `${kindName(actual)}: ${show(actual)}`,
    }),
    isEmpty(actual) {
      const size =
        typeof actual === 'string' ? actual.length : (itemsOf(actual) ?? keysIn(actual)).length
      return {
        ok: size === 0 && (typeof actual === 'string' || isObject(actual)),
        expected: 'something empty',
      }
    },
    isWithin: (actual, wanted, delta) => ({
      ok: Math.abs(number(actual) - number(wanted)) <= number(delta),
      expected: `${show(wanted)}, or at most ${show(delta)} more or less`,
    }),
    isBetween: (actual, least, most) => ({
      ok: number(actual) >= number(least) && number(actual) <= number(most),
      expected: `a number from ${show(least)} to ${show(most)}`,
    }),
    throwsLike(outcome, wanted) {
      const [threw, error] = list(outcome)
      const holds =
        threw === true &&
        isObject(error) &&
        isObject(wanted) &&
        keysOf(wanted).every((key) => {
          const part = wanted[key as keyof typeof wanted] as unknown
          const found = error[key as keyof typeof error] as unknown
          return isRegExp(part) && typeof found === 'string'
            ? finds(part, found)
            : same(found, part)
        })
      return {
        ok: holds,
        expected: `an error with ${show(wanted)}`,
        actual: threw === true ? show(error) : 'no error',
      }
    },
  }
}
