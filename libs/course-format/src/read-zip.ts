import type { ImportIssue } from '@rookies/data/course-import/payload'
import { printablePath } from '@rookies/data/files/unprintable'
import {
  type ByteSource,
  readPacked,
  readZipDirectory,
  type ZipEntry,
} from '@rookies/data/zip/zip-directory'
import {
  type CollectedFiles,
  collectFiles,
  IS_LINK,
  type ReadableFile,
  type ReadingOptions,
} from './collect-files'
import { isTextFile } from './file-names'
import { isUnreadFile, nameOf, pathProblem } from './paths'
import { unpack } from './reading/unpack'

/** Reads a file that was chosen in a browser, or another blob, in parts. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  }
}

/** Returns why an entry is left out, as the end of a sentence; null if it is read. */
function refusal({ name, isSpecial }: ZipEntry): string | null {
  const problem = pathProblem(name)
  if (problem !== null) return `The file ${problem} and was left out.`
  return isSpecial ? IS_LINK : null
}

/** Returns the folder that contains everything, if a zip contains one folder and nothing else. */
function onlyFolder(paths: string[]): string | null {
  const [first] = paths
  const folder = first?.slice(0, first.indexOf('/') + 1)
  return folder && paths.every((path) => path.startsWith(folder)) ? folder : null
}

interface Contents {
  /** The files that can be read, with their full paths in the zip. */
  found: ReadableFile[]
  issues: ImportIssue[]
}

async function contentsOf(source: ByteSource): Promise<Contents> {
  const entries = (await readZipDirectory(source)).filter(
    (entry) => !isUnreadFile(entry.name) && !entry.isFolder,
  )
  const contents: Contents = { found: [], issues: [] }
  for (const entry of entries) {
    const message = refusal(entry)
    if (message !== null) {
      contents.issues.push({ path: printablePath(entry.name), message, leftOut: true })
      continue
    }
    const path = entry.name.replaceAll('\\', '/')
    const read = async () => unpack(await readPacked(source, entry), entry)
    contents.found.push({ path, size: entry.size, read })
    if (entry.guessed === null || !isTextFile(nameOf(path))) continue
    const guess = `The name is not UTF-8 and was read as ${entry.guessed}.`
    contents.issues.push({ path, message: guess })
  }
  return contents
}

const ZIP = /\.zip$/i

/**
 * Returns the content of a zip. If the zip contains zips and no texts, as large exports of Notion do, returns the
 * content of the inner zips.
 */
async function wholeContentsOf(source: ByteSource): Promise<Contents> {
  const outer = await contentsOf(source)
  const zips = outer.found.filter(({ path, size }) => ZIP.test(path) && size <= MAX_INNER_BYTES)
  if (zips.length === 0 || outer.found.some(({ path }) => isTextFile(nameOf(path)))) return outer
  const found = outer.found.filter((file) => !zips.includes(file))
  const issues = [...outer.issues]
  for (const zip of zips) {
    const bytes = await zip.read()
    if (bytes === null) continue
    const inner = await contentsOf(blobSource(new Blob([new Uint8Array(bytes)])))
    found.push(...inner.found)
    issues.push(...inner.issues)
  }
  return { found, issues }
}

/** The maximum size of a zip inside a zip, in bytes. It is unpacked as a whole; the outer zip has the same limit. */
const MAX_INNER_BYTES = 256 * 1024 * 1024

/**
 * Reads the texts of a zip that contains a course folder, its content, or zips of these. `name` is the name of the zip.
 * Only texts and inner zips are unpacked, within limits. Entries that lead out of the zip, are links, or have no
 * readable name are left out and reported; a guessed encoding of names is reported. Throws UnreadableError with a
 * sentence for a damaged, malicious, or too large zip, and the reason of the signal if reading was aborted.
 */
export async function readZip(
  source: ByteSource,
  zipName: string,
  options?: ReadingOptions,
): Promise<CollectedFiles> {
  const { found, issues } = await wholeContentsOf(source)
  const folder = onlyFolder(found.map(({ path }) => path))
  const bare = (path: string) =>
    folder !== null && path.startsWith(folder) ? path.slice(folder.length) : path
  const name = folder?.slice(0, -1) ?? zipName.replace(ZIP, '')
  const files = found.map((file) => ({ ...file, path: bare(file.path) }))
  const collected = await collectFiles(name, files, options)
  const reported = issues.map((issue) =>
    issue.leftOut ? issue : { ...issue, path: bare(issue.path) },
  )
  return { ...collected, issues: [...reported, ...collected.issues] }
}
