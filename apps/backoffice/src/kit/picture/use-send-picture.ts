import { DataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useBackend } from '../../app/backend'
import { PictureRefused } from './picture-refused'

/** A picture that is ready for the upload, with its size in pixels. */
export interface MadePicture {
  file: File
  size: { width: number; height: number }
}

/** Returns a mutation that makes a picture and uploads it. `onSent` gets its link, `covers/…`. Unmounting cancels it. */
export function useSendPicture<From>(
  make: (from: From) => Promise<MadePicture>,
  onSent: (link: string) => void,
) {
  const { client, project } = useBackend()
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  // TanStack Query is used directly, because Refine's data provider does not handle storage.
  return useMutation({
    mutationFn: async (from: From) => {
      const giving = new AbortController()
      leaving.current = giving
      const { signal } = giving
      const [{ file, size }, { sendCover }] = await Promise.all([
        make(from),
        import('@rookies/data/files/send-cover'),
      ])
      signal.throwIfAborted()
      return { link: await sendCover({ client, project }, file, size, signal), signal }
    },
    onSuccess: ({ link, signal }) => {
      if (!signal.aborted) onSent(link)
    },
  })
}

/** Returns a sentence that says why a picture was not uploaded. */
export function sendingError(error: Error): string {
  const isSaid =
    error instanceof PictureRefused ||
    (error instanceof DataError && /^(PT422|STORAGE_)/.test(error.code))
  return isSaid ? error.message : 'The picture is still here. Check your connection and try again.'
}
