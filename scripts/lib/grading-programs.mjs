import { spawnSync } from 'node:child_process'
import { installWithApt } from './apt.mjs'

/**
 * The programs of the scripts in templates/grading and of their tests: the package of Debian, and a command that
 * succeeds if it is installed.
 *
 * @type {[name: string, command: string, ...args: string[]][]}
 */
const PROGRAMS = [
  ['curl', 'curl', '--version'],
  ['jq', 'jq', '--version'],
  ['shellcheck', 'shellcheck', '--version'],
  ['python3-pytest', '/usr/bin/python3', '-m', 'pytest', '--version'],
]

/** Installs what is missing of the programs. Throws an Error that names the package of a program that cannot be had. */
export function findGradingPrograms() {
  for (const [name, command, ...args] of PROGRAMS) {
    const isThere = () => spawnSync(command, args, { stdio: 'ignore' }).status === 0
    if (isThere() || (installWithApt([name]) && isThere())) continue
    throw new Error(
      `The tests of templates/grading need ${name}. Install it: apt-get install ${name}`,
    )
  }
}
