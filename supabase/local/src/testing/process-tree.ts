import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of a process and its running descendants. */
export function treeOf(pid: number): number[] {
  const parents = parentsOfAll()
  const tree = parents.has(pid) ? [pid] : []
  for (const parent of tree) {
    for (const [child, itsParent] of parents) if (itsParent === parent) tree.push(child)
  }
  return tree
}

const WINDOWS_QUERY =
  "Get-CimInstance Win32_Process | ForEach-Object { '{0} {1}' -f $_.ProcessId, $_.ParentProcessId }"

function parentsOfAll(): Map<number, number> {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return new Map(pids.flatMap((pid) => readParent(Number(pid))))
  }
  const [program, args] =
    process.platform === 'win32'
      ? ['powershell', ['-NoProfile', '-NonInteractive', '-Command', WINDOWS_QUERY]]
      : ['ps', ['-A', '-o', 'pid=,ppid=']]
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' })
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => [pid, parent]),
  )
}

function readParent(pid: number): [number, number][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? [] : [[pid, Number(parent)]]
  } catch {
    return []
  }
}

/** Kills a process and its descendants; those that have ended are ignored. */
export function killTree(pid: number): void {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // The process ended in the meantime.
    }
  }
}
