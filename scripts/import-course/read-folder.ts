import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CourseFile } from '@rookies/data/course-import/read-files'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'

/** More is no course but somebody's whole disk. */
const MOST_FILES = 5000

const TEXTS = /\.(?:md|markdown|ya?ml)$/i

function refused(path: string, error: unknown): never {
  const why = errorCode(error)
  if (why === 'ENOENT') throw new PlainError(`There is no folder ${path}.`)
  if (why === 'EACCES' || why === 'EPERM') throw new PlainError(`${path} may not be read.`)
  throw new PlainError(`${path} can't be read (${why ?? 'unknown reason'}).`)
}

/** Text as UTF-8; what is not gets U+FFFD, by which the reader of the course knows it. */
async function readText(path: string): Promise<string> {
  return new TextDecoder('utf-8').decode(await readFile(path))
}

async function walk(root: string, below: string, found: CourseFile[]): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      await walk(root, path, found)
      continue
    }
    if (found.length === MOST_FILES) {
      throw new PlainError(`${root} holds more than ${MOST_FILES} files; that is no course folder.`)
    }
    const isReadable = entry.isFile() && TEXTS.test(entry.name)
    found.push({ path, text: isReadable ? await readText(join(root, path)) : '' })
  }
}

/**
 * All files below a folder, but for hidden ones and node_modules; only texts are read. Throws a
 * PlainError when there is no such folder, it may not be read, or nothing in it is Markdown.
 */
export async function readFolder(path: string): Promise<CourseFile[]> {
  const found: CourseFile[] = []
  try {
    if (!(await stat(path)).isDirectory()) throw new PlainError(`${path} is a file, not a folder.`)
    await walk(path, '', found)
  } catch (error) {
    if (error instanceof PlainError) throw error
    refused(path, error)
  }
  if (!found.some((file) => /\.(?:md|markdown)$/i.test(file.path))) {
    throw new PlainError(
      `${path} is not a course folder: there is no Markdown file (.md) in it or below it.`,
    )
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}
