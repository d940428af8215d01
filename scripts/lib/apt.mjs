import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/**
 * Runs an installer and shows its output. Returns whether it succeeded.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {number} minutes time limit of the installer
 */
export function runInstaller(command, args, minutes) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    timeout: minutes * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

/**
 * Installs the first of several packages of Debian or Ubuntu that can be installed, if this process may install: as
 * root, or on a CI machine, where nobody has to be asked. Returns whether a package was installed.
 *
 * @param {string[]} packages
 */
export function installWithApt(packages) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !process.env.CI) return false
  const [command, ...before] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get']
  const run = (args, minutes) => runInstaller(command, [...before, ...args], minutes)
  run(['update', '-qq'], 10)
  return packages.some((name) => run(['install', '-y', '-qq', name], 20))
}
