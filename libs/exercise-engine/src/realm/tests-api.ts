/**
 * The functions that tests call. They run in the learner's realm, so they must not decide anything: `check` passes
 * values to the harness's realm, which compares them and returns only a text. The code runs before the realm is locked.
 */
export const TESTS_API_SOURCE = `((world, check, fail, print, mark) => {
  'use strict'
  const tests = []
  const waiting = []
  const mocks = new WeakMap()
  let suite = { name: '', before: [], after: [], outer: null }
  let collecting = true

  const matchers = [
    'toBe', 'toEqual', 'toStrictEqual', 'toBeCloseTo', 'toContain', 'toContainEqual', 'toMatch', 'toHaveLength',
    'toHaveProperty', 'toMatchObject', 'toBeTruthy', 'toBeFalsy', 'toBeUndefined', 'toBeDefined', 'toBeNull', 'toBeNaN',
    'toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual', 'toBeInstanceOf', 'toBeTypeOf', 'toThrow',
    'toHaveBeenCalled', 'toHaveBeenCalledTimes', 'toHaveBeenCalledWith', 'toHaveBeenLastCalledWith',
  ]
  const calls = /^toHaveBeen/
  const judge = (matcher, negated, actual, parts, called = '') => {
    const message = check(matcher, negated, actual, ...parts)
    if (message === '') return
    const error = new Error(message)
    fail(called || error.stack)
    throw error
  }
  const tryOut = (actual) => {
    if (typeof actual !== 'function') return []
    try {
      actual()
    } catch (error) {
      return [true, error]
    }
    return [false]
  }
  const whole = (use) => {
    const side = { not: {} }
    for (const matcher of matchers) {
      side[matcher] = (...parts) => use(matcher, false, parts)
      side.not[matcher] = (...parts) => use(matcher, true, parts)
    }
    side.toThrowError = side.toThrow
    side.not.toThrowError = side.not.toThrow
    return side
  }
  const expect = (actual) => {
    const side = whole((matcher, negated, parts) => {
      const seen = matcher === 'toThrow' ? tryOut(actual) : calls.test(matcher) ? mocks.get(actual) : actual
      judge(matcher, negated, seen, parts)
    })
    const promised = (settle) => whole((matcher, negated, parts) => {
      const called = new Error().stack
      const promise = (async () => {
        const outcome = await settle(called)
        judge(matcher, negated, matcher === 'toThrow' ? outcome : outcome[1], parts, called)
      })()
      waiting.push(promise)
      return promise
    })
    const begun = () => (typeof actual === 'function' ? actual() : actual)
    side.resolves = promised(async (called) => {
      try {
        return [false, await begun()]
      } catch (error) {
        judge('resolves', false, error, [], called)
      }
    })
    side.rejects = promised(async (called) => {
      try {
        await begun()
      } catch (error) {
        return [true, error]
      }
      judge('rejects', false, actual, [], called)
    })
    return side
  }
  for (const kind of ['any', 'anything', 'objectContaining', 'arrayContaining', 'stringContaining', 'stringMatching'])
    expect[kind] = (wanted) => {
      const token = {}
      mark(token, kind, wanted)
      return token
    }

  const full = (name) => {
    const names = [String(name)]
    for (let outer = suite; outer.outer; outer = outer.outer) names.unshift(outer.name)
    return names.join(' > ')
  }
  const needFunction = (what, run) => {
    if (typeof run !== 'function') throw new TypeError(what + ' needs a function')
    if (!collecting) throw new Error(what + ' cannot be called inside a test')
  }
  const test = (name, run) => {
    needFunction('test', run)
    tests.push({ name: full(name), run, suite })
  }
  const describe = (name, run) => {
    needFunction('describe', run)
    suite = { name: String(name), before: [], after: [], outer: suite }
    try {
      run()
    } finally {
      suite = suite.outer
    }
  }
  const titled = (name, row) => {
    let at = 0
    return String(name).replace(/%[sdifjo%]/g, (mark) => {
      if (mark === '%%') return '%'
      const value = row[at]
      at += 1
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    })
  }
  const each = (what) => (rows) => (name, run) => {
    for (const row of rows) {
      const parts = Array.isArray(row) ? row : [row]
      what(titled(name, parts), () => run(...parts))
    }
  }
  test.each = each(test)
  describe.each = each(describe)

  const api = {
    test, it: test, describe, expect,
    beforeEach(run) { needFunction('beforeEach', run); suite.before.push(run) },
    afterEach(run) { needFunction('afterEach', run); suite.after.push(run) },
    vi: {
      fn(implementation) {
        let act = implementation
        const log = []
        const mock = function (...parts) {
          log.push(parts)
          return act === void 0 ? void 0 : Reflect.apply(act, this, parts)
        }
        const acting = (make) => (value) => {
          act = make(value)
          return mock
        }
        mock.mockImplementation = acting((next) => next)
        mock.mockReturnValue = acting((value) => () => value)
        mock.mockResolvedValue = acting((value) => async () => value)
        mock.mockRejectedValue = acting((value) => async () => { throw value })
        // A copy, because the learner's code gets this function and could change the list.
        mock.mock = { get calls() { return log.map((parts) => [...parts]) } }
        mocks.set(mock, log)
        return mock
      },
      setSystemTime(date) { world.set(date) },
      advanceTimersByTime(milliseconds) { world.advance(milliseconds) },
    },
  }

  let indent = ''
  const say = (...parts) => {
    if (indent === '') print(...parts)
    else print(indent.slice(1), ...parts)
  }
  const levels = {
    dir: (value) => say(value),
    table: (value) => say(value),
    assert(holds, ...parts) { if (!holds) say('Assertion failed', ...parts) },
    group(...parts) {
      if (parts.length > 0) say(...parts)
      indent += '  '
    },
    groupEnd() { indent = indent.slice(2) },
  }
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace']) levels[level] = (...parts) => say(...parts)
  globalThis.console = levels

  return {
    api,
    names() {
      collecting = false
      return JSON.stringify(tests.map((entry) => entry.name))
    },
    async run(at) {
      const entry = tests[at]
      waiting.length = 0
      world.reset()
      const before = []
      const after = []
      for (let outer = entry.suite; outer; outer = outer.outer) {
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
})`
