import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ASSERTS } from '../realm/assert'
import { CHAI_NAMES, FILLERS } from '../realm/chai'
import { ALIASES, MATCHERS, NEGATED_WILDCARDS, WILDCARDS } from '../realm/expecting'
import { CONTROLS } from '../realm/mocks'
import makeTestsApi from '../realm/tests-api'
import { API_MODULES, API_NAMES } from './api-modules'

const code = (names: readonly string[], before = '') =>
  names.map((name) => `\`${before}${name}\``).join(', ')

/** Returns the API as tests get it, without an engine. */
function apiOf() {
  const { console: real } = globalThis
  try {
    const world = {
      ...{ next: () => false, runPending() {}, count: () => 0, clear() {} },
      ...{ reset() {}, set() {}, advance() {} },
    }
    return makeTestsApi(
      world,
      () => '',
      () => {},
      () => {},
      () => '',
    ).api
  } finally {
    globalThis.console = real
  }
}

const api = apiOf()
const partsOf = (holder: object) => Object.keys(holder)

/** The names that the table in the rules lists, by kind. */
const TABLE: [string, string][] = [
  ['Names without an import', code(API_NAMES)],
  [
    'Modules with these names',
    Object.keys(API_MODULES)
      .map((name) => `\`${name}\``)
      .join(', '),
  ],
  ['After `test` and `describe`', code(partsOf(api.test), '.')],
  [
    'In titles of tables',
    '`%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O`, `%p`, `%c`, `%#`, `%$`, `%%`, `$name`, `$a.b`, `$#`',
  ],
  ['`expect(…)`', code([...MATCHERS, ...Object.keys(ALIASES), 'not', 'resolves', 'rejects'], '.')],
  [
    '`expect`',
    code(
      [...WILDCARDS, 'not', 'soft', 'assertions', 'hasAssertions', 'unreachable', 'fail', 'extend'],
      '.',
    ),
  ],
  ['`expect.not`', code(NEGATED_WILDCARDS, '.')],
  ['`vi` and `jest`', code(partsOf(api.vi), '.')],
  ['A mock, in the tests file', code([...CONTROLS, 'mock'], '.')],
  ['`mock` of a mock', code(Object.keys(Reflect.get(api.vi.fn(), 'mock') as object), '.')],
  ['`assert`', code([...ASSERTS, 'strict'], '.')],
  ['chai’s `expect`', code([...CHAI_NAMES, ...FILLERS], '.')],
]

const NOT: [string, string][] = [
  ['`toMatchSnapshot`, `toMatchFileSnapshot`', '`toEqual`, or `toMatchInlineSnapshot`'],
  ['`test.failing`, `test.fails`', '`expect(() => …).toThrow()`, or `.not`'],
  [
    '`vi.importActual`, `jest.requireActual`',
    'a function of `vi.mock` that returns all that is needed',
  ],
  ['`vi.spyOn` of a module', 'a parameter, or a method of an object'],
  ['packages, files, network, processes', 'a file of the exercise; data as arguments'],
  ['decorators, namespaces, JSX', 'functions, files, and pages'],
]

test('The table in docs names what tests can use; `npx vitest run table -u` writes it again', async () => {
  const row = ([one, other]: [string, string]) => `| ${one} | ${other} |`
  const text = `# Exercises that run

What the tests of an exercise can use. [The rules of runs](rules/exercise-runs.md#tests) say how it behaves. This page is
written from the tests of the engine.

| Where | What |
| --- | --- |
${TABLE.map(row).join('\n')}

## What does not run

Code with one of these is refused with its line.

| Not available | Write instead |
| --- | --- |
${NOT.map(row).join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../../../docs/exercises-that-run.md')
})

test('Tests of the engine use every name of the table', () => {
  const files = [
    '../realm/api.test.ts',
    '../realm/words.test.ts',
    'imports.test.ts',
    'tests-file.test.ts',
    'run.test.ts',
  ]
  const tests = files
    .map((file) => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8'))
    .join('\n')
  const names = TABLE.flatMap(([, cell]) =>
    [...cell.matchAll(/`\.?([^`]+)`/g)].map(([, name = '']) => name),
  )
  const unused = names.filter((name) => {
    const pattern = name.replace(/[$.*+?^%/]/g, '\\$&')
    return !new RegExp(`(?<![\\w$])${pattern}(?!\\w)`).test(tests)
  })
  expect(unused).toEqual([])
})
