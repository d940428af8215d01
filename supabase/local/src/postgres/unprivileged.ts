import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PlainError } from '../plain-error'

/** How to run a program as a user whom PostgreSQL accepts (it refuses to run as root). */
export type Runner = {
  /** Owner of the data files; undefined when this process already runs unprivileged. */
  owner?: { uid: number; gid: number }
  /** Turns a program and its arguments into what has to be spawned. */
  wrap(
    program: string,
    args: string[],
  ): { program: string; args: string[]; uid?: number; gid?: number }
}

const accountName = 'postgres'

/**
 * As an ordinary user: runs programs as they are. As root: runs them as the system user `postgres`,
 * which is created when it is missing. When that user cannot reach `paths`, as in a clone under a
 * 0700 folder of root's, the programs keep one capability, to look through folders
 * (`CAP_DAC_READ_SEARCH`), and nothing else of root's.
 *
 * @throws PlainError when no such user can be had, or the paths stay out of its reach.
 */
export function unprivilegedRunner(paths: string[]): Runner {
  if (process.getuid?.() !== 0) return { wrap: (program, args) => ({ program, args }) }
  const owner = findAccount() ?? createAccount()
  const closed = paths.map((path) => firstClosedFolder(path, owner)).find((path) => path)
  if (!closed) return { owner, wrap: (program, args) => ({ program, args, ...owner }) }

  const flags = searchingFlags(owner)
  if (spawnSync('setpriv', [...flags, 'true'], { stdio: 'ignore' }).status !== 0) {
    throw new PlainError(
      `PostgreSQL runs as the user ${accountName}, who may not enter ${closed}. ` +
        'Move the project to a folder that others may enter, or run npm start as an ordinary user.',
    )
  }
  return {
    owner,
    wrap: (program, args) => ({ program: 'setpriv', args: [...flags, program, ...args] }),
  }
}

// no_setuid_fixup: without it, access(2), which PostgreSQL asks before it opens, ignores capabilities.
function searchingFlags(owner: { uid: number; gid: number }): string[] {
  const only = '-all,+dac_read_search'
  return [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--securebits=+no_setuid_fixup',
  ]
}

function findAccount(): { uid: number; gid: number } | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, accountName], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function createAccount(): { uid: number; gid: number } {
  const shell = '/usr/sbin/nologin'
  spawnSync('groupadd', ['--system', accountName], { stdio: 'ignore' })
  spawnSync(
    'useradd',
    ['--system', '--gid', accountName, '--no-create-home', '--shell', shell, accountName],
    { stdio: 'ignore' },
  )
  const account = findAccount()
  if (account) return account
  throw new PlainError(
    `PostgreSQL refuses to run as root, and the system user ${accountName} could not be created ` +
      '(useradd). Create that user, or run npm start as an ordinary user.',
  )
}

/** The first folder on the way to `path` that `owner` may not pass through. */
function firstClosedFolder(path: string, owner: { uid: number; gid: number }): string | undefined {
  const above: string[] = []
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    above.unshift(dir)
    if (dir === dirname(dir)) break
  }
  return above.find((dir) => {
    const stat = statSync(dir)
    if (stat.uid === owner.uid) return (stat.mode & 0o100) === 0
    if (stat.gid === owner.gid) return (stat.mode & 0o010) === 0
    return (stat.mode & 0o001) === 0
  })
}
