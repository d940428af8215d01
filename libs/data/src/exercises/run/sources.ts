import type { Problem, RunInput } from './run.ts'

export const TESTS_PATH = 'tests.js'
export const TESTS_API = 'vitest'
export const API_NAMES = ['test', 'it', 'describe', 'expect', 'beforeEach', 'afterEach', 'vi']
/** The only names of the language that learner's code can change, see LOCK_SOURCE. */
const OWN_NAMES = ['NaN', 'Infinity', 'undefined']
const RESERVED = new Set([TESTS_PATH, 'hidden.js', TESTS_API])

/** The program's text by path, as the engine runs it. */
export interface Sources {
  files: ReadonlyMap<string, string>
  /** How many characters stand before the author's own text in the first line of the tests. */
  testsOffset: number
}

const IMPORTS_API = /^\s*import\b[^;]*?\bfrom\s*(['"])vitest\1/m

export async function sourcesOf(input: RunInput): Promise<Sources | Problem> {
  const files = new Map<string, string>()
  for (const { path, text } of input.files) {
    if (RESERVED.has(path))
      return { message: `A file of an exercise cannot be called ${path}`, path }
    if (files.has(path)) return { message: `Two files are called ${path}`, path }
    files.set(path, text)
  }
  let tests = input.tests
  if (input.language === 'TS') {
    const { stripTypes } = await import('./strip-types.ts')
    for (const [path, text] of [...files, [TESTS_PATH, tests] as const]) {
      const stripped = stripTypes(path, text)
      if (typeof stripped !== 'string') return stripped
      if (path === TESTS_PATH) tests = stripped
      else files.set(path, stripped)
    }
  }
  const names = IMPORTS_API.test(tests) ? OWN_NAMES : [...OWN_NAMES, ...API_NAMES]
  const head = `import { ${names.join(', ')} } from '${TESTS_API}'; `
  files.set(TESTS_PATH, head + tests)
  return { files, testsOffset: head.length }
}

/**
 * The file that an import means: a relative path, with or without its ending; `.js` may mean a `.ts` file. Null when
 * there is none, or when it is not for the importer.
 */
export function resolvePath(
  files: ReadonlyMap<string, string>,
  importer: string,
  wanted: string,
): string | null {
  if (importer === TESTS_PATH && wanted === TESTS_API) return TESTS_API
  if (!/^\.{1,2}\//.test(wanted)) return null
  const parts = importer.split('/').slice(0, -1)
  for (const part of wanted.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  const path = parts.join('/')
  const stem = path.replace(/\.js$/, '')
  const found = [
    path,
    `${stem}.ts`,
    `${path}.js`,
    `${path}.ts`,
    `${path}/index.js`,
    `${path}/index.ts`,
  ].find((each) => files.has(each))
  return found === undefined || found === TESTS_PATH ? null : found
}

/** Says what is wrong with an import that leads nowhere. */
export function refusedImport(sources: Sources, importer: string, wanted: string): Problem {
  const lines = sources.files.get(importer)?.split('\n') ?? []
  const at = lines.findIndex((line) => line.includes(`'${wanted}'`) || line.includes(`"${wanted}"`))
  return {
    message: `${importer} imports '${wanted}', which is not a file of this exercise`,
    path: importer,
    ...(at >= 0 ? { line: at + 1 } : {}),
  }
}

const ADDITION =
  /\b(Array|Boolean|Date|Function|Map|Number|Promise|RegExp|Set|String)\.prototype\.([A-Za-z_$][\w$]*)\s*=(?![=>])/g

/** What the language itself asks an object for: whoever could add it would change what tests mean. */
const ASKED_FOR = new Set([
  'toJSON',
  'then',
  'get',
  'set',
  'value',
  'return',
  'throw',
  'next',
  'done',
  'raw',
  'cause',
])

/** The methods that files add to prototypes of the language, such as `Array.myMap`. rules/exercise-runs#built-ins */
export function additionsIn(sources: Sources): string[] {
  const found = new Set<string>()
  for (const text of sources.files.values())
    for (const [, type, name = ''] of text.matchAll(ADDITION))
      if (!ASKED_FOR.has(name)) found.add(`${type}.${name}`)
  return [...found]
}
