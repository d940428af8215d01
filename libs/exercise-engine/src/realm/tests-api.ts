import { asserting } from './assert.ts'
import { chaiExpecting } from './chai.ts'
import { callWithContext, collecting, type PageOptions, type Suite } from './collect.ts'
import makeConsole, { type Printing } from './console'
import { type Asked, expecting, type Tell } from './expecting.ts'
import { mocking, type Replace } from './mocks.ts'
import { timing } from './timing.ts'
import type { World } from './world'

export type TestsApi = ReturnType<typeof makeTestsApi>

/** The argument of a test function whose first parameter is a pattern or is named `t` or `context`. */
const isContext = (run: unknown) =>
  /^(?:async\s*)?(?:function\b[^(]*)?\(?\s*(?:\{|(?:t|ctx|context)\s*[,)=])/.test(String(run))

/**
 * Makes the functions that tests call. They run in the learner's realm, so they must not decide anything: `check`
 * passes values to the harness's realm, which compares them and returns only a text. This runs before the realm is
 * locked.
 *
 * @param isPage whether the tests share the realm of a page, so that nothing is hidden from its code
 */
export default function makeTestsApi(
  world: World,
  check: (...asked: Asked) => string,
  fail: (stack: string | undefined) => void,
  print: Printing,
  tell: Tell,
  isPage = false,
) {
  const mocks = mocking(isPage)
  const { expect, ask, tryOut, decided, later, begin, end } = expecting(
    check,
    fail,
    tell,
    mocks.recordOf,
  )
  const collected = collecting((value) => tell('show', value))
  const { tests, chain } = collected
  const asserts = asserting(ask, tryOut, later, (text) => {
    const token = {}
    tell('mark', token, 'said', text)
    return token
  })
  const { fn, spyOn, mock, isMock, clearAllMocks, resetAllMocks, restoreAllMocks } = mocks
  const vi = {
    ...{ fn, spyOn, mock, clearAllMocks, resetAllMocks, restoreAllMocks, isMockFunction: isMock },
    mocked: (value: unknown) => value,
    ...timing(world),
  }

  const api = {
    ...collected.api,
    ...asserts,
    expect,
    chaiExpect: chaiExpecting(ask, tryOut, decided),
    vi,
    jest: vi,
    mock: { fn, method: spyOn, reset: restoreAllMocks, restoreAll: restoreAllMocks },
    /** The function with which the tests file calls the methods of mocks. */
    __mock: mocks.controls,
    /** The function with which the tests file replaces functions of built-in objects. */
    __assign: mocks.assign,
  }

  const lines = makeConsole(print)
  Reflect.set(globalThis, 'console', lines.console)

  /** Runs a function of the tests. If it has a parameter, it gets a callback that ends it, or a context. */
  const call = (run: (...parts: unknown[]) => unknown, name: string) => {
    if (run.length === 0) return callWithContext(run)
    if (isContext(run))
      return run({ expect, name, task: { name }, mock: api.mock, skip() {}, diagnostic() {} })
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error ? reject(error) : resolve(undefined))
      const made = run(
        Object.assign(done, { fail: (error: unknown) => reject(error ?? 'done.fail') }),
      )
      if (made instanceof Promise) made.catch(reject)
    })
  }
  /** Runs the `beforeAll` hooks of a block, once. */
  const open = async (suite: Suite) => {
    if (!suite.begun) {
      suite.begun = { failed: false }
      try {
        for (const hook of suite.beforeAll) await call(hook, suite.name)
      } catch (error) {
        suite.begun = { failed: true, error }
      }
    }
    if (suite.begun.failed) throw suite.begun.error
  }

  return {
    api,
    /** Sets the function that replaces locked properties, for spies. */
    unlockWith: (replace: Replace) => mocks.unlockWith(replace),
    names: () => JSON.stringify(collected.close()),
    options: (at: number): PageOptions => tests[at]?.options ?? {},
    async run(at: number) {
      const entry = tests[at]
      if (!entry) return
      world.reset()
      lines.reset()
      begin()
      const suites = chain(entry.suite)
      try {
        // A test without hooks runs in the first microtask, because there the engine knows the line of an endless loop.
        for (const suite of suites) if (suite.beforeAll.length > 0) await open(suite)
        mocks.begin()
        for (const { before } of suites) for (const hook of before) await call(hook, entry.name)
        try {
          await call(entry.run, entry.name)
          await end()
        } finally {
          for (const { after } of suites.toReversed())
            for (const hook of after) await call(hook, entry.name)
        }
      } finally {
        mocks.end()
        for (const { last, afterAll, name } of suites.toReversed())
          if (last === at) for (const hook of afterAll) await call(hook, name)
      }
    },
    next: world.next,
  }
}
