import { openAsBlob } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type CollectedFiles,
  collectFiles,
  IS_LINK,
  type ReadableFile,
  type ReadingOptions,
} from '@rookies/course-format/collect-files'
import { markdownName } from '@rookies/course-format/file-names'
import { escapedName, isUnreadFile } from '@rookies/course-format/paths'
import { blobSource, readZip } from '@rookies/course-format/read-zip'
import { READING_LIMITS } from '@rookies/course-format/reading-limits'
import type { ImportIssue } from '@rookies/data/course-import/payload'
import { UnreadableError } from '@rookies/data/zip/zip-directory'
import { decodeName } from '@rookies/data/zip/zip-names'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'

function refused(path: string, error: unknown): never {
  const why = errorCode(error)
  if (why === 'ENOENT') throw new PlainError(`There is no folder ${path}.`)
  if (why === 'EACCES' || why === 'EPERM') throw new PlainError(`You may not read ${path}.`)
  throw new PlainError(`${path} can't be read (${why ?? 'unknown reason'}).`)
}

/** The files below a folder: those to read, and those to leave out. */
interface Found {
  files: ReadableFile[]
  issues: ImportIssue[]
}

async function walk(root: string, below: string, found: Found): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true, encoding: 'buffer' })
  for (const entry of entries) {
    if (found.files.length > READING_LIMITS.files) return
    const name = decodeName(entry.name)
    const path = (below === '' ? '' : `${below}/`) + (name ?? escapedName(entry.name))
    if (name !== null && isUnreadFile(path)) continue
    // The disk finds the file only by its original spelling. The report shows the normalized path, which lessons use
    // too.
    const reportedPath = path.normalize('NFC')
    const leave = (message: string) =>
      found.issues.push({ path: reportedPath, message, leftOut: true })
    const kind = entry.isDirectory() ? 'folder' : 'file'
    if (name === null) {
      leave(`The ${kind} has a name that is not UTF-8 and was left out.`)
    } else if (entry.isSymbolicLink()) {
      leave(IS_LINK)
    } else if (entry.isDirectory()) {
      await walk(root, path, found).catch(() =>
        leave(`The folder could not be read and was left out.`),
      )
    } else if (entry.isFile()) {
      const whole = join(root, path)
      const size = await stat(whole).then(
        (file) => file.size,
        () => 0,
      )
      found.files.push({ path: reportedPath, size, read: () => readFile(whole).catch(() => null) })
    } else {
      leave('The file is a device or a pipe and was left out.')
    }
  }
}

async function read(path: string, options?: ReadingOptions): Promise<CollectedFiles> {
  const found = await stat(path)
  if (found.isDirectory()) {
    const below: Found = { files: [], issues: [] }
    await walk(path, '', below)
    const collected = await collectFiles(basename(path), below.files, options)
    return { ...collected, issues: [...below.issues, ...collected.issues] }
  }
  if (!/\.zip$/i.test(path)) throw new PlainError(`${path} is a file, not a folder.`)
  return readZip(blobSource(await openAsBlob(path)), basename(path), options)
}

/**
 * Reads all files of a folder or a zip file, except hidden ones and node_modules. Only texts are read, links are not
 * followed, and unreadable files are listed.
 * @throws PlainError if the path does not exist, may not be read, or contains no Markdown
 */
export async function readFolder(path: string, options?: ReadingOptions): Promise<CollectedFiles> {
  const collected = await read(path, options).catch((error: unknown) => {
    if (error instanceof PlainError) throw error
    if (error instanceof UnreadableError) throw new PlainError(`${path}: ${error.message}`)
    return refused(path, error)
  })
  if (!collected.files.some((file) => markdownName(basename(file.path)) !== null)) {
    throw new PlainError(
      `${path} is not a course folder: there is no Markdown file (.md) in it or below it.`,
    )
  }
  return { ...collected, files: collected.files.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}
