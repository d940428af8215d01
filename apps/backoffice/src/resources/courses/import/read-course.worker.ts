import type { CollectedFiles, ReadingProgress } from '@rookies/course-format/collect-files'
import { readCourseFolder } from '@rookies/course-format/read-course-folder'
import { type PickedFile, readPickedFiles } from '@rookies/course-format/read-picked-files'
import { blobSource, readZip } from '@rookies/course-format/read-zip'
import type { ImportIssue, ReadCourse } from '@rookies/data/course-import/payload'
import { type LoadedAsset, loadAssets } from '@rookies/data/course-import/place-assets'
import { UnreadableError } from '@rookies/data/zip/zip-directory'

/** The chosen files of a folder, or a zip file. */
export type CourseSource =
  | { kind: 'folder'; files: PickedFile[] }
  | { kind: 'zip'; file: Blob; name: string }

/** Messages from the reader, during and after reading. */
export type ReaderMessage =
  | { kind: 'progress'; progress: ReadingProgress }
  | { kind: 'read'; read: ReadCourse; assets: LoadedAsset[]; skipped: ImportIssue[] }
  | { kind: 'unreadable'; sentence: string }

const BETWEEN_REPORTS_MS = 50

function say(message: ReaderMessage): void {
  self.postMessage(message)
}

function collectFiles(source: CourseSource): Promise<CollectedFiles> {
  let reportedAt = 0
  const onProgress = (progress: ReadingProgress) => {
    const now = performance.now()
    if (now - reportedAt < BETWEEN_REPORTS_MS && progress.done < progress.total) return
    reportedAt = now
    say({ kind: 'progress', progress })
  }
  return source.kind === 'zip'
    ? readZip(blobSource(source.file), source.name, { onProgress })
    : readPickedFiles(source.files, { onProgress })
}

// Reading a large course takes seconds, so it runs in a worker.
self.onmessage = async ({ data }: MessageEvent<CourseSource>) => {
  try {
    const { name, files, assets, issues } = await collectFiles(data)
    const read = readCourseFolder(files, { folderName: name })
    say({ kind: 'read', read, assets: await loadAssets(assets, read.assets), skipped: issues })
  } catch (error) {
    const isSentence = error instanceof UnreadableError
    say({
      kind: 'unreadable',
      sentence: isSentence
        ? error.message
        : 'A file could not be read. Check that it still exists, and choose again.',
    })
  }
}
