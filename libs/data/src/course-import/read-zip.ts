import {
  type CollectedFiles,
  collectFiles,
  IS_LINK,
  type ReadableFile,
  type ReadingOptions,
} from './collect-files'
import { isTextFile } from './file-names'
import { isJunkFile, nameOf, pathProblem, printablePath } from './paths'
import type { ImportIssue } from './payload'
import { unpack } from './unpack'
import { type ByteSource, readPacked, readZipDirectory, type ZipEntry } from './zip-directory'

/** A file in a browser, or a blob anywhere, as something to read in parts. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  }
}

/** Why an entry is left out, or null. */
function refusal({ name, isSpecial }: ZipEntry): string | null {
  const problem = pathProblem(name)
  if (problem !== null) return `The file ${problem} and was left out.`
  return isSpecial ? IS_LINK : null
}

/** The folder that everything lies in, when a zip holds one folder and nothing beside it. */
function onlyFolder(paths: string[]): string | null {
  const [first] = paths
  const folder = first?.slice(0, first.indexOf('/') + 1)
  return folder && paths.every((path) => path.startsWith(folder)) ? folder : null
}

interface Contents {
  /** What may be read, by its whole path in the zip. */
  found: ReadableFile[]
  issues: ImportIssue[]
}

async function contentsOf(source: ByteSource): Promise<Contents> {
  const entries = (await readZipDirectory(source)).filter(
    (entry) => !isJunkFile(entry.name) && !entry.isFolder,
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

/** What a zip holds; where it holds zips and no texts, as large exports of Notion do, what these hold. */
async function wholeContentsOf(source: ByteSource): Promise<Contents> {
  const outer = await contentsOf(source)
  const zips = outer.found.filter(({ path, size }) => ZIP.test(path) && size <= LARGEST_INNER)
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

/** Bytes of a zip within a zip, which is unpacked as a whole; as many as the outer one may have. */
const LARGEST_INNER = 256 * 1024 * 1024

/**
 * In: a zip that holds a course folder, or what is in one, or zips of these; and the zip's own name. Out: its texts.
 * Nothing but texts and zips is unpacked, none further than it may be, and what points outside, is a link or has
 * no readable name is left out and named. Names whose code page was guessed are told. Throws UnreadableError
 * with a sentence when the zip can't be trusted or is too large, and what the signal says when it was stopped.
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
  const told = issues.map((issue) => (issue.leftOut ? issue : { ...issue, path: bare(issue.path) }))
  return { ...collected, issues: [...told, ...collected.issues] }
}
