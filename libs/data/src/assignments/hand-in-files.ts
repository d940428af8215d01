import type { DataClient } from '../client'
import { DataError, toDataError, unwrap } from '../errors'
import { plainFileName } from '../files/file-name'
import { changed, listOf, shape, string } from '../json'
import { WORK_LIMITS } from './my-draft'
import type { WorkFile } from './round'

interface Destination {
  client: DataClient
  /** The project's origin without a path, and its publishable key. */
  project: { url: string; key: string }
  signal: AbortSignal
  /** Called with the uploaded share of all files, from 0 to 1. */
  onProgress: (share: number) => void
  /** Called with each file after its upload. */
  onSent: (file: WorkFile) => void
}

/** A file that was not uploaded. `reason` is the end of a sentence that begins with the file's name. */
export interface RefusedFile {
  name: string
  reason: string
}

/** The type under which storage keeps all files of work, so that no browser shows them as a page. */
const STORED = 'application/octet-stream'

const AWAY = 'needs a connection. Choose it again when you are back online.'

/**
 * Uploads files for a round one after another, and returns the refused ones; the others are uploaded
 * (rules/assignments#files). `room` is the number of files that the round can still get. Throws DataError if nothing
 * can be handed in for the assignment; AbortError.
 */
export async function sendWorkFiles(
  to: Destination,
  lessonId: string,
  files: readonly File[],
  room: number,
): Promise<RefusedFile[]> {
  const refused: RefusedFile[] = []
  const taken: File[] = []
  for (const file of files) {
    const reason = refusalOf(file, taken.length < room)
    if (reason === null) taken.push(file)
    else refused.push({ name: plainFileName(file.name), reason })
  }
  const total = taken.reduce((sum, { size }) => sum + size, 0)
  let before = 0
  for (const [index, file] of taken.entries()) {
    const onShare = (share: number) =>
      to.onProgress(total === 0 ? 0 : (before + share * file.size) / total)
    try {
      to.onSent(await sendOne(to, lessonId, file, onShare))
    } catch (thrown) {
      to.signal.throwIfAborted()
      const error = toDataError(thrown)
      if (error.code === 'NETWORK') {
        const left = taken.slice(index).map(({ name }) => ({ name, reason: AWAY }))
        return [...refused, ...left]
      }
      if (!/^(PT422|UNREADABLE|STORAGE_)/.test(error.code)) throw error
      refused.push({ name: plainFileName(file.name), reason: `was not sent: ${error.message}` })
    }
    before += file.size
  }
  return refused
}

/** Parses the path of a file whose upload has begun. */
export const parseBegunWork = changed(listOf(shape({ path: string })), ([file]) =>
  string(file?.path),
)

async function sendOne(
  { client, project, signal }: Destination,
  lessonId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<WorkFile> {
  const [{ kindOfFile }, { sendFile }, { sendWhole }] = await Promise.all([
    import('../files/look-into-file'),
    import('../files/send-file'),
    import('../files/send-whole'),
  ])
  const name = plainFileName(file.name)
  const type = await kindOfFile(file, name).catch(() => {
    throw new DataError({ code: 'UNREADABLE', message: 'This device could not read it.' })
  })
  const path = parseBegunWork(
    unwrap(
      await client
        .rpc('begin_work_uploads', {
          lesson_id: lessonId,
          files: [{ name, type, size: file.size }],
        })
        .abortSignal(signal),
    ),
  )
  const bucket = 'work-files'
  if (file.size === 0) {
    // Resumable uploads cannot send an empty file.
    await sendWhole(project, client, [{ bucket, path, name, type: STORED, bytes: file }])
    return { path, name, bytes: 0 }
  }
  const sending = sendFile({
    ...{ project, client, bucket, path, file, type: STORED, onProgress },
    onStopped: () => sending.cancel(),
  })
  signal.addEventListener('abort', sending.cancel)
  await sending.done
    .catch((reason: unknown) => {
      throw reason instanceof DataError ? reason : new DataError({ code: 'NETWORK' })
    })
    .finally(() => signal.removeEventListener('abort', sending.cancel))
  return { path, name, bytes: file.size }
}

/** Returns why a file cannot be handed in; null if it can. The database and storage check it again. */
function refusalOf({ size }: File, isRoom: boolean): string | null {
  if (size > WORK_LIMITS.fileBytes) return 'is larger than 20 MB. Link to it instead.'
  return isRoom ? null : 'is one too many.'
}
