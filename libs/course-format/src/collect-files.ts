import type { ImportIssue } from '@rookies/data/course-import/payload'
import { decodeText } from '@rookies/data/files/decode-text'
import { fileRefusal } from '@rookies/data/files/file-types'
import { formatNumber } from '@rookies/data/wording'
import { UnreadableError } from '@rookies/data/zip/zip-directory'
import { isFolderOrder } from './contents/folder-order'
import { isToolFile } from './contents/tool-contents'
import { includedNames } from './dialects/includes'
import { isTextFile } from './file-names'
import { nameOf, normalisePath } from './paths'
import { type ClassroomSuite, readClassroom } from './projects/classroom'
import { readProjects } from './projects/read-projects'
import { embeddedPictures } from './reading/embedded-pictures'
import { exerciseFolders } from './reading/exercise-paths'
import type { CourseFile } from './reading/read-files'
import { isVersionList } from './reading/versions'
import { READING_LIMITS } from './reading-limits'

/** The files of a course from a disk or a zip. */
export interface CollectedFiles {
  /** The name of the folder or zip. */
  name: string
  files: CourseFile[]
  /** Reads a file that is not a text, by its path. Returns null if the file cannot be read, or no longer. */
  assets: ReadonlyMap<string, () => Promise<Uint8Array | null>>
  /** Remarks about files that were not read. */
  issues: ImportIssue[]
  /** The suites of tests that GitHub Classroom's assignments need. */
  suites: ClassroomSuite[]
}

/** The remark about symbolic links, which are not followed because they may lead anywhere. */
export const IS_LINK = 'The file is a link to another file or folder and was left out.'

const NOT_READ = 'The file could not be read and was left out.'
const TOO_LARGE =
  'The file is larger than 4 MB and was left out. Split it, or move its pictures to files of their own.'

/** The number of files that have been read. */
export interface ReadingProgress {
  done: number
  total: number
}

export interface ReadingOptions {
  onProgress?: (progress: ReadingProgress) => void
  /** Aborts reading before the next file. */
  signal?: AbortSignal
}

/** A readable file with its path and its size in bytes. */
export interface ReadableFile {
  path: string
  size: number
  /** Returns the bytes; null if the file cannot be read, or no longer. */
  read: () => Promise<Uint8Array | null>
}

/**
 * Reads the texts of a folder and ignores the files of systems and tools. Other files are only listed here; they are
 * read later if a lesson links to them. Throws UnreadableError if there are too many files or too much text.
 */
export async function collectFiles(
  name: string,
  listed: ReadableFile[],
  { onProgress, signal }: ReadingOptions = {},
): Promise<CollectedFiles> {
  if (listed.length > READING_LIMITS.files) {
    throw new UnreadableError(
      `There are more than ${formatNumber(READING_LIMITS.files)} files in it, which is too many for a course folder.`,
    )
  }
  const classroom = await readClassroom(name, listed)
  const { files: found, issues } = await readProjects(classroom.files)
  const nameIn = (path: string) => nameOf(path.replaceAll('\\', '/'))
  const { folderOfPart } = exerciseFolders(found.map(({ path }) => normalisePath(path)))
  const parts = new Set(found.filter(({ path }) => folderOfPart(normalisePath(path)) !== null))
  const isText = (file: ReadableFile) => parts.has(file) || isTextFile(nameIn(file.path))
  const assets: Map<string, ReadableFile['read']> = new Map()
  const collected: CollectedFiles = {
    ...{ name, files: [], assets, suites: classroom.suites },
    issues: [...classroom.issues, ...issues],
  }
  const left = (path: string, message: string) =>
    collected.issues.push({ path, message, leftOut: true })
  let textBytes = 0
  let assetBytes = 0
  const countText = (size: number) => {
    textBytes += size
    if (textBytes <= READING_LIMITS.totalBytes) return
    throw new UnreadableError(
      'There are more than 32 MB of text in it, which is too much for a course folder.',
    )
  }
  const addAsset = (path: string, size: number, read: ReadableFile['read'], text = '') => {
    if (assetBytes + size > READING_LIMITS.assetBytes) {
      left(path, 'The files beside the texts are more than 512 MB; this one was left out.')
      return
    }
    assetBytes += size
    assets.set(normalisePath(path), read)
    collected.files.push({ path, text, size })
  }
  // A Markdown file without embedded pictures is text as a whole, so it is refused by its size before it is read.
  const plain = found.filter((file) => isText(file) && file.size <= READING_LIMITS.fileBytes)
  if (plain.length === found.length) countText(plain.reduce((sum, { size }) => sum + size, 0))
  textBytes = 0
  const included = new Set<string>()
  let done = 0
  const tell = () => {
    signal?.throwIfAborted()
    onProgress?.({ done, total: found.length })
    done += 1
  }
  for (const file of found.filter(isText)) {
    tell()
    const bytes = file.size > READING_LIMITS.embeddedBytes ? undefined : await file.read()
    if (bytes === null) {
      left(file.path, NOT_READ)
      continue
    }
    const read = bytes === undefined ? null : decodeText(bytes)
    const { text, pictures } = parts.has(file)
      ? { text: read?.text ?? '', pictures: [] }
      : embeddedPictures(normalisePath(file.path), read?.text ?? '')
    // Embedded pictures do not count as text.
    const size = pictures.length === 0 ? file.size : new TextEncoder().encode(text).length
    if (read === null || size > READING_LIMITS.fileBytes) {
      left(file.path, TOO_LARGE)
      continue
    }
    countText(size)
    collected.files.push({ path: file.path, ...read, text })
    for (const { path, bytes } of pictures) addAsset(path, bytes.length, async () => bytes)
    for (const each of includedNames(text)) included.add(each)
  }
  for (const file of found.filter((each) => !isText(each))) {
    tell()
    const { path, size } = file
    const tellsOrder = [isToolFile, isFolderOrder, isVersionList].some((tells) =>
      tells(normalisePath(path)),
    )
    const isSource = tellsOrder || included.has(nameIn(path).toLowerCase())
    const bytes = isSource && size <= READING_LIMITS.fileBytes ? await file.read() : null
    const read = bytes === null ? null : decodeText(bytes)
    const text = read === null || read.brokenLine !== undefined ? '' : read.text
    if (text !== '') countText(size)
    const isTaken = fileRefusal({ name: nameIn(path), size }) === null
    if (isTaken) addAsset(path, size, file.read, text)
    else collected.files.push({ path, text })
  }
  onProgress?.({ done: found.length, total: found.length })
  return collected
}
