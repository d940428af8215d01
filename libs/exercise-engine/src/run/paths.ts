import { API_MODULES } from './api-modules.ts'
import { TESTS_PATH } from './test-files.ts'

/**
 * Returns the path of the file that an import names; null if the file does not exist or the importer must not import it
 * (rules/exercise-runs#files).
 *
 * @param trusted the files that the tests replace by their own code
 */
export function resolvePath(
  files: ReadonlyMap<string, string>,
  importer: string,
  wanted: string,
  trusted: ReadonlySet<string> = new Set(),
): string | null {
  // The other modules of the API import their names from the first one.
  if (importer === TESTS_PATH || Object.hasOwn(API_MODULES, importer) || trusted.has(importer))
    if (Object.hasOwn(API_MODULES, wanted)) return wanted
  if (!/^\.{1,2}(?:\/|$)/.test(wanted)) return null
  const parts = importer.split('/').slice(0, -1)
  for (const part of wanted.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  const path = parts.join('/')
  const stem = path.replace(/\.[cm]?js$/, '')
  const endings = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.json', '/index.js', '/index.ts']
  const found = [path, `${stem}.ts`, ...endings.map((ending) => path + ending)].find((each) =>
    files.has(each.replace(/^\//, '')),
  )
  return found === undefined || found === TESTS_PATH ? null : found.replace(/^\//, '')
}
