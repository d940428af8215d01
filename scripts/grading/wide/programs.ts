import { spawnSync } from 'node:child_process'
import { installWithApt } from '../../lib/apt.mjs'

/** What the scripts of the template and their tests need: the package of Debian, by how it is found. */
const NEEDED: [package_: string, command: string, ...args: string[]][] = [
  ['jq', 'jq', '--version'],
  ['curl', 'curl', '--version'],
  ['shellcheck', 'shellcheck', '--version'],
  ['python3-pytest', '/usr/bin/python3', '-m', 'pytest', '--version'],
]

/** Installs the programs that are missing. Throws an Error that names the first that cannot be had. */
export function installPrograms(): void {
  for (const [name, command, ...args] of NEEDED) {
    const isThere = () => spawnSync(command, args, { stdio: 'ignore' }).status === 0
    if (isThere() || (installWithApt([name]) && isThere())) continue
    throw new Error(`The tests of the grading template need ${name} (apt-get install ${name}).`)
  }
}
