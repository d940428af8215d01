import { ASSERTS } from '../realm/assert.ts'

/** The module with all names of the tests' API. The other modules import theirs from it. */
export const TESTS_API = 'vitest'

/** The names that tests can use without an import. */
export const API_NAMES = [
  ...['test', 'it', 'describe', 'suite', 'expect', 'vi', 'jest', 'assert'],
  ...['beforeAll', 'beforeEach', 'afterEach', 'afterAll', 'before', 'after'],
  ...['xtest', 'xit', 'xdescribe', 'fit', 'fdescribe'],
]
/** The globals that `lock.ts` cannot lock. Tests import safe copies of them. */
export const OWN_NAMES = ['NaN', 'Infinity', 'undefined']
/** The function through which the tests file calls the methods of mocks. No import may name it. */
export const MOCK_CALL = '__mock'
/** The function through which the tests file replaces a locked function. No import may name it. */
export const ASSIGN_CALL = '__assign'

const RUNNER_NAMES = API_NAMES.filter((name) => name !== 'assert')
const NODE_TEST = [
  ...['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach', 'mock'],
]
const MOCHA = ['describe', 'it', 'before', 'after', 'beforeEach', 'afterEach', 'xit', 'xdescribe']

/** A module that tests can import. */
export interface ApiModule {
  /** The names that the module exports, each with its name in the API. */
  names: Record<string, string>
  /** The expression for the default export. */
  own?: string
  /** The exported names that are methods of the default export. */
  parts?: readonly string[]
}

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

const assertModule = (name: 'assert' | 'strictAssert'): ApiModule => ({
  names: { strict: 'strictAssert', [name]: name },
  own: name,
  parts: ASSERTS,
})

/** The modules that tests can import. Other files cannot import them. */
export const API_MODULES: Record<string, ApiModule> = {
  vitest: { names: named([...API_NAMES, 'chai']) },
  '@jest/globals': { names: named(RUNNER_NAMES) },
  'bun:test': { names: { ...named(RUNNER_NAMES), mock: 'mock' } },
  'node:test': { names: named(NODE_TEST), own: 'test' },
  mocha: { names: named(MOCHA) },
  expect: { names: { expect: 'expect' }, own: 'expect' },
  chai: {
    names: { assert: 'assert', expect: 'chaiExpect' },
    own: '{ assert, expect: chaiExpect }',
  },
  'node:assert': assertModule('assert'),
  assert: assertModule('assert'),
  'node:assert/strict': assertModule('strictAssert'),
  'assert/strict': assertModule('strictAssert'),
}

/** The global that passes the tests' API to its module. The module deletes it before any file is loaded. */
export const API_KEY = '__api'

/** All names of the API, which its own module exports. */
const ALL_NAMES = [
  ...API_NAMES,
  'chaiExpect',
  'strictAssert',
  'mock',
  'chai',
  MOCK_CALL,
  ASSIGN_CALL,
]

/**
 * Returns the texts of the modules that tests can import, by name.
 *
 * @param given the learner's files, for tests that read them as text
 */
export function apiModuleTexts(given: { code: string; files: string }): Map<string, string> {
  const own = `const api = globalThis.${API_KEY}
delete globalThis.${API_KEY}
export const { ${ALL_NAMES.filter((name) => name !== 'chai').join(', ')} } = api
export const chai = { assert, expect: chaiExpect }
export const code = ${given.code}, files = ${given.files}
export const ${OWN_VALUES}`
  const texts = new Map([[TESTS_API, own]])
  for (const [name, { names, own: main, parts }] of Object.entries(API_MODULES)) {
    if (name === TESTS_API) continue
    const all = [...new Set([...Object.values(names), ...(main?.match(/\w+/g) ?? [])])].filter(
      (each) => ALL_NAMES.includes(each),
    )
    const list = Object.entries(names).map(([as, each]) => `${each} as ${as}`)
    texts.set(
      name,
      [
        `import { ${all.join(', ')} } from '${TESTS_API}'`,
        `export { ${list.join(', ')} }`,
        ...(main ? [`export default ${main.startsWith('{') ? `(${main})` : main}`] : []),
        ...(parts ? [`export const { ${parts.join(', ')} } = ${main}`] : []),
      ].join('\n'),
    )
  }
  return texts
}

const OWN_VALUES = 'NaN = 0 / 0, Infinity = 1 / 0, undefined = void 0'

/**
 * Sentences about what to write instead of importing a package that does not exist here, by the beginning of its name.
 */
const INSTEAD: [RegExp, string][] = [
  [
    /^(?:node:)?(?:fs|path|os|child_process|http|https|net|worker_threads|process)\b/,
    'Code of an exercise has no files, network, or processes: give the tested function its data as arguments',
  ],
  [
    /^(?:node:)?(?:util|events|stream|buffer|url|crypto|timers)\b/,
    'Write what it needs from that module in a file of the exercise',
  ],
  [/^(?:sinon|jest-mock|@vitest\/spy)/, 'Use vi.fn() and vi.spyOn(), which need no import'],
  [/^(?:jasmine|ava|tape|uvu|qunit)/, 'Use test() and expect(), which need no import'],
  [
    /^(?:react|vue|svelte|@testing-library)/,
    'Exercises run without a framework: a page is written in HTML, CSS, and JavaScript',
  ],
  [
    /^(?:lodash|underscore|ramda|immutable|mathjs|big)/,
    'Write the function in a file of the exercise',
  ],
  [/^(?:core-js|@babel|regenerator)/, 'Delete this line: the language needs no such help here'],
  [/^https?:/, 'An exercise has no network: put the code in a file of the exercise'],
]

/** Returns a sentence about what to write instead of an import that is not possible. */
export const insteadOf = (wanted: string): string =>
  INSTEAD.find(([pattern]) => pattern.test(wanted))?.[1] ??
  (/^\.{1,2}\//.test(wanted)
    ? 'Is its path right?'
    : 'An exercise has no packages: write what it needs in a file of the exercise')
