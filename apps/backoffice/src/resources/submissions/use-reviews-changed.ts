import { useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'
import { hasData, useInvalidateRead } from '../../app/use-read'

/** Reads everything again that shows work, reviews and the queue. */
export function useReviewsChanged(): () => Promise<void> {
  const invalidate = useInvalidate()
  const invalidateRead = useInvalidateRead()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: 'submissions', invalidates: ['resourceAll'] }),
      invalidateRead('submissions/next', hasData),
      invalidateRead('submissions/longest_waiting', hasData),
      invalidateRead('profiles/work', hasData),
    ])
  }, [invalidate, invalidateRead])
}
