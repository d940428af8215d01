import { openAsBlob } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { markdownName } from '@rookies/data/course-import/file-names'
import {
  type Gathered,
  gather,
  READING_LIMITS,
  type Readable,
  UnreadableError,
} from '@rookies/data/course-import/gathered'
import { isClutter } from '@rookies/data/course-import/paths'
import { blobSource, readZip } from '@rookies/data/course-import/read-zip'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'

function refused(path: string, error: unknown): never {
  const why = errorCode(error)
  if (why === 'ENOENT') throw new PlainError(`There is no folder ${path}.`)
  if (why === 'EACCES' || why === 'EPERM') throw new PlainError(`${path} may not be read.`)
  throw new PlainError(`${path} can't be read (${why ?? 'unknown reason'}).`)
}

async function walk(root: string, below: string, found: Readable[]): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (isClutter(entry.name)) continue
    if (entry.isDirectory()) {
      await walk(root, path, found)
    } else {
      const isFile = entry.isFile()
      const size = isFile ? (await stat(join(root, path))).size : 0
      found.push({ path, size, read: () => (isFile ? readFile(join(root, path)) : nothing()) })
    }
    if (found.length > READING_LIMITS.files) return
  }
}

async function nothing(): Promise<Uint8Array> {
  return new Uint8Array()
}

async function read(path: string): Promise<Gathered> {
  const found = await stat(path)
  if (found.isDirectory()) {
    const files: Readable[] = []
    await walk(path, '', files)
    return gather(basename(path), files)
  }
  if (!/\.zip$/i.test(path)) throw new PlainError(`${path} is a file, not a folder.`)
  return readZip(blobSource(await openAsBlob(path)), basename(path))
}

/**
 * All files below a folder or in a zip, but for hidden ones and node_modules; only texts are read.
 * Throws a PlainError when there is no such thing, it may not be read, or nothing in it is Markdown.
 */
export async function readFolder(path: string): Promise<Gathered> {
  const gathered = await read(path).catch((error: unknown) => {
    if (error instanceof PlainError) throw error
    if (error instanceof UnreadableError) throw new PlainError(`${path}: ${error.message}`)
    return refused(path, error)
  })
  if (!gathered.files.some((file) => markdownName(basename(file.path)) !== null)) {
    throw new PlainError(
      `${path} is not a course folder: there is no Markdown file (.md) in it or below it.`,
    )
  }
  return { ...gathered, files: gathered.files.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}
