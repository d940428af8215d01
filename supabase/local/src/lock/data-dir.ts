import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PlainError } from '../plain-error'

const format = 1
const markerName = 'rookies.json'

/**
 * Creates a data folder at `path`, or checks that this version can use an existing one.
 * @returns the folder's real, absolute path
 * @throws PlainError if the folder is not writable or another version created it
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

/** The file is written atomically, because half of it would look like another version's. */
function writeMarker(marker: string): void {
  const draft = `${marker}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify({ format })}\n`, { flush: true })
    renameSync(draft, marker)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The probe above, and the drafts of this file, of `lock.ts`, and of `postgres/secrets.ts`. */
const DRAFT = /^(?:\.probe-\d+|(?:rookies|passwords)\.json\.\d+|lock\.[\da-f-]{36})$/

/** The age, in milliseconds, from which a draft counts as left over: processes keep drafts for some milliseconds. */
const DRAFT_MS = 60_000

/** Removes temporary files of killed processes from a data folder. The caller holds its lock. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!DRAFT.test(name)) continue
    const path = join(dataDir, name)
    const { ctimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (ctimeMs !== undefined && Date.now() - ctimeMs > DRAFT_MS) rmSync(path, { force: true })
  }
}

/**
 * Folders are created one by one, because Node's recursive option does not return if the system refuses, as
 * in /proc.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path)
}

/** Whether `prepareDataDir` created this folder; no other folder is ever deleted. */
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
