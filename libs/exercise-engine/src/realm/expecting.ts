import type { Recorded } from './mocks.ts'

/** A call of a matcher: its name, whether it follows `not`, the actual value, and the arguments. */
export type Asked = [matcher: string, negated: boolean, actual: unknown, ...parts: unknown[]]

/** The questions of the API to the harness that are not checks. Each answer is a text. */
export type Tell = (question: 'mark' | 'show' | 'equal', ...parts: unknown[]) => string

export type Use = (matcher: string, negated: boolean, parts: unknown[]) => unknown
/**
 * The outcome of a function call: whether it threw, and the thrown or returned value. Empty if there was no function.
 */
type Outcome = [] | [threw: boolean, value?: unknown]
type Custom = (this: unknown, actual: unknown, ...parts: unknown[]) => unknown

/** The matchers that the harness's realm decides. */
export const MATCHERS = [
  ...['toBe', 'toEqual', 'toStrictEqual', 'toBeCloseTo', 'toContain', 'toContainEqual'],
  ...['toMatch', 'toHaveLength', 'toHaveProperty', 'toMatchObject', 'toBeTruthy', 'toBeFalsy'],
  ...['toBeUndefined', 'toBeDefined', 'toBeNull', 'toBeNullable', 'toBeNaN', 'toBeGreaterThan'],
  ...['toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual', 'toBeInstanceOf'],
  ...['toBeTypeOf', 'toBeOneOf', 'toThrow', 'toSatisfy'],
  ...['toMatchInlineSnapshot', 'toThrowErrorMatchingInlineSnapshot'],
  ...['toHaveBeenCalled', 'toHaveBeenCalledTimes', 'toHaveBeenCalledOnce'],
  ...['toHaveBeenCalledWith', 'toHaveBeenLastCalledWith', 'toHaveBeenNthCalledWith'],
  ...['toHaveBeenCalledExactlyOnceWith', 'toHaveReturned', 'toHaveReturnedTimes'],
  ...['toHaveReturnedWith', 'toHaveLastReturnedWith', 'toHaveNthReturnedWith'],
] as const

/** Other names of matchers. */
export const ALIASES = {
  toThrowError: 'toThrow',
  toBeCalled: 'toHaveBeenCalled',
  toBeCalledTimes: 'toHaveBeenCalledTimes',
  toBeCalledWith: 'toHaveBeenCalledWith',
  lastCalledWith: 'toHaveBeenLastCalledWith',
  nthCalledWith: 'toHaveBeenNthCalledWith',
  toReturn: 'toHaveReturned',
  toReturnTimes: 'toHaveReturnedTimes',
  toReturnWith: 'toHaveReturnedWith',
  lastReturnedWith: 'toHaveLastReturnedWith',
  nthReturnedWith: 'toHaveNthReturnedWith',
} as const

/** The placeholders of `expect`, such as `any`, which stand for many values. */
export const WILDCARDS = [
  ...['any', 'anything', 'objectContaining', 'arrayContaining'],
  ...['stringContaining', 'stringMatching', 'closeTo'],
] as const
/** The placeholders that also follow `expect.not`. */
export const NEGATED_WILDCARDS = WILDCARDS.slice(2)

const NO_SNAPSHOTS =
  'is not available, because an exercise keeps no files of snapshots. Write the value into the test: toEqual(…) or toMatchInlineSnapshot(`…`)'
const UNAVAILABLE = ['toMatchSnapshot', 'toMatchFileSnapshot', 'toThrowErrorMatchingSnapshot']

const ABOUT_ERRORS = new Set(['toThrow', 'toThrowErrorMatchingInlineSnapshot'])

/**
 * Creates `expect`. It runs in the learner's realm and therefore decides nothing: `check` passes values to the
 * harness's realm, which compares them and returns only a text.
 */
export function expecting(
  check: (...asked: Asked) => string,
  fail: (stack: string | undefined) => void,
  tell: Tell,
  recordOf: (value: unknown) => Recorded | undefined,
) {
  const waiting: Promise<unknown>[] = []
  const custom: Record<string, Custom> = {}
  /** The number of checks that the test has made, and the number that it announced. */
  let made = 0
  let wanted: ['assertions' | 'hasAssertions', unknown] | null = null

  const judge = (asked: Asked, called?: string, soft = false) => {
    const message = check(...asked)
    if (message === '') return
    const error = new Error(message)
    fail(called || error.stack)
    if (!soft) throw error
  }
  /**
   * Calls a function of the tests that decides a check. If it throws an error, the check has failed at once, even if
   * the learner's code catches the error.
   */
  const decided = <T>(decide: () => T): T => {
    try {
      return decide()
    } catch (error) {
      check('threw', false, error)
      throw error
    }
  }
  const tryOut = (actual: unknown): Outcome => {
    if (typeof actual !== 'function') return []
    try {
      actual()
    } catch (error) {
      return [true, error]
    }
    return [false]
  }
  /** Returns the arguments with which the harness compares for a matcher. */
  const seenBy = (matcher: string, actual: unknown, parts: unknown[]) => {
    if (ABOUT_ERRORS.has(matcher)) return tryOut(actual)
    if (matcher === 'toSatisfy') {
      const [holds] = parts
      return [typeof holds === 'function' && decided(() => Boolean(holds(actual))), actual]
    }
    const record = /^toHave(?:Been|.*Return)/.test(matcher) ? recordOf(actual) : undefined
    if (/^toHaveBeen/.test(matcher)) return record?.calls
    return record ? record.results : /Return/.test(matcher) ? undefined : actual
  }

  /** Calls a matcher that the tests file defines. Its own function decides, and the harness formats the message. */
  const askCustom = (
    name: string,
    negated: boolean,
    actual: unknown,
    parts: unknown[],
    called?: string,
  ) => {
    const show = (value: unknown) => tell('show', value)
    const equals = (one: unknown, other: unknown) => tell('equal', one, other) === 'true'
    const utils = {
      ...{ printReceived: show, printExpected: show, stringify: show },
      matcherHint: (matcher: string) => `expect(…).${matcher}(…)`,
      diff: (one: unknown, other: unknown) => `Expected ${show(one)}, but got ${show(other)}`,
      RECEIVED_COLOR: String,
      EXPECTED_COLOR: String,
    }
    const context = { isNot: negated, promise: '', equals, utils }
    const settle = (answer: unknown) => {
      // Only own properties are read, because the learner's files can add properties to the prototypes of primitive
      // values.
      const { pass, message } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
        pass?: unknown
        message?: unknown
      }
      const holds = Boolean(pass)
      const text =
        holds === negated && typeof message === 'function' ? decided(() => message()) : message
      judge(['custom', negated, holds, name, typeof text === 'string' ? text : ''], called)
    }
    const answer = decided(() => Reflect.apply(custom[name] as Custom, context, [actual, ...parts]))
    if (!(answer instanceof Promise)) return settle(answer)
    const from = called ?? new Error().stack
    const promise = (async () => {
      const settled = await answer
      judge(
        [
          ...(['custom', negated, Boolean((settled as { pass?: unknown }).pass), name] as const),
          String((settled as { message?: () => unknown }).message?.() ?? ''),
        ],
        from,
      )
    })()
    waiting.push(promise)
    return promise
  }

  /**
   * For each object that `expect` returned, the function that calls its matchers. A separate object for each matcher
   * would be slow.
   */
  const asking = new WeakMap<object, { use: Use; negated: boolean }>()
  const sideOf = (prototype: object, use: Use, negated: boolean): object => {
    const made: object = Object.create(prototype)
    asking.set(made, { use, negated })
    return made
  }
  const matchers = {
    get not() {
      return sideOf(matchers, use(this), true)
    },
  }
  const use = (side: object): Use => asking.get(side)?.use ?? (() => undefined)
  const add = (name: string, matcher: string) => {
    const ask = function (this: object, ...parts: unknown[]): unknown {
      const how = asking.get(this)
      if (!how) throw new TypeError(`${name} must be called on expect(…)`)
      return how.use(matcher, how.negated, parts)
    }
    Object.defineProperty(matchers, name, { value: ask, configurable: true })
  }
  for (const matcher of MATCHERS) add(matcher, matcher)
  for (const [alias, matcher] of Object.entries(ALIASES)) add(alias, matcher)
  for (const name of UNAVAILABLE)
    Object.defineProperty(matchers, name, {
      value() {
        throw new TypeError(`${name} ${NO_SNAPSHOTS}`)
      },
    })
  const promises = new WeakMap<object, { resolves: Use; rejects: Use }>()
  const usePromise = (side: object, name: 'resolves' | 'rejects'): Use =>
    promises.get(side)?.[name] ?? (() => undefined)
  const whole = Object.create(matchers, {
    resolves: {
      get(this: object) {
        return sideOf(matchers, usePromise(this, 'resolves'), false)
      },
    },
    rejects: {
      get(this: object) {
        return sideOf(matchers, usePromise(this, 'rejects'), false)
      },
    },
  }) as object

  const expectWith = (soft: boolean) => (actual: unknown) => {
    const promised =
      (settle: (called: string | undefined) => Promise<Outcome>): Use =>
      (matcher, negated, parts) => {
        made += 1
        const called = new Error().stack
        const promise = (async () => {
          const outcome = await settle(called)
          if (outcome.length === 0) return undefined
          const [, value] = outcome
          if (matcher.startsWith('custom '))
            return askCustom(matcher.slice(7), negated, value, parts, called)
          // For `rejects`, a promise that rejects with an error is treated like a function that throws the error.
          const seen =
            ABOUT_ERRORS.has(matcher) && (outcome[0] || typeof value !== 'function')
              ? outcome
              : seenBy(matcher, value, parts)
          judge([matcher, negated, seen, ...parts], called, soft)
          return undefined
        })()
        waiting.push(promise)
        return promise
      }
    const begun = () => (typeof actual === 'function' ? actual() : actual)
    const at: Use = (matcher, negated, parts) => {
      made += 1
      if (matcher.startsWith('custom ')) return askCustom(matcher.slice(7), negated, actual, parts)
      judge([matcher, negated, seenBy(matcher, actual, parts), ...parts], undefined, soft)
      return undefined
    }
    const side = sideOf(whole, at, false)
    promises.set(side, {
      resolves: promised(async (called) => {
        try {
          return [false, await begun()]
        } catch (error) {
          judge(['resolves', false, error], called, soft)
          return []
        }
      }),
      rejects: promised(async (called) => {
        try {
          await begun()
        } catch (error) {
          return [true, error]
        }
        judge(['rejects', false, actual], called, soft)
        return []
      }),
    })
    return side
  }

  const wildcard = (kind: string) => (value: unknown, more?: unknown) => {
    const token = {}
    tell('mark', token, kind, value, more)
    return token
  }
  const kinds = (names: readonly string[], prefix: string) =>
    Object.fromEntries(names.map((kind) => [kind, wildcard(prefix + kind)]))
  const want = (kind: 'assertions' | 'hasAssertions') => (count?: unknown) => {
    wanted = [kind, count]
  }
  const never = (message: unknown) => {
    made += 1
    judge(['fail', false, message])
  }

  const expect = Object.assign(expectWith(false), kinds(WILDCARDS, ''), {
    not: kinds(NEGATED_WILDCARDS, 'not.'),
    soft: expectWith(true),
    assertions: want('assertions'),
    hasAssertions: want('hasAssertions'),
    unreachable: never,
    fail: never,
    extend(matchers: Record<string, Custom>) {
      for (const [name, decide] of Object.entries(matchers)) {
        if (typeof decide !== 'function') throw new TypeError(`${name} must be a function`)
        custom[name] = decide
        add(name, `custom ${name}`)
      }
    },
    addSnapshotSerializer() {
      throw new TypeError(`addSnapshotSerializer ${NO_SNAPSHOTS}`)
    },
  })

  return {
    expect,
    /** Asks the harness a question about a value, in the way of a matcher. */
    ask(matcher: string, negated: boolean, actual: unknown, ...parts: unknown[]) {
      made += 1
      judge([matcher, negated, actual, ...parts])
    },
    tryOut,
    decided,
    /** Keeps the check of a promise, so that the test waits for it. */
    later(work: Promise<unknown>) {
      waiting.push(work)
      return work
    },
    begin() {
      waiting.length = 0
      made = 0
      wanted = null
    },
    /** Waits for the checks of promises, also those that the test did not await, and compares the number of checks. */
    async end() {
      for (const promise of waiting) await promise
      if (wanted) judge([wanted[0], false, made, wanted[1]])
    },
  }
}
