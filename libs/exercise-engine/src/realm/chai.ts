import type { Ask } from './assert.ts'

type TryOut = (run: unknown) => [] | [threw: boolean, value?: unknown]

/** Words such as `to` and `be`, which only make an assertion read like a sentence. */
export const FILLERS = [
  ...['to', 'be', 'been', 'is', 'that', 'which', 'and', 'has', 'have', 'with', 'at', 'of', 'same'],
  ...['but', 'does', 'still', 'also', 'all'],
]

/** The words that are used without brackets, each with its matcher and the arguments of the matcher. */
const WORDS: Record<string, [matcher: string, ...parts: unknown[]]> = {
  ok: ['toBeTruthy'],
  true: ['toBe', true],
  false: ['toBe', false],
  null: ['toBeNull'],
  undefined: ['toBeUndefined'],
  NaN: ['toBeNaN'],
  empty: ['isEmpty'],
}

/** The words that are called with brackets, each with its matcher and the matcher that `deep` selects. */
const CALLS: Record<string, [matcher: string, deep?: string]> = {
  equal: ['toBe', 'toEqual'],
  equals: ['toBe', 'toEqual'],
  eq: ['toBe', 'toEqual'],
  eql: ['toEqual'],
  eqls: ['toEqual'],
  above: ['toBeGreaterThan'],
  gt: ['toBeGreaterThan'],
  greaterThan: ['toBeGreaterThan'],
  least: ['toBeGreaterThanOrEqual'],
  gte: ['toBeGreaterThanOrEqual'],
  below: ['toBeLessThan'],
  lt: ['toBeLessThan'],
  lessThan: ['toBeLessThan'],
  most: ['toBeLessThanOrEqual'],
  lte: ['toBeLessThanOrEqual'],
  closeTo: ['isWithin'],
  approximately: ['isWithin'],
  within: ['isBetween'],
  instanceof: ['toBeInstanceOf'],
  instanceOf: ['toBeInstanceOf'],
  length: ['toHaveLength'],
  lengthOf: ['toHaveLength'],
  match: ['toMatch'],
  matches: ['toMatch'],
  string: ['toMatch'],
  keys: ['hasKeys'],
  key: ['hasKeys'],
  members: ['sameMembers'],
  oneOf: ['toBeOneOf'],
}

/** The words of chai's `expect` that are supported. */
export const CHAI_NAMES = [
  ...Object.keys(WORDS),
  ...Object.keys(CALLS),
  ...['not', 'deep', 'exist', 'a', 'an', 'include', 'includes', 'contain', 'contains'],
  ...['property', 'throw', 'throws', 'Throw', 'satisfy', 'satisfies'],
]

/**
 * Creates chai's `expect`. Each of its words calls a matcher, so that the harness's realm decides.
 *
 * @param decided calls a function, and treats its errors as failed checks
 */
export function chaiExpecting(ask: Ask, tryOut: TryOut, decided: <T>(decide: () => T) => T) {
  const chainOf = (actual: unknown, negated: boolean, deep: boolean): object => {
    const words = {}
    // An unknown word must throw an error. Otherwise the check would pass without checking anything.
    const chain: object = new Proxy(words, {
      get(_, key) {
        if (key in words || typeof key === 'symbol' || key === 'then')
          return Reflect.get(words, key)
        throw new TypeError(`chai's '${key}' is not available in an exercise`)
      },
    })
    const getter = (name: string, get: () => unknown) =>
      Object.defineProperty(words, name, { get, configurable: true })
    const method = (name: string, call: (...parts: unknown[]) => unknown) =>
      Object.defineProperty(words, name, { value: call, configurable: true })
    const go = (matcher: string, ...parts: unknown[]) => {
      ask(matcher, negated, actual, ...parts)
      return chain
    }

    for (const word of FILLERS) getter(word, () => chain)
    getter('not', () => chainOf(actual, true, deep))
    getter('deep', () => chainOf(actual, negated, true))
    for (const [word, parts] of Object.entries(WORDS)) getter(word, () => go(...parts))
    getter('exist', () => {
      ask('toBeNullable', !negated, actual)
      return chain
    })
    for (const [word, [matcher, deeply]] of Object.entries(CALLS))
      method(word, (...parts) =>
        matcher === 'hasKeys'
          ? go(matcher, parts.flat())
          : go(
              deep && deeply ? deeply : matcher,
              ...parts.slice(0, matcher.startsWith('is') ? 2 : 1),
            ),
      )
    const include = Object.assign((part: unknown) => go('includes', part), {})
    Object.defineProperty(include, 'members', {
      value: (parts: unknown) => go('includeMembers', parts),
    })
    for (const word of ['keys', 'key'])
      Object.defineProperty(include, word, {
        value: (...parts: unknown[]) => go('includesKeys', parts.flat()),
      })
    for (const word of ['include', 'includes', 'contain', 'contains']) getter(word, () => include)
    for (const word of ['a', 'an'])
      getter(word, () => {
        const type = (kind: unknown) => go('isKind', kind)
        // In `to.be.an.instanceof(…)`, the word `an` is followed by another word.
        return Object.setPrototypeOf(type, chain)
      })
    method('property', (...parts) => {
      go('toHaveProperty', ...parts.slice(0, 2))
      if (negated) return chain
      const read = (): unknown => Reflect.get(Object(actual ?? {}), String(parts[0]))
      return chainOf(decided(read), false, deep)
    })
    for (const word of ['throw', 'throws', 'Throw'])
      method(word, (wanted, text) => {
        const outcome = tryOut(actual)
        ask('toThrow', negated, outcome, ...(wanted === undefined ? [] : [wanted]))
        if (text !== undefined && !negated) ask('toThrow', false, outcome, text)
        return chain
      })
    for (const word of ['satisfy', 'satisfies'])
      method(word, (holds) =>
        chainOfSatisfied(
          typeof holds === 'function' && decided(() => Boolean(holds(actual))),
          holds,
        ),
      )
    const chainOfSatisfied = (holds: boolean, predicate: unknown) => {
      ask('toSatisfy', negated, [holds, actual], predicate)
      return chain
    }
    return chain
  }
  return (actual: unknown) => chainOf(actual, false, false)
}
