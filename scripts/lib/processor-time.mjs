import { cpus } from 'node:os'
import process from 'node:process'

// The shell's `times` prints the processor time of the command and of everything that it started and waited for.
const SCRIPT = '"$@" 3>&-; code=$?; times >&3; exit $code'

/** The number of the pipe that carries a measured command's processor time. */
export const TIME_PIPE = 3

/**
 * Wraps a command so that it writes its processor time to the pipe TIME_PIPE. On Windows, which has no such shell,
 * the command is returned unchanged.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function measured(command, args) {
  if (process.platform === 'win32') return [command, args]
  return ['/bin/sh', ['-c', SCRIPT, 'sh', command, ...args]]
}

/**
 * Returns user and system time in seconds from the output of `times`, which has one line for the shell and one for
 * its children.
 *
 * @param {string} text
 * @returns {number | undefined} undefined if nothing was measured
 */
export function processorSeconds(text) {
  const found = [...text.matchAll(/(\d+)m([\d.,]+)s/g)]
  if (found.length === 0) return undefined
  const seconds = ([, minutes, rest]) => Number(minutes) * 60 + Number(rest.replace(',', '.'))
  return found.map(seconds).reduce((sum, part) => sum + part, 0)
}

/** Returns how many seconds all cores of this machine have worked since it started, for all processes. */
export function busySeconds() {
  const busy = ({ times }) => times.user + times.nice + times.sys + times.irq
  return cpus().reduce((sum, core) => sum + busy(core), 0) / 1000
}
