import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PlainError } from '../plain-error'

/** Runs programs as a user that PostgreSQL accepts (it refuses to run as root). */
export type Runner = {
  /** Owner of the data files; undefined if this process runs without root's rights already. */
  owner?: { uid: number; gid: number }
  /** Returns the program and the arguments to spawn. */
  wrap(
    program: string,
    args: string[],
  ): { program: string; args: string[]; uid?: number; gid?: number }
}

const accountName = 'postgres'

/**
 * Returns a runner that starts programs unchanged for an ordinary user, and as the system user `postgres` for
 * root. It creates that user if it is missing. If the user cannot reach `paths`, as in a clone below a 0700
 * folder of root, the programs keep one capability, to pass through folders (`CAP_DAC_READ_SEARCH`), and no
 * other right of root.
 *
 * @throws PlainError if there can be no such user, or it cannot reach the paths
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

// Without no_setuid_fixup, access(2), which PostgreSQL calls before it opens files, ignores capabilities.
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

/** Returns the first folder of `path` through which `owner` may not pass. */
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
