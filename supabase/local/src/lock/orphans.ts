import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlainError } from '../plain-error'
import { readPostmaster } from '../postgres/postmaster-file'
import { restConfigPath, restPidPath } from '../rest/files'
import { commandOf, endProcess, namesPath, processesIn } from './processes'

const patienceMs = 10_000

/**
 * Ends the PostgreSQL and the PostgREST that a killed backend left running on this data folder. A process
 * gets a signal only if its command line contains this folder, so that a reused process id is left alone. The
 * caller holds the lock.
 *
 * @throws PlainError if a process cannot be ended
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
      // A fast shutdown, then an immediate one, which is like a power cut: PostgreSQL recovers from it.
      signals: ['SIGINT', 'SIGQUIT'],
    },
  ] satisfies { name: string; pid?: number; argument: string; signals: NodeJS.Signals[] }[]

  for (const { name, pid, argument, signals } of orphans) {
    if (pid === undefined || !namesPath(commandOf(pid) ?? '', argument)) continue
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
 * A killed server whose parent is gone stays in the process table until init collects it, which never happens
 * in many containers. PostgreSQL would take its process id for a living server, so that the file with the id
 * is removed once no process works in the folder.
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
