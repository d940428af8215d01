import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/**
 * Imports a TypeScript file, by its path from the project's root. Packages have to be installed.
 *
 * @param {string} path
 */
export async function load(path) {
  const { register } = await import('tsx/esm/api')
  register()
  return import(pathToFileURL(join(root, path)).href)
}

/**
 * Runs `main` and ends this process with 1 when it fails: with the sentence alone when there is one
 * for people, with the whole error otherwise.
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
 * Who reads may stop at any time (`| head`): then the rest is done and not said.
 *
 * @param {NodeJS.ErrnoException} error
 */
function unlessUnread(error) {
  if (error.code !== 'EPIPE') throw error
}
