import { DataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useBackend } from '../../../app/backend'
import { makeCover, type Picture } from './open-picture'
import { PictureRefused } from './picture-refused'

interface Cut {
  picture: Picture
  /** Where the cut lies, from 0 to 1. */
  offset: number
}

/** Makes a cover of a cut and sends it; what is left before it has arrived is given up. */
export function useSendCover(onSent: (cover: string) => void) {
  const { client, project } = useBackend()
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  // Raw: bytes go to storage, of which Refine's data provider knows nothing.
  return useMutation({
    mutationFn: async ({ picture, offset }: Cut) => {
      const giving = new AbortController()
      leaving.current = giving
      const { signal } = giving
      const [{ file, size }, { sendCover }] = await Promise.all([
        makeCover(picture, offset),
        import('@rookies/data/files/send-cover'),
      ])
      signal.throwIfAborted()
      return { cover: await sendCover({ client, project }, file, size, signal), signal }
    },
    onSuccess: ({ cover, signal }) => {
      if (!signal.aborted) onSent(cover)
    },
  })
}

/** Why a cover was not sent, in a sentence. */
export function sendingError(error: Error): string {
  const isSaid =
    error instanceof PictureRefused ||
    (error instanceof DataError && /^(PT422|STORAGE_)/.test(error.code))
  return isSaid ? error.message : 'It is still here. Check your connection and try again.'
}
