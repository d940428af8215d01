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

/**
 * In: a zip that holds a course folder, or what is in one, and the zip's own name. Out: its texts.
 * Nothing but texts is unpacked, none further than it may be, and what points outside, is a link or has
 * no readable name is left out and named. Names whose code page was guessed are told. Throws UnreadableError
 * with a sentence when the zip can't be trusted or is too large, and what the signal says when it was stopped.
 */
export async function readZip(
  source: ByteSource,
  zipName: string,
  options?: ReadingOptions,
): Promise<CollectedFiles> {
  const entries = (await readZipDirectory(source)).filter(
    (entry) => !isJunkFile(entry.name) && !entry.isFolder,
  )
  const issues: ImportIssue[] = entries.flatMap((entry) => {
    const message = refusal(entry)
    return message === null
      ? []
      : [{ path: printablePath(entry.name), message, leftOut: true as const }]
  })
  const usable = entries
    .filter((entry) => refusal(entry) === null)
    .map((entry) => ({ entry, path: entry.name.replaceAll('\\', '/') }))
  const folder = onlyFolder(usable.map(({ path }) => path))
  const found: ReadableFile[] = []
  for (const { entry, path: whole } of usable) {
    const path = whole.slice(folder?.length ?? 0)
    const read = async () => unpack(await readPacked(source, entry), entry)
    found.push({ path, size: entry.size, read })
    if (entry.guessed === null || !isTextFile(nameOf(path))) continue
    issues.push({ path, message: `The name is not UTF-8 and was read as ${entry.guessed}.` })
  }
  const name = folder?.slice(0, -1) ?? zipName.replace(/\.zip$/i, '')
  const collected = await collectFiles(name, found, options)
  return { ...collected, issues: [...issues, ...collected.issues] }
}
