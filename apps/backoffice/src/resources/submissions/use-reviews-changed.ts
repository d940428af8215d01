import { useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'
import { hasData, useInvalidateRead } from '../../app/use-read'

/** Returns a function that refetches everything that shows work, reviews or the queue. */
export function useReviewsChanged(): () => Promise<void> {
  const invalidate = useInvalidate()
  const invalidateRead = useInvalidateRead()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: 'submissions', invalidates: ['resourceAll'] }),
      invalidateRead('submissions/next', hasData),
      invalidateRead('inbox/rows', hasData),
      invalidateRead('profiles/work', hasData),
    ])
  }, [invalidate, invalidateRead])
}
