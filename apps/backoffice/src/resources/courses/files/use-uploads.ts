import { DataError } from '@rookies/data/errors'
import type { FileFacts } from '@rookies/data/files/begin-uploads'
import type { ActAnswer } from '@rookies/data/refine/acts'
import { formatCount } from '@rookies/data/wording'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBackend } from '../../../app/backend'
import { useAct } from '../../../app/use-act'
import { useEventCallback } from '../../../ui/use-event-callback'
import { measurePicture } from './measure-picture'
import { createUploadQueue } from './upload-queue'

/**
 * The files that are on their way for what is being edited (rules/files#send). They are cancelled when it goes away,
 * about which a dialog asks first.
 */
export function useUploads() {
  const { client, project } = useBackend()
  const { mutateAsync } = useAct({
    act: (file: FileFacts) => ({ name: 'files/begin', input: { files: [file] } }),
  })
  const begin = useEventCallback(mutateAsync)

  const [queue] = useState(() =>
    createUploadQueue({
      look: async (file) => {
        // Fetched when something is sent first.
        const { lookIntoFile } = await import('@rookies/data/files/look-into-file')
        return lookIntoFile(file, file.name)
      },
      measure: measurePicture,
      begin: async (facts) => {
        const { data } = await begin(facts)
        const [begun] = data as ActAnswer<'files/begin'>
        if (!begun) throw new DataError({ code: 'MALFORMED' })
        return begun.path
      },
      send: async (options) => {
        const { sendFile } = await import('@rookies/data/files/send-file')
        return sendFile({ project, client, bucket: 'lesson-files', ...options })
      },
    }),
  )
  const list = useSyncExternalStore(queue.subscribe, queue.get)
  useEffect(() => queue.cancelAll, [queue])

  // In the text, what failed is gone from it already.
  const open = list.filter(({ kind, state }) => state !== 'failed' || kind !== 'text')
  const moving = open.filter(({ state }) => state === 'waiting' || state === 'sending').length
  return {
    queue,
    list,
    /** How many wait for their end, or for a decision. */
    open: open.length,
    /** Why nothing can be saved yet; null when it can. */
    why:
      open.length === 0
        ? null
        : moving > 0
          ? `Uploading ${formatCount(moving, 'file')}…`
          : `${formatCount(open.length, 'file')} not uploaded`,
  }
}

export type Uploads = ReturnType<typeof useUploads>
