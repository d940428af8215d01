import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { list, object, string } from '../json'
import { WORK_LIMITS } from './my-draft'
import type { WorkFile } from './round'

interface Destination {
  client: DataClient
  /** The project's origin without a path, and its publishable key. */
  project: { url: string; key: string }
}

/**
 * Uploads files for a round, all or none (rules/assignments#files). `onProgress` receives the share that has arrived,
 * from 0 to 1. Throws DataError: `PT422` and `STORAGE_4xx` with a sentence about a refused file, `NETWORK`; AbortError.
 */
export async function sendWorkFiles(
  { client, project }: Destination,
  lessonId: string,
  files: readonly File[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<WorkFile[]> {
  const [{ lookIntoFile }, { sendFile }] = await Promise.all([
    import('../files/look-into-file'),
    import('../files/send-file'),
  ])
  const seen = []
  for (const file of files) {
    const refusal = workFileRefusal(file)
    if (refusal !== null) throw new DataError({ code: 'PT422', message: refusal })
    seen.push({ file, ...(await lookIntoFile(file, file.name)) })
  }
  const begun = unwrap(
    await client
      .rpc('begin_work_uploads', {
        lesson_id: lessonId,
        files: seen.map(({ file, name, type }) => ({ name, type, size: file.size })),
      })
      .abortSignal(signal),
  )
  const paths = list(begun).map((entry) => string(object(entry).path))
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let before = 0
  const sent: WorkFile[] = []
  for (const [index, { file, name, type }] of seen.entries()) {
    const path = paths[index] ?? ''
    const sending = sendFile({
      project,
      client,
      bucket: 'work-files',
      path,
      file,
      type,
      onProgress: (share) => onProgress((before + share * file.size) / total),
      onStopped: () => sending.cancel(),
    })
    signal.addEventListener('abort', sending.cancel)
    await sending.done
      .catch((reason: unknown) => {
        throw signal.aborted || reason instanceof DataError
          ? reason
          : new DataError({ code: 'NETWORK' })
      })
      .finally(() => signal.removeEventListener('abort', sending.cancel))
    before += file.size
    sent.push({ path, name, bytes: file.size })
  }
  return sent
}

/** Returns why a file cannot be handed in, as a sentence, or null. The database and storage check again. */
export function workFileRefusal({ name, size }: { name: string; size: number }): string | null {
  if (size > WORK_LIMITS.fileBytes) return `${name} is larger than 20 MB. Link to it instead.`
  return size === 0 ? `${name} is empty.` : null
}
