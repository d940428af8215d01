import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

/**
 * Installs what the lock file asks for and is missing: the packages that starting needs, or with `all` those of checks
 * and tests too. What is there stays, so that a start after a test removes nothing.
 *
 * @param {'all'} [set]
 */
export function installWhatIsMissing(set) {
  const wanted = packagesOf('package-lock.json')
  const there = packagesOf('node_modules/.package-lock.json')
  const wantsAll = set === 'all' || Object.values(there).some(({ dev }) => dev)
  const missing = Object.entries(wanted).some(
    ([path, entry]) =>
      // npm leaves out the root, and optional packages of other platforms.
      !(path === '' || entry.optional || entry.devOptional || (entry.dev && !wantsAll)) &&
      !isSame(there[path], entry),
  )
  // A copy inside another package is found instead of the one that the lock file names.
  const hiding = Object.keys(there).some(
    (path) => path.lastIndexOf('node_modules/') > 0 && !(path in wanted),
  )
  if (!missing && !hiding) return
  console.log('Installing packages …')
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline']
  const [command, first] = npmCommand()
  runQuietly(command, [...first, ...args, ...(wantsAll ? ['--include=dev'] : ['--omit=dev'])], {
    sentence: 'The packages could not be installed. Check the connection to the npm registry.',
    env: { npm_config_loglevel: 'error' },
  })
}

/** The packages in a lock file by their path. npm writes one of what it installed, at the end of each installation. */
function packagesOf(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

const isSame = (there, { version, integrity }) =>
  there !== undefined && there.version === version && there.integrity === integrity

/** The npm that runs this script, or else the one on the PATH. */
function npmCommand() {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
}
