import type { World } from './world'

/** What a matcher is asked: its name, whether it follows `not`, the value, and what the test wrote in its brackets. */
export type Asked = [matcher: string, negated: boolean, actual: unknown, ...parts: unknown[]]

/** What a test of a page may say between its name and its function (rules/exercises#pages). */
export interface PageOptions {
  width?: unknown
  answers?: unknown
}

interface Suite {
  name: string
  options: PageOptions
  before: (() => unknown)[]
  after: (() => unknown)[]
  outer: Suite | null
}

type Use = (matcher: string, negated: boolean, parts: unknown[]) => unknown
type What = (name: unknown, ...parts: unknown[]) => void
/** The outcome of a call: whether it threw, and what it threw or returned. Empty if there was no function. */
type Outcome = [] | [threw: boolean, value?: unknown]

export type TestsApi = ReturnType<typeof makeTestsApi>

/**
 * Makes the functions that tests call. They run in the learner's realm, so they must not decide anything: `check`
 * passes values to the harness's realm, which compares them and returns only a text. This runs before the realm is
 * locked.
 */
export default function makeTestsApi(
  world: World,
  check: (...asked: Asked) => string,
  fail: (stack: string | undefined) => void,
  print: (...parts: unknown[]) => void,
  mark: (token: object, kind: string, wanted: unknown) => void,
) {
  const tests: { name: string; run: () => unknown; suite: Suite; options: PageOptions }[] = []
  const waiting: Promise<unknown>[] = []
  const mocks = new WeakMap<object, unknown[][]>()
  let suite: Suite = { name: '', options: {}, before: [], after: [], outer: null }
  let collecting = true

  const matchers = [
    ...['toBe', 'toEqual', 'toStrictEqual', 'toBeCloseTo', 'toContain', 'toContainEqual'],
    ...['toMatch', 'toHaveLength', 'toHaveProperty', 'toMatchObject', 'toBeTruthy', 'toBeFalsy'],
    ...['toBeUndefined', 'toBeDefined', 'toBeNull', 'toBeNaN', 'toBeGreaterThan'],
    ...['toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual', 'toBeInstanceOf'],
    ...['toBeTypeOf', 'toThrow', 'toHaveBeenCalled', 'toHaveBeenCalledTimes'],
    ...['toHaveBeenCalledWith', 'toHaveBeenLastCalledWith'],
  ]
  const calls = /^toHaveBeen/
  const judge = (
    matcher: string,
    negated: boolean,
    actual: unknown,
    parts: unknown[],
    called?: string,
  ) => {
    const message = check(matcher, negated, actual, ...parts)
    if (message === '') return
    const error = new Error(message)
    fail(called || error.stack)
    throw error
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
  const side = (use: Use, negated: boolean) => {
    const made: Record<string, (...parts: unknown[]) => unknown> = {}
    for (const matcher of matchers) made[matcher] = (...parts) => use(matcher, negated, parts)
    made.toThrowError = (...parts) => use('toThrow', negated, parts)
    return made
  }
  const whole = (use: Use) => ({ not: side(use, true), ...side(use, false) })
  const expect = (actual: unknown) => {
    const promised = (settle: (called: string | undefined) => Promise<Outcome>) =>
      whole((matcher, negated, parts) => {
        const called = new Error().stack
        const promise = (async () => {
          const outcome = await settle(called)
          judge(matcher, negated, matcher === 'toThrow' ? outcome : outcome[1], parts, called)
        })()
        waiting.push(promise)
        return promise
      })
    const begun = () => (typeof actual === 'function' ? actual() : actual)
    return {
      ...whole((matcher, negated, parts) => {
        const seen =
          matcher === 'toThrow'
            ? tryOut(actual)
            : calls.test(matcher)
              ? mocks.get(actual as object)
              : actual
        judge(matcher, negated, seen, parts)
      }),
      resolves: promised(async (called) => {
        try {
          return [false, await begun()]
        } catch (error) {
          judge('resolves', false, error, [], called)
          return []
        }
      }),
      rejects: promised(async (called) => {
        try {
          await begun()
        } catch (error) {
          return [true, error]
        }
        judge('rejects', false, actual, [], called)
        return []
      }),
    }
  }
  const wildcard = (kind: string) => (wanted: unknown) => {
    const token = {}
    mark(token, kind, wanted)
    return token
  }
  for (const kind of [
    'any',
    'anything',
    'objectContaining',
    'arrayContaining',
    'stringContaining',
    'stringMatching',
  ])
    Reflect.set(expect, kind, wildcard(kind))

  const full = (name: unknown) => {
    const names = [String(name)]
    for (let at = suite; at.outer; at = at.outer) names.unshift(at.name)
    return names.join(' > ')
  }
  const needFunction = (what: string, run: unknown) => {
    if (typeof run !== 'function') throw new TypeError(`${what} needs a function`)
    if (!collecting) throw new Error(`${what} cannot be called inside a test`)
  }
  /** Returns the function and the options of a test or a group, which inherits those of the groups around it. */
  const given = (what: string, parts: unknown[]) => {
    const [first, second] = parts
    const hasOptions = typeof first === 'object' && first !== null
    const run = (hasOptions ? second : first) as (...row: unknown[]) => unknown
    needFunction(what, run)
    return { run, options: { ...suite.options, ...(hasOptions ? (first as PageOptions) : {}) } }
  }
  const test: What = (name, ...parts) => {
    tests.push({ name: full(name), suite, ...given('test', parts) })
  }
  const describe: What = (name, ...parts) => {
    const { run, options } = given('describe', parts)
    const outer = suite
    suite = { name: String(name), options, before: [], after: [], outer }
    try {
      run()
    } finally {
      suite = outer
    }
  }
  const titled = (name: unknown, row: unknown[]) => {
    let at = 0
    return String(name).replace(/%[sdifjo%]/g, (sign) => {
      if (sign === '%%') return '%'
      const value = row[at]
      at += 1
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    })
  }
  const each =
    (what: What) =>
    (rows: Iterable<unknown>) =>
    (name: unknown, ...rest: unknown[]) => {
      const { run, options } = given('each', rest)
      for (const row of rows) {
        const parts = Array.isArray(row) ? row : [row]
        what(titled(name, parts), options, () => run(...parts))
      }
    }
  Reflect.set(test, 'each', each(test))
  Reflect.set(describe, 'each', each(describe))

  const api = {
    test,
    it: test,
    describe,
    expect,
    beforeEach(run: () => unknown) {
      needFunction('beforeEach', run)
      suite.before.push(run)
    },
    afterEach(run: () => unknown) {
      needFunction('afterEach', run)
      suite.after.push(run)
    },
    vi: {
      fn(implementation?: (...parts: unknown[]) => unknown) {
        let act = implementation
        const log: unknown[][] = []
        const mock = function (this: unknown, ...parts: unknown[]): unknown {
          log.push(parts)
          // Code in this realm can change the global `undefined`.
          return act === void 0 ? void 0 : Reflect.apply(act, this, parts)
        }
        const acting = (make: (value: unknown) => unknown) => (value: unknown) => {
          act = make(value) as typeof act
          return mock
        }
        mock.mockImplementation = acting((next) => next)
        mock.mockReturnValue = acting((value) => () => value)
        mock.mockResolvedValue = acting((value) => async () => value)
        mock.mockRejectedValue = acting((value) => async () => {
          throw value
        })
        // A copy, because the learner's code gets this function and could change the list.
        mock.mock = {
          get calls() {
            return log.map((parts) => [...parts])
          },
        }
        mocks.set(mock, log)
        return mock
      },
      setSystemTime(date: unknown) {
        world.set(date)
      },
      advanceTimersByTime(milliseconds: unknown) {
        world.advance(milliseconds)
      },
    },
  }

  let indent = ''
  const say = (...parts: unknown[]) => {
    if (indent === '') print(...parts)
    else print(indent.slice(1), ...parts)
  }
  const levels: Record<string, (...parts: unknown[]) => void> = {
    dir: (value) => say(value),
    table: (value) => say(value),
    assert(holds, ...parts) {
      if (!holds) say('Assertion failed', ...parts)
    },
    group(...parts) {
      if (parts.length > 0) say(...parts)
      indent += '  '
    },
    groupEnd() {
      indent = indent.slice(2)
    },
  }
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'])
    levels[level] = (...parts) => say(...parts)
  Reflect.set(globalThis, 'console', levels)

  return {
    api,
    names() {
      collecting = false
      return JSON.stringify(tests.map((entry) => entry.name))
    },
    options: (at: number): PageOptions => tests[at]?.options ?? {},
    async run(at: number) {
      const entry = tests[at]
      if (!entry) return
      waiting.length = 0
      world.reset()
      const before: Suite['before'] = []
      const after: Suite['after'] = []
      for (let outer: Suite | null = entry.suite; outer; outer = outer.outer) {
        before.unshift(...outer.before)
        after.push(...outer.after)
      }
      for (const hook of before) await hook()
      try {
        const { run } = entry
        await run()
        for (const promise of waiting) await promise
      } finally {
        for (const hook of after) await hook()
      }
    },
    next: world.next,
  }
}
