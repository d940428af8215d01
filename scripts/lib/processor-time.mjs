import { cpus } from 'node:os'
import process from 'node:process'

// The shell's `times` gives the time of everything that the command started and waited for.
const SCRIPT = '"$@" 3>&-; code=$?; times >&3; exit $code'

/** The number of the pipe on which a measured command's processor time comes. */
export const TIME_PIPE = 3

/**
 * Wraps a command so that the pipe TIME_PIPE tells its processor time. Windows has no such shell, so that the command
 * stays as it is there.
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
 * The seconds of user and system time in what `times` wrote: a line for the shell and one for its children.
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

/** The seconds that all cores of this machine have worked since it started, for whatever process. */
export function busySeconds() {
  const busy = ({ times }) => times.user + times.nice + times.sys + times.irq
  return cpus().reduce((sum, core) => sum + busy(core), 0) / 1000
}
