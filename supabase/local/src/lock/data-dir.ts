import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PlainError } from '../plain-error'

const format = 1
const markerName = 'rookies.json'

/**
 * Makes `path` a data folder, or checks that it is one this version can work with.
 * @returns the folder's real, absolute path
 * @throws PlainError when it cannot be written or was made by another version.
 */
export function prepareDataDir(path: string): string {
  try {
    makeFolders(path)
    const probe = join(path, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : ''
    throw new PlainError(
      `The data folder ${path} is not writable${reason}. ` +
        'Choose another with ROOKIES_DATA, or change who owns it.',
    )
  }
  const dataDir = realpathSync(path)
  const marker = join(dataDir, markerName)
  if (!existsSync(marker)) writeMarker(marker)
  else if (readFormat(marker) !== format) {
    throw new PlainError(
      `The data folder ${dataDir} was made by another version of Rookies. ` +
        'Run npm run reset for fresh data, or point ROOKIES_DATA at another folder.',
    )
  }
  return dataDir
}

/** Whole or not at all: half of one would be taken for another version's. */
function writeMarker(marker: string): void {
  try {
    writeFileSync(marker, `${JSON.stringify({ format })}\n`, { flush: true })
  } catch (error) {
    rmSync(marker, { force: true })
    throw error
  }
}

/** Step by step: Node's own recursive way never ends where the system refuses, as in /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path)
}

/** Whether `path` was made by `prepareDataDir`: nothing else is ever deleted. */
export function isDataDir(path: string): boolean {
  return existsSync(join(path, markerName))
}

function readFormat(marker: string): unknown {
  try {
    const content: unknown = JSON.parse(readFileSync(marker, 'utf8'))
    return typeof content === 'object' && content !== null && 'format' in content
      ? content.format
      : undefined
  } catch {
    return undefined
  }
}
