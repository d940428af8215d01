import { spawnSync } from 'node:child_process'
import { installWithApt } from './apt.mjs'

/**
 * The programs that the scripts in templates/grading and their tests need. Each entry consists of the name of a Debian
 * package, and of a command that succeeds if the package is installed.
 *
 * @type {[name: string, command: string, ...args: string[]][]}
 */
const PROGRAMS = [
  ['curl', 'curl', '--version'],
  ['jq', 'jq', '--version'],
  ['shellcheck', 'shellcheck', '--version'],
  ['python3-pytest', '/usr/bin/python3', '-m', 'pytest', '--version'],
]

/** Installs the missing programs. Throws an Error that names the package if an installation fails. */
export function findGradingPrograms() {
  for (const [name, command, ...args] of PROGRAMS) {
    const isThere = () => spawnSync(command, args, { stdio: 'ignore' }).status === 0
    if (isThere() || (installWithApt([name]) && isThere())) continue
    throw new Error(
      `The tests of templates/grading need ${name}. Install it: apt-get install ${name}`,
    )
  }
}
