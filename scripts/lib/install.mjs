import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

const stamp = join(root, 'node_modules', '.rookies-lock')

/** Runs `npm install` unless what the lock file asks for is there already. */
export function installWhatIsMissing() {
  const wanted = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages …')
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline']
  const [command, first] = npmCommand()
  runQuietly(command, [...first, ...args], {
    sentence: 'The packages could not be installed. Check the connection to the npm registry.',
    env: { npm_config_loglevel: 'error' },
  })
  writeFileSync(stamp, wanted)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/**
 * The npm that runs this script, or else the one on the PATH.
 *
 * @returns {[string, string[]]}
 */
export function npmCommand() {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
}
