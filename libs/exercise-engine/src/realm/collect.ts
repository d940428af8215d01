import { rowsOf, titled } from './titles.ts'

/** The modifier with which a test or a block was written, such as `skip`; '' for none. */
type Mode = '' | 'skip' | 'only' | 'todo'
/** Tests that do not run, as results name them. */
export type NotRun = 'SKIPPED' | 'TODO'

/** The options of a test or a block of a page (rules/exercises#pages). A test inherits those of its blocks. */
export interface PageOptions {
  width?: unknown
  answers?: unknown
}

export type Hook = (...parts: unknown[]) => unknown

export interface Suite {
  name: string
  mode: Mode
  options: PageOptions
  outer: Suite | null
  beforeAll: Hook[]
  before: Hook[]
  after: Hook[]
  afterAll: Hook[]
  /** The outcome of the block's `beforeAll`; undefined before it has run. */
  begun?: { error?: unknown; failed: boolean }
  /** The number of the last test of this block that is not skipped. */
  last: number
}

export interface Entry {
  name: string
  mode: Mode
  options: PageOptions
  run: Hook
  /** The number of values of a row that the function gets before its callback. */
  given: number
  suite: Suite
}

/** The parts of a call such as `test(name, options, run)`. */
interface Written {
  name: string
  run: Hook
  mode: Mode
  options: PageOptions
  given: number
}

type Add = (mode: Mode, parts: readonly unknown[], given?: number) => void

const NO_FAILING =
  'A test that must fail is not available. Write what must fail in a test: expect(() => …).toThrow(), or expect(…).not'

/** The methods of Mocha's `this` in a test. The run has its own time limit, so they do nothing. */
const mochaContext = () => {
  const context = { timeout: () => context, slow: () => context, retries: () => context }
  return context
}
/** Calls a function of the tests with the `this` that Mocha provides. */
export const callWithContext = (run: Hook, parts: readonly unknown[] = []): unknown =>
  Reflect.apply(run, mochaContext(), parts)

/** Creates `test` with `test.skip`, `test.only`, `test.each` and the other variants. */
function familyOf(what: string, add: Add, show: (value: unknown) => string) {
  const one = (mode: Mode) => {
    const call = (...parts: unknown[]) => add(mode, parts)
    const rows =
      (spread: boolean) =>
      (table: unknown, ...values: unknown[]) =>
      (name: unknown, ...rest: unknown[]) => {
        for (const [at, row] of rowsOf(table, values).entries()) {
          const given = spread && Array.isArray(row) ? row : [row]
          const bound = rest.map((part) =>
            typeof part === 'function' ? bind(part as Hook, given) : part,
          )
          add(
            mode,
            [titled(name, Array.isArray(row) ? row : given, at, show), ...bound],
            given.length,
          )
        }
      }
    return Object.assign(call, { each: rows(true), for: rows(false) })
  }
  const base = one('')
  const skip = one('skip')
  const refuse = () => {
    throw new TypeError(`${what}.failing: ${NO_FAILING}`)
  }
  return Object.assign(base, {
    skip,
    only: one('only'),
    todo: one('todo'),
    // `concurrent` and `sequential` change nothing, because tests always run one after another.
    concurrent: base,
    sequential: base,
    skipIf: (condition: unknown) => (condition ? skip : base),
    runIf: (condition: unknown) => (condition ? base : skip),
    failing: refuse,
    fails: refuse,
  })
}

/** Returns a function whose first arguments are the values of the row, and the number of its remaining parameters. */
function bind(run: Hook, row: readonly unknown[]): Hook {
  const bound = function (this: unknown, ...more: unknown[]) {
    return Reflect.apply(run, this, [...row, ...more])
  }
  const left = run.length > row.length ? run.length - row.length : 0
  Object.defineProperty(bound, 'length', { value: left })
  return bound
}

/** Returns the parts of a call. The options may be the second or the third argument, and the name may be missing. */
function partsOf(what: string, mode: Mode, parts: readonly unknown[], given: number): Written {
  const run = parts.find((part) => typeof part === 'function') as Hook | undefined
  const named = typeof parts[0] !== 'function' || parts.length > 1
  const options = parts.slice(1).find((part) => typeof part === 'object' && part !== null) as
    | (Partial<Record<Exclude<Mode, ''>, unknown>> & PageOptions)
    | undefined
  const first = parts[0]
  const name =
    typeof first === 'function' && (first as { name: string }).name !== ''
      ? (first as { name: string }).name
      : named
        ? String(first)
        : 'test'
  // Only own properties are read, because the learner's files can add properties to the prototypes of built-in objects.
  const has = (key: 'todo' | 'skip' | 'only') =>
    options !== undefined && Object.hasOwn(options, key) && options[key]
  const own = mode || (has('todo') ? 'todo' : has('skip') ? 'skip' : has('only') ? 'only' : '')
  // If the name of a test is a class or a function, the call has two functions.
  const last = parts.filter((part) => typeof part === 'function').at(-1) as Hook | undefined
  if (!run && own !== 'todo') throw new TypeError(`${what} needs a function`)
  return { name, run: last ?? (() => undefined), mode: own, options: pageOptions(options), given }
}

function pageOptions(written: PageOptions = {}): PageOptions {
  const { width, answers } = written
  return { ...(width !== undefined && { width }), ...(answers !== undefined && { answers }) }
}

const newSuite = (
  name: string,
  mode: Mode,
  outer: Suite | null,
  options: PageOptions = {},
): Suite => ({
  name,
  mode,
  options: { ...outer?.options, ...options },
  outer,
  beforeAll: [],
  before: [],
  after: [],
  afterAll: [],
  last: -1,
})

/**
 * Creates the functions with which tests are written, and collects the tests.
 *
 * @param show returns the text of a value for a title
 */
export function collecting(show: (value: unknown) => string) {
  const tests: Entry[] = []
  let suite = newSuite('', '', null)
  let isOpen = true

  const needOpen = (what: string) => {
    if (!isOpen) throw new Error(`${what} cannot be called inside a test`)
  }
  const chain = (from: Suite) => {
    const all: Suite[] = []
    for (let at: Suite | null = from; at; at = at.outer) all.unshift(at)
    return all
  }
  const full = (name: string) => [...chain(suite).slice(1), { name }].map((each) => each.name)

  const test = familyOf(
    'test',
    (mode, parts, given = 0) => {
      const written = partsOf('test', mode, parts, given)
      needOpen('test')
      const options = { ...suite.options, ...written.options }
      tests.push({ ...written, options, name: full(written.name).join(' > '), suite })
    },
    show,
  )
  const describe = familyOf(
    'describe',
    (mode, parts, given = 0) => {
      const { name, run, mode: own, options } = partsOf('describe', mode, parts, given)
      needOpen('describe')
      const outer = suite
      suite = newSuite(name, own, outer, options)
      try {
        const made = callWithContext(run)
        if (typeof made === 'object' && made !== null && 'then' in made)
          throw new TypeError(
            `The function of describe('${name}') is async. Tests are collected before they run: await inside a test or a hook`,
          )
      } finally {
        suite = outer
      }
    },
    show,
  )
  const hook = (what: string, list: 'before' | 'after' | 'beforeAll' | 'afterAll') => {
    return (...parts: unknown[]) => {
      const run = parts.find((part) => typeof part === 'function')
      if (!run) throw new TypeError(`${what} needs a function`)
      needOpen(what)
      suite[list].push(run as Hook)
    }
  }
  const beforeAll = hook('beforeAll', 'beforeAll')
  const afterAll = hook('afterAll', 'afterAll')

  /** Returns why a test does not run; undefined if it runs. */
  const notRun = ({ mode, suite: own }: Entry, hasOnly: boolean): NotRun | undefined => {
    const modes = [...chain(own).map((each) => each.mode), mode]
    if (modes.includes('todo')) return 'TODO'
    if (modes.includes('skip')) return 'SKIPPED'
    return hasOnly && !modes.includes('only') ? 'SKIPPED' : undefined
  }

  return {
    api: {
      ...{ test, it: test, xtest: test.skip, xit: test.skip, fit: test.only },
      ...{ describe, suite: describe, xdescribe: describe.skip, fdescribe: describe.only },
      ...{ beforeAll, before: beforeAll, afterAll, after: afterAll },
      beforeEach: hook('beforeEach', 'before'),
      afterEach: hook('afterEach', 'after'),
    },
    tests,
    chain,
    /** Ends the collection. Returns the tests in their order. */
    close() {
      isOpen = false
      const isOnly = ({ mode, suite: own }: Entry) =>
        mode === 'only' || chain(own).some((each) => each.mode === 'only')
      const hasOnly = tests.some(isOnly)
      return tests.map((entry, at) => {
        const reason = notRun(entry, hasOnly)
        if (!reason) for (const each of chain(entry.suite)) each.last = at
        return { name: entry.name, ...(reason ? { not_run: reason } : {}) }
      })
    },
  }
}
