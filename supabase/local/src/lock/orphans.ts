import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlainError } from '../plain-error'
import { readPostmaster } from '../postgres/postmaster-file'
import { restConfigPath, restPidPath } from '../rest/files'
import { commandOf, endProcess, processesIn } from './processes'

const patienceMs = 10_000

/**
 * Ends what a backend that was killed left running on this data folder: its PostgreSQL and its
 * PostgREST. A process is signalled only when its command line names this very folder, so a number
 * that now belongs to something else is left alone. The caller holds the lock.
 *
 * @throws PlainError when one of them cannot be ended.
 */
export async function endOrphans(dataDir: string, log: (line: string) => void): Promise<void> {
  const clusterDir = join(dataDir, 'postgres')
  const orphans = [
    {
      name: 'PostgREST',
      pid: readPid(restPidPath(dataDir)),
      argument: restConfigPath(dataDir),
      signals: ['SIGTERM', 'SIGKILL'],
    },
    {
      name: 'PostgreSQL',
      pid: readPostmaster(dataDir)?.pid,
      argument: clusterDir,
      // Fast, then immediate: the latter is what a power cut does, and recovers by itself.
      signals: ['SIGINT', 'SIGQUIT'],
    },
  ] satisfies { name: string; pid?: number; argument: string; signals: NodeJS.Signals[] }[]

  for (const { name, pid, argument, signals } of orphans) {
    if (pid === undefined || !`${commandOf(pid)} `.includes(`${argument} `)) continue
    log(`Ending ${name} (process ${pid}), left by a backend that was killed.`)
    if (!(await endProcess(pid, signals))) {
      throw new PlainError(
        `${name} (process ${pid}) still runs on this data folder and cannot be ended. End it, then start again.`,
      )
    }
  }
  rmSync(restPidPath(dataDir), { force: true })
  await clearPostmasterFile(clusterDir)
}

/**
 * A killed server whose parent is gone stays in the process table until init collects it, which in
 * many a container never happens; PostgreSQL takes its number for a living server then. So the file
 * that names it is removed, once no process works in the folder any more.
 */
async function clearPostmasterFile(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(file)) return
  const until = Date.now() + patienceMs
  while (processesIn(clusterDir).length > 0) {
    if (Date.now() > until) {
      throw new PlainError(
        `Processes of an earlier PostgreSQL (${processesIn(clusterDir).join(', ')}) still work in ${clusterDir}. End them, then start again.`,
      )
    }
    await delay(20)
  }
  rmSync(file, { force: true })
}

function readPid(path: string): number | undefined {
  try {
    const number = Number.parseInt(readFileSync(path, 'utf8'), 10)
    return number > 1 ? number : undefined
  } catch {
    return undefined
  }
}
