import { dirname, join } from 'node:path'
import process from 'node:process'

/**
 * Returns the program and the first arguments that run npm: the npm that runs this script, or else the one on the
 * PATH. On Windows, npm is a script that only a shell can run, so the file behind the script is returned.
 *
 * @param {{ npm_execpath?: string | undefined }} [env]
 * @param {string} [platform]
 * @param {string} [node] path of Node.js
 * @returns {[string, string[]]}
 */
export function npmCommand(
  env = process.env,
  platform = process.platform,
  node = process.execPath,
) {
  if (env.npm_execpath?.endsWith('.js')) return [node, [env.npm_execpath]]
  if (platform !== 'win32') return ['npm', []]
  return [node, [join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js')]]
}
