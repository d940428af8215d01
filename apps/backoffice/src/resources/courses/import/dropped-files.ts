import { isUnreadFile } from '@rookies/course-format/paths'
import type { PickedFile } from '@rookies/course-format/read-picked-files'
import { READING_LIMITS } from '@rookies/course-format/reading-limits'
import type { CourseSource } from './read-course.worker'

/** The error when something other than one folder or one zip file was dropped or chosen. */
export const ONE_AT_A_TIME = 'Choose one folder or one zip file.'

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

/** Browsers list a folder in batches; an empty batch is the last one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return all
    all.push(...part)
  }
}

async function collectFiles(folder: FileSystemDirectoryEntry, found: PickedFile[]): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    // Listing may stop at the limit, because the reader refuses larger folders anyway.
    const path = entry.fullPath.replace(/^\/[^/]*\//, '')
    if (isUnreadFile(path) || found.length > READING_LIMITS.files) continue
    if (isDirectory(entry)) await collectFiles(entry, found)
    else if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    }
  }
}

/** Returns the zip file if it is the only chosen file; otherwise null. */
export function zipSource(files: readonly File[]): CourseSource | null {
  const [file, ...others] = files
  return file && others.length === 0 ? { kind: 'zip', file, name: file.name } : null
}

/** Returns the files of a folder input, with their paths. */
export function folderSource(files: readonly File[]): CourseSource {
  return {
    kind: 'folder',
    files: files.map((file) => ({ path: file.webkitRelativePath || file.name, file })),
  }
}

/** Returns the dropped folder or zip file; null for anything else. */
export async function droppedSource(dropped: DataTransfer): Promise<CourseSource | null> {
  // The items are read before the first `await`, because the browser clears them when the event handler returns.
  const [entry] = Array.from(dropped.items, (item) => item.webkitGetAsEntry())
  const files = Array.from(dropped.files)
  if (dropped.items.length !== 1 || !entry || !isDirectory(entry)) return zipSource(files)
  const found: PickedFile[] = []
  await collectFiles(entry, found)
  return { kind: 'folder', files: found }
}
