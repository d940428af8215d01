type Call = (this: unknown, ...parts: unknown[]) => unknown
type Result = [kind: 'return' | 'throw', value: unknown]

/** The records of a mock. Code gets only copies of them, because the learner's code could change the lists. */
export interface Recorded {
  calls: unknown[][]
  results: Result[]
  contexts: unknown[]
  instances: unknown[]
  order: number[]
}

interface State extends Recorded {
  name: string
  act: Call | undefined
  /** The implementations for the next calls, in order. */
  once: Call[]
  /** The implementation that the mock has again after a reset. */
  first: Call | undefined
  restore: (() => void) | undefined
}

/** Replaces a locked built-in property. Returns whether there was such a property. */
export type Replace = (holder: object, key: PropertyKey, value: unknown) => boolean

const {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  preventExtensions,
} = Reflect

/** The methods of a mock that change its implementation or delete its records. */
export const CONTROLS = [
  ...['mockClear', 'mockReset', 'mockRestore', 'mockName', 'getMockName'],
  ...['mockImplementation', 'mockImplementationOnce', 'getMockImplementation'],
  ...['mockReturnValue', 'mockReturnValueOnce', 'mockReturnThis', 'withImplementation'],
  ...['mockResolvedValue', 'mockResolvedValueOnce', 'mockRejectedValue', 'mockRejectedValueOnce'],
] as const
type Control = (typeof CONTROLS)[number]

type Controls = Record<Control, (...parts: unknown[]) => unknown>

/**
 * Makes `fn`, `spyOn` and the others of `vi` and `jest`.
 *
 * The learner's code gets mocks, and must not be able to clear what they recorded. So the methods that change a mock are
 * not on it, and tests reach them through `controls`, a name that only the module of the tests has.
 *
 * @param isOpen whether the methods are on the mocks, too: in a page, whose results prove nothing
 */
export function mocking(isOpen: boolean) {
  const states = new WeakMap<object, State>()
  const controllers = new WeakMap<object, object>()
  const all: State[] = []
  /** The functions that restore the built-in functions replaced by the current test, the most recent first. */
  const ofTest: (() => void)[] = []
  let isInTest = false
  let order = 0
  let replace: Replace = () => false

  const clear = (state: State) => {
    for (const list of [state.calls, state.results, state.contexts, state.instances, state.order])
      list.length = 0
  }
  const reset = (state: State) => {
    clear(state)
    state.once.length = 0
    state.act = state.first
  }
  const restore = (state: State) => {
    const { restore: putBack } = state
    state.restore = undefined
    putBack?.()
    reset(state)
  }

  const fn = (implementation?: unknown, name = 'mock') => {
    const act = typeof implementation === 'function' ? (implementation as Call) : void 0
    const state: State = {
      ...{ name, act, first: act, once: [], restore: void 0 },
      ...{ calls: [], results: [], contexts: [], instances: [], order: [] },
    }
    const { calls, results, contexts, instances, once } = state
    const mock = function (this: unknown, ...parts: unknown[]): unknown {
      const at = calls.length
      calls[at] = parts
      contexts[at] = this
      order += 1
      state.order[at] = order
      results[at] = ['return', void 0]
      const run = once.length > 0 ? once.shift() : state.act
      try {
        let value: unknown
        // The code does not use the global `undefined`, because other code in this realm can change it.
        if (run !== void 0)
          value =
            new.target && 'prototype' in run
              ? construct(run, parts, new.target === mock ? run : new.target)
              : apply(run, this, parts)
        instances[at] = new.target && typeof value === 'object' && value !== null ? value : this
        results[at] = ['return', value]
        return value
      } catch (error) {
        results[at] = ['throw', error]
        throw error
      }
    }
    defineProperty(mock, 'name', { value: name, configurable: true })
    const asObject = ([type, value]: Result) => ({ type, value })
    defineProperty(mock, 'mock', {
      value: Object.freeze({
        get calls() {
          return calls.map((parts) => [...parts])
        },
        get lastCall() {
          const last = calls.at(-1)
          return last && [...last]
        },
        get results() {
          return results.map(asObject)
        },
        get instances() {
          return [...instances]
        },
        get contexts() {
          return [...contexts]
        },
        get invocationCallOrder() {
          return [...state.order]
        },
      }),
    })
    const chained = (change: (value: unknown) => void) => (value?: unknown) => {
      change(value)
      return mock
    }
    const acting = (make: (value: unknown) => Call) =>
      chained((value) => {
        state.act = make(value)
      })
    const actingOnce = (make: (value: unknown) => Call) =>
      chained((value) => {
        once[once.length] = make(value)
      })
    const given = (value: unknown) => () => value
    const resolved = (value: unknown) => async () => value
    const rejected = (value: unknown) => async () => {
      throw value
    }
    const itself = (value: unknown) => value as Call
    const controls: Controls = {
      mockClear: chained(() => clear(state)),
      mockReset: chained(() => reset(state)),
      mockRestore: chained(() => restore(state)),
      mockName: chained((value) => {
        state.name = String(value)
      }),
      getMockName: () => state.name,
      getMockImplementation: () => state.act,
      mockImplementation: acting(itself),
      mockImplementationOnce: actingOnce(itself),
      mockReturnValue: acting(given),
      mockReturnValueOnce: actingOnce(given),
      mockReturnThis: chained(() => {
        state.act = function (this: unknown) {
          return this
        }
      }),
      mockResolvedValue: acting(resolved),
      mockResolvedValueOnce: actingOnce(resolved),
      mockRejectedValue: acting(rejected),
      mockRejectedValueOnce: actingOnce(rejected),
      withImplementation(implementation, during) {
        const before = state.act
        state.act = implementation as Call
        const putBack = () => {
          state.act = before
          return mock
        }
        const done = apply(during as Call, void 0, [])
        if (typeof done === 'object' && done !== null && 'then' in done)
          return Promise.resolve(done).then(putBack)
        return putBack()
      },
    }
    if (isOpen) Object.assign(mock, controls)
    controllers.set(mock, controls)
    states.set(mock, state)
    all.push(state)
    return mock
  }

  /** Returns a property of an object or of its prototypes, and the object that has it. */
  const find = (object: object, key: PropertyKey) => {
    for (let at: object | null = object; at; at = getPrototypeOf(at)) {
      const property = getOwnPropertyDescriptor(at, key)
      if (property) return { holder: at, property }
    }
    return undefined
  }

  const spyOn = (object: unknown, key: PropertyKey, access?: 'get' | 'set') => {
    if ((typeof object !== 'object' && typeof object !== 'function') || object === null)
      throw new TypeError('spyOn needs an object and the name of one of its methods')
    const found = find(object, key)
    if (!found) throw new TypeError(`The object has no '${String(key)}' to spy on`)
    const { holder, property } = found
    const current: unknown = access ? property[access] : Reflect.get(object, key)
    if (typeof current !== 'function')
      throw new TypeError(
        access
          ? `'${String(key)}' has no ${access === 'get' ? 'getter' : 'setter'} to spy on`
          : `'${String(key)}' is not a function, so nothing can spy on it`,
      )
    if (states.has(current)) return current
    const spy = fn(current, String(key))
    const state = states.get(spy) as State
    // A built-in property is locked. Only the function of `lock.ts` can replace it.
    if (!access && holder === object && replace(object, key, spy)) {
      // The learner's code can reach the mock there, so no properties such as `call` or `apply` can be added to the
      // mock.
      preventExtensions(spy)
      state.restore = () => {
        replace(object, key, current)
      }
      if (isInTest) ofTest.unshift(() => restore(state))
      return spy
    }
    const own = holder === object ? property : undefined
    const next: PropertyDescriptor = access
      ? { get: property.get, set: property.set, enumerable: property.enumerable, [access]: spy }
      : { value: spy, writable: true, enumerable: property.enumerable }
    if (!defineProperty(object, key, { ...next, configurable: true }))
      throw new TypeError(
        `'${String(key)}' cannot be replaced, because it belongs to a module or a fixed object. Give the code the function to call, such as vi.fn()`,
      )
    state.restore = () => {
      if (own) defineProperty(object, key, own)
      else deleteProperty(object, key)
    }
    return spy
  }

  /** Assigns a value to a property. A locked built-in property gets its previous value back after the test. */
  const assign = (object: object, key: PropertyKey, value: unknown) => {
    const before: unknown = Reflect.get(object, key)
    if (!replace(object, key, value)) {
      if (!Reflect.set(object, key, value)) throw new TypeError(`'${String(key)}' is read-only`)
    } else if (isInTest) ofTest.unshift(() => replace(object, key, before))
    return value
  }

  /** A call of `vi.mock` at the top level of the tests is moved before the imports and never reaches this function. */
  const mock = () => {
    throw new TypeError(
      'vi.mock and jest.mock stand outside of describe and test, as lines of their own',
    )
  }

  const every = (act: (state: State) => void) => () => {
    for (const state of all) act(state)
  }

  return {
    fn,
    spyOn,
    mock,
    assign,
    clearAllMocks: every(clear),
    resetAllMocks: every(reset),
    restoreAllMocks: every((state) => {
      if (state.restore) restore(state)
    }),
    isMock: (value: unknown) => typeof value === 'function' && states.has(value),
    /** Returns the object with the methods of a mock for the tests file; any other value unchanged. */
    controls: (value: unknown) => (typeof value === 'function' && controllers.get(value)) || value,
    recordOf: (value: unknown): Recorded | undefined =>
      typeof value === 'function' ? states.get(value) : void 0,
    unlockWith(next: Replace) {
      replace = next
    },
    begin() {
      isInTest = true
    },
    /** Restores the built-in functions that a test has spied on. */
    end() {
      isInTest = false
      for (const putBack of ofTest.splice(0)) putBack()
    },
  }
}
