import { spawnSync } from 'node:child_process'
import { release } from 'node:os'
import { PlainError } from '../../supabase/local/src/plain-error'
import type { Runtime } from './cli'

export interface Machine {
  platform: NodeJS.Platform
  arch: string
  /** Version of the kernel. macOS 14 has Darwin 23. */
  release: string
  /** Version of glibc; undefined on other systems and for musl. */
  glibc: string | undefined
  /** Whether a Docker daemon answers. */
  hasDocker: () => boolean
}

/** Returns the facts about this machine. */
export function thisMachine(): Machine {
  const { header } = Object(process.report.getReport())
  return {
    platform: process.platform,
    arch: process.arch,
    release: release(),
    glibc: header?.glibcVersionRuntime,
    hasDocker: () => spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0,
  }
}

/**
 * Chooses Docker if its daemon answers and otherwise the native runtime, unless `named` is given.
 * @throws PlainError with what is missing on this machine
 */
export function chooseRuntime(machine: Machine, named?: Runtime): Runtime {
  const lacks = lacksForNative(machine)
  if (named === 'native') {
    if (lacks === undefined) return 'native'
    throw new PlainError(`The native runtime of the Supabase CLI does not run here: ${lacks}`)
  }
  if (machine.hasDocker()) return 'docker'
  if (named === undefined && lacks === undefined) return 'native'
  const without = lacks === undefined ? 'use --supabase=native' : 'run npm start without --supabase'
  throw new PlainError(
    `Docker is not installed or does not run. Start it, then try again, or ${without}.${lacks && named === undefined ? ` The native runtime of the Supabase CLI does not run here either: ${lacks}` : ''}`,
  )
}

/** Returns what the native runtime lacks on a machine; undefined if nothing is missing. */
function lacksForNative({ platform, arch, release, glibc }: Machine): string | undefined {
  if (!['darwin-arm64', 'linux-x64', 'linux-arm64'].includes(`${platform}-${arch}`)) {
    return `there are no programs for ${platform} on ${arch}.`
  }
  if (platform === 'darwin') {
    return Number.parseInt(release, 10) >= 23 ? undefined : 'it needs macOS 14 or later.'
  }
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number)
  if (major > 2 || (major === 2 && minor >= 39)) return undefined
  return `it needs glibc 2.39 or later; this machine has ${glibc ?? 'none'}.`
}
