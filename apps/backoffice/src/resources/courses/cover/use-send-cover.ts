import { DataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useBackend } from '../../../app/backend'
import { makeCover, type Picture } from './open-picture'
import { PictureRefused } from './picture-refused'

interface Cut {
  picture: Picture
  /** The position of the crop, from 0 to 1. */
  offset: number
}

/** Crops a picture and uploads it. Unmounting cancels an upload. */
export function useSendCover(onSent: (cover: string) => void) {
  const { client, project } = useBackend()
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  // TanStack Query is used directly, because Refine's data provider does not handle storage.
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

/** Why a cover was not uploaded, in a sentence. */
export function sendingError(error: Error): string {
  const isSaid =
    error instanceof PictureRefused ||
    (error instanceof DataError && /^(PT422|STORAGE_)/.test(error.code))
  return isSaid ? error.message : 'The picture is still here. Check your connection and try again.'
}
