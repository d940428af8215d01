import { DataError } from '@rookies/data/errors'
import type { FileFacts } from '@rookies/data/files/begin-uploads'
import { formatCount } from '@rookies/data/wording'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBackend } from '../../../app/backend'
import { useAct } from '../../../app/use-act'
import { useEventCallback } from '../../../ui/use-event-callback'
import { measurePicture } from './measure-picture'
import { createUploadQueue } from './upload-queue'

/**
 * The uploads of the lesson that the dialog edits (rules/files#send). Unmounting cancels them; the dialog asks for
 * confirmation first.
 */
export function useUploads() {
  const { client, project } = useBackend()
  const { mutateAsync } = useAct({
    act: (file: FileFacts) => ({ name: 'files/begin', input: { files: [file] } }),
  })
  const begin = useEventCallback(mutateAsync)

  const [queue] = useState(() =>
    createUploadQueue({
      detectType: async (file) => {
        // The code that detects file types loads with the first upload.
        const { lookIntoFile } = await import('@rookies/data/files/look-into-file')
        return lookIntoFile(file, file.name)
      },
      measure: measurePicture,
      begin: async (facts) => {
        const [started] = await begin(facts)
        if (!started) throw new DataError({ code: 'MALFORMED' })
        return started.path
      },
      send: async (options) => {
        const { sendFile } = await import('@rookies/data/files/send-file')
        return sendFile({ project, client, bucket: 'lesson-files', ...options })
      },
    }),
  )
  const list = useSyncExternalStore(queue.subscribe, queue.get)
  useEffect(() => queue.cancelAll, [queue])

  // A failed upload into the text has lost its placeholder, so it cannot be tried again and does not count.
  const open = list.filter(({ kind, state }) => state !== 'failed' || kind !== 'text')
  const moving = open.filter(({ state }) => state === 'waiting' || state === 'sending').length
  return {
    queue,
    list,
    /** Number of uploads that are under way, or that failed and can be tried again or removed. */
    open: open.length,
    /** Why the lesson cannot be saved yet; null if it can. */
    why:
      open.length === 0
        ? null
        : moving > 0
          ? `Uploading ${formatCount(moving, 'file')}…`
          : `${formatCount(open.length, 'file')} not uploaded`,
  }
}

export type Uploads = ReturnType<typeof useUploads>
