import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../plain-error'

/** True when a process with this number exists, of any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * What tells this process from a later one with the same number: when it began, and on Linux in
 * which boot. Undefined when there is no such process or the system does not say.
 */
export function birthOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const fields = statFields(pid)
    if (!fields || fields[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Field 22 of the whole line is the start in ticks.
    return `${boot} ${fields[19]}`
  }
  return fromPs(pid, 'lstart=')
}

/** The number of the process that started this one; undefined when the system does not say. */
export function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid
  const fields = process.platform === 'linux' ? statFields(pid) : undefined
  return fields ? Number(fields[1]) : undefined
}

/** The command line of a process, or undefined when there is none or the system does not say. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim() || undefined
    } catch {
      return undefined
    }
  }
  return fromPs(pid, 'command=')
}

/** Linux: the processes whose working folder is `dir`, as far as this user may see. */
export function processesIn(dir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === dir
      } catch {
        return false
      }
    })
}

/** Linux: the fields of /proc/<pid>/stat from the third, the state, on. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name, may hold blanks and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function fromPs(pid: number, field: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const { stdout } = spawnSync('ps', ['-o', field, '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  return stdout?.trim() || undefined
}

/**
 * Sends each signal in turn, giving the process `patienceMs` to end after each.
 * @returns whether it has ended
 */
export async function endProcess(
  pid: number,
  signals: NodeJS.Signals[],
  patienceMs = 10_000,
): Promise<boolean> {
  for (const signal of signals) {
    try {
      process.kill(pid, signal)
    } catch {
      return !isAlive(pid)
    }
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      // A zombie whose parent has not collected it yet counts as ended.
      if (!isAlive(pid) || (process.platform === 'linux' && !birthOf(pid))) return true
      await delay(20)
    }
  }
  return false
}
