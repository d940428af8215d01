import type { Problem, RunInput } from './run.ts'
import { HIDDEN_PATH, TESTS_PATH } from './test-files.ts'

export const TESTS_API = 'vitest'
export const API_NAMES = ['test', 'it', 'describe', 'expect', 'beforeEach', 'afterEach', 'vi']
/** The globals that `lock.ts` cannot lock. Tests import their own. */
const OWN_NAMES = ['NaN', 'Infinity', 'undefined']
const RESERVED = new Set([TESTS_PATH, HIDDEN_PATH, TESTS_API])

/** The texts that the engine runs. */
export interface Sources {
  /** By path. */
  files: ReadonlyMap<string, string>
  /** The number of characters before the author's text in the first line of the tests. */
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
 * Returns the path of the file that an import names; null if there is none, or if the importer must not import it
 * (rules/exercise-runs#files).
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

/** Returns the problem of an import that names no file, with its line. */
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

/** Properties that the language reads from objects. Adding one to a prototype could change the result of a test. */
const READ_BY_LANGUAGE = new Set([
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

/** Returns the methods that files add to built-in prototypes, as `Array.myMap` (rules/exercise-runs#built-ins). */
export function additionsIn(sources: Sources): string[] {
  const found = new Set<string>()
  for (const text of sources.files.values())
    for (const [, type, name = ''] of text.matchAll(ADDITION))
      if (!READ_BY_LANGUAGE.has(name)) found.add(`${type}.${name}`)
  return [...found]
}
