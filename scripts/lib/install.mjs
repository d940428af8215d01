import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from './npm-command.mjs'
import { root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

/**
 * Installs missing packages of the lock file: those that starting needs or, with `all`, also those of checks and
 * tests. Other installed packages are kept, so that a start after a test removes nothing.
 *
 * @param {'all'} [set]
 */
export function installWhatIsMissing(set) {
  const there = packagesOf('node_modules/.package-lock.json')
  const all = set === 'all' || Object.values(there).some(({ dev }) => dev)
  if (isInstalled(packagesOf('package-lock.json'), there, all)) return
  console.log('Installing packages …')
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline']
  const [command, first] = npmCommand()
  runQuietly(command, [...first, ...args, all ? '--include=dev' : '--omit=dev'], {
    sentence: 'The packages could not be installed. Check the connection to the npm registry.',
    env: { npm_config_loglevel: 'error' },
  })
}

/**
 * Whether the packages of a lock file are installed in the right versions. Development packages count only with
 * `all`.
 *
 * @param {Record<string, import('./install.mjs').Entry>} wanted by path
 * @param {Record<string, import('./install.mjs').Entry>} there by path
 * @param {boolean} all
 */
export function isInstalled(wanted, there, all) {
  // npm leaves the root out, and optional packages of other platforms.
  const needed = Object.entries(wanted).filter(
    ([path, { dev, devOptional, optional }]) =>
      path !== '' && !optional && !devOptional && (all || !dev),
  )
  // A copy inside another package would be found before the one that the lock file names.
  const hiding = Object.keys(there).some(
    (path) => path.lastIndexOf('node_modules/') > 0 && !(path in wanted),
  )
  return !hiding && needed.every(([path, entry]) => isSame(there[path], entry))
}

/**
 * Returns the packages of a lock file by path. npm also writes such a file about the installed packages after each
 * installation.
 */
function packagesOf(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

const isSame = (there, { version, integrity }) =>
  there !== undefined && there.version === version && there.integrity === integrity
