import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/**
 * Imports a TypeScript file by its path from the project's root. The packages must be installed.
 *
 * @param {string} path
 */
export async function load(path) {
  const { register } = await import('tsx/esm/api')
  register()
  return import(pathToFileURL(join(root, path)).href)
}

/**
 * Runs `main`. If it fails, ends this process with exit code 1, and prints the sentence of a PlainError or else the
 * complete error.
 *
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessUnread)
  try {
    await main()
  } catch (error) {
    console.error(error?.name === 'PlainError' ? error.message : error)
    process.exit(1)
  }
}

/**
 * Ignores the error when the reader of the output stops early, as `| head` does. The work goes on without output.
 *
 * @param {NodeJS.ErrnoException} error
 */
function unlessUnread(error) {
  if (error.code !== 'EPIPE') throw error
}
