import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './root.mjs'

/** The packages whose program has another name than the package. */
const PACKAGES = {
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  playwright: '@playwright/test',
  tsc: '@typescript/native',
}

/**
 * Returns what to spawn for a program of an installed package, or for `node`. It is the package's own file, because
 * npm's scripts in `node_modules/.bin` are shell scripts on Windows, which cannot be spawned.
 *
 * @param {string} name
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function commandLine(name, args) {
  if (name === 'node') return [process.execPath, args]
  const folder = join(root, 'node_modules', PACKAGES[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [process.execPath, [join(folder, bin[name]), ...args]]
}
