import type { Seeds } from '../realm/numbers.ts'
import { API_MODULES, apiModuleTexts } from './api-modules.ts'
import type { Insertion } from './edits.ts'
import { commonJsIn, type PreparedFile, prepareFile, prepareTests, refusal } from './prepare.ts'
import type { Problem, RunInput } from './run.ts'
import { HIDDEN_PATH, TESTS_PATH } from './test-files.ts'

const RESERVED = new Set([TESTS_PATH, HIDDEN_PATH, ...Object.keys(API_MODULES)])

/** The texts that the engine runs. */
export interface Sources {
  language: RunInput['language']
  /** The files by path. */
  files: ReadonlyMap<string, string>
  /** The texts that were inserted into each file, by its path. */
  insertions: ReadonlyMap<string, readonly Insertion[]>
  /** The modules of the tests' API, by name. */
  modules: ReadonlyMap<string, string>
  /** The paths of files that the tests replace by their own code, which may import the API. */
  trusted: ReadonlySet<string>
}

export async function sourcesOf(input: RunInput): Promise<Sources | Problem> {
  const { language } = input
  const files = new Map<string, string>()
  for (const { path, text } of input.files) {
    if (RESERVED.has(path))
      return { message: `A file of an exercise cannot be called ${path}`, path }
    if (files.has(path)) return { message: `Two files are called ${path}`, path }
    files.set(path, text)
  }
  let { tests } = input
  if (language === 'TS') {
    const { stripTypes } = await import('./strip-types.ts')
    for (const [path, text] of [...files, [TESTS_PATH, tests] as const]) {
      if (path.endsWith('.json')) continue
      const stripped = stripTypes(path, text)
      if (typeof stripped !== 'string') return stripped
      if (path === TESTS_PATH) tests = stripped
      else files.set(path, stripped)
    }
  }
  const commonJs = commonJsIn(files)
  const prepared = new Map<string, string>()
  const insertions = new Map<string, readonly Insertion[]>()
  const keep = (path: string, made: PreparedFile) => {
    prepared.set(path, made.text)
    insertions.set(path, made.insertions)
  }
  const ready = prepareTests(files, tests, language, commonJs)
  if ('message' in ready) return ready
  for (const [path, text] of files) {
    const instead = ready.mocked.get(path)
    if (instead !== undefined) {
      keep(path, { text: instead, insertions: [] })
      continue
    }
    const made = prepareFile(files, path, text, commonJs)
    if ('message' in made) return made
    keep(path, made)
  }
  keep(TESTS_PATH, ready)
  const modules = apiModuleTexts(textsFor(input))
  return { language, files: prepared, insertions, modules, trusted: new Set(ready.mocked.keys()) }
}

/**
 * Returns seeds that the text of every file and of the tests changes. So a run is always the same, but code cannot have
 * numbers written into it that come from its own text.
 */
export function seedsOf({ files }: Sources): Seeds {
  const seed = (factor: number) => {
    let mixed = factor
    for (const text of files.values())
      for (let at = 0; at < text.length; at += 1)
        mixed = Math.imul(mixed ^ text.charCodeAt(at), factor) ^ (mixed >>> 15)
    return mixed
  }
  return [seed(0x9e3779b1), seed(0x85ebca6b), seed(0xc2b2ae35)]
}

/** Returns the expressions for `code` and `files`, with which tests read the learner's files as text. */
function textsFor({ files, tests }: RunInput) {
  const isRead = /\b(?:code|files)\b/.test(tests)
  const given = isRead ? files.map(({ path, text }) => [path, text]) : []
  return {
    code: JSON.stringify(isRead ? (files[0]?.text ?? '') : ''),
    files: `Object.freeze(Object.fromEntries(${JSON.stringify(given)}))`,
  }
}

/** Returns the problem of an import that names no file, with its line. */
export function refusedImport(sources: Sources, importer: string, wanted: string): Problem {
  const text = sources.files.get(importer) ?? ''
  const found = [`'${wanted}'`, `"${wanted}"`]
    .map((quoted) => text.indexOf(quoted))
    .filter((at) => at >= 0)
  return {
    message: refusal(importer, 'imports', wanted),
    path: importer,
    ...(found.length > 0 ? { line: text.slice(0, Math.min(...found)).split('\n').length } : {}),
  }
}

const ADDITION =
  /\b(Array|Boolean|Date|Function|Map|Number|Promise|RegExp|Set|String)\.prototype\.([A-Za-z_$][\w$]*)\s*=(?![=>])/g

/**
 * Properties that the language itself reads. If a file adds one of them to a prototype, the result of a test could
 * change.
 */
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
