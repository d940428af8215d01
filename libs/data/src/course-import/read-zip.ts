import {
  type CollectedFiles,
  collectFiles,
  IS_LINK,
  type ReadableFile,
  type ReadingOptions,
} from './collect-files'
import { escapedName, isJunkFile, pathProblem, printablePath } from './paths'
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
  if (name === null) return 'The file has a name that is not UTF-8 and was left out.'
  const problem = pathProblem(name)
  if (problem !== null) return `The file ${problem} and was left out.`
  return isSpecial ? IS_LINK : null
}

function shownName({ name, rawName }: ZipEntry): string {
  return name === null ? escapedName(rawName) : printablePath(name)
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
 * no readable name is left out and named. Throws UnreadableError with a sentence when the zip can't be
 * trusted or is too large, and what the signal says when it was stopped.
 */
export async function readZip(
  source: ByteSource,
  zipName: string,
  options?: ReadingOptions,
): Promise<CollectedFiles> {
  const entries = (await readZipDirectory(source)).filter(
    (entry) => !(entry.name !== null && isJunkFile(entry.name)) && !entry.isFolder,
  )
  const issues: ImportIssue[] = entries.flatMap((entry) => {
    const message = refusal(entry)
    return message === null ? [] : [{ path: shownName(entry), message, leftOut: true as const }]
  })
  const usable = entries.flatMap((entry) =>
    entry.name !== null && refusal(entry) === null
      ? [{ entry, path: entry.name.replaceAll('\\', '/') }]
      : [],
  )
  const folder = onlyFolder(usable.map(({ path }) => path))
  const found: ReadableFile[] = usable.map(({ entry, path }) => ({
    path: path.slice(folder?.length ?? 0),
    size: entry.size,
    read: async () => unpack(await readPacked(source, entry), entry),
  }))
  const name = folder?.slice(0, -1) ?? zipName.replace(/\.zip$/i, '')
  const collected = await collectFiles(name, found, options)
  return { ...collected, issues: [...issues, ...collected.issues] }
}
