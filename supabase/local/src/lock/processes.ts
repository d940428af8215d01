import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../plain-error'

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * Returns a text that distinguishes a process from a later one with the same id: its start and, on Linux, the boot.
 * Undefined if there is no such process or the system does not report its start.
 */
export function birthOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const fields = statFields(pid)
    if (!fields || fields[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The start in ticks is field 22 of the whole line.
    return `${boot} ${fields[19]}`
  }
  // On Windows, this would take a second.
  return process.platform === 'win32' ? undefined : outputOf(psOf(pid, 'lstart='))
}

/** Returns the id of the parent process; undefined if the system does not report it. */
export function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid
  const fields = process.platform === 'linux' ? statFields(pid) : undefined
  return fields ? Number(fields[1]) : undefined
}

/** Returns the command line of a process; undefined if the process does not exist or the system does not report it. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim() || undefined
    } catch {
      return undefined
    }
  }
  return outputOf(commandQuery(pid))
}

/** Returns the program, with its arguments, that prints the command line of a process on systems without /proc. */
export function commandQuery(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): [string, string[]] {
  if (platform !== 'win32') return psOf(pid, 'command=')
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`
  return ['powershell', ['-NoProfile', '-NonInteractive', '-Command', query]]
}

/**
 * Returns whether a command line contains a path. On Windows, the path may be in quotes, have other slashes, and differ
 * in case.
 */
export function namesPath(
  command: string,
  path: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const plain = (text: string) =>
    platform === 'win32' ? text.replaceAll('"', '').replaceAll('\\', '/').toLowerCase() : text
  return `${plain(command)} `.includes(`${plain(path)} `)
}

/** On Linux, returns the processes whose working folder is `dir`, as far as this user may see them. */
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

/** On Linux, returns the fields of /proc/<pid>/stat from the third, the state, on. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name, may contain blanks and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const psOf = (pid: number, field: string): [string, string[]] => [
  'ps',
  ['-o', field, '-p', String(pid)],
]

function outputOf([program, args]: [string, string[]]): string | undefined {
  const { stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    windowsHide: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  return stdout?.trim() || undefined
}

/** Sends each signal in turn, and waits `patienceMs` after each. @returns whether the process has ended */
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
      // A zombie that its parent has not collected counts as ended.
      if (!isAlive(pid) || (process.platform === 'linux' && !birthOf(pid))) return true
      await delay(20)
    }
  }
  return false
}
