import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../plain-error'
import type { PostgresBinaries } from './binaries'
import { writePasswordFile } from './secrets'
import type { Runner } from './unprivileged'

const major = '17'

/** Options for the locale, tried in this order: ICU, as on hosted Supabase; the built-in one without a UTF-8 locale. */
const locales = [
  ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--lc-ctype=C.UTF-8'],
  ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--lc-ctype=en_US.UTF-8'],
  // The name on Windows, where every locale supports UTF-8.
  ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--lc-ctype=en-US'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
]

/**
 * Creates the database files in `clusterDir` if they are missing. An interrupted start leaves nothing that a
 * later one could take for a complete cluster.
 *
 * @throws PlainError if the files have another major version, or PostgreSQL cannot create them
 */
export function createCluster(options: {
  clusterDir: string
  binaries: PostgresBinaries
  runner: Runner
  superuser: string
  password: string
}): void {
  const { clusterDir, binaries, runner } = options
  const draft = `${clusterDir}.new`
  rmSync(draft, { recursive: true, force: true })
  if (existsSync(clusterDir)) {
    checkVersion(clusterDir)
    checkOwner(clusterDir, runner.owner?.uid ?? process.getuid?.())
    return
  }
  mkdirSync(draft, { mode: 0o700 })
  if (runner.owner) chownSync(draft, runner.owner.uid, runner.owner.gid)
  const secret = `${draft}-password`
  writePasswordFile(secret, options.password, runner.owner)
  try {
    let complaint = ''
    const made = locales.some((locale) => {
      const { program, args, uid, gid } = runner.wrap(binaries.initdb, [
        `--pgdata=${draft}`,
        `--username=${options.superuser}`,
        `--pwfile=${secret}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--data-checksums',
        '--no-instructions',
        ...locale,
      ])
      const run = spawnSync(program, args, { uid, gid, encoding: 'utf8', env: initdbEnv() })
      complaint = run.stderr || String(run.error ?? '')
      return run.status === 0
    })
    if (!made) rmSync(draft, { recursive: true, force: true })
    if (!made) throw new PlainError(`PostgreSQL could not create its files: ${complaint.trim()}`)
  } finally {
    rmSync(secret, { force: true })
  }
  renameSync(draft, clusterDir)
}

function checkVersion(clusterDir: string): void {
  const file = join(clusterDir, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown'
  if (found === major) return
  throw new PlainError(
    `${clusterDir} holds a PostgreSQL database of version ${found}; this is version ${major}. ` +
      'Run npm run reset for fresh data, or point ROOKIES_DATA at another folder.',
  )
}

/** PostgreSQL requires that it owns its files, so that the same user has to start Rookies each time. */
function checkOwner(clusterDir: string, uid: number | undefined): void {
  const owner = statSync(clusterDir).uid
  if (uid === undefined || owner === uid) return
  throw new PlainError(
    `The database in ${clusterDir} belongs to another user (number ${owner}). ` +
      'Start Rookies as the user who made it, or point ROOKIES_DATA at another folder.',
  )
}

function initdbEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
