import { useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'
import { useInvalidateRead } from '../../app/use-read'

/** Refetches everything that lists or counts communities, their members and their reports. */
export function useCommunitiesChanged(): () => Promise<void> {
  const invalidate = useInvalidate()
  const invalidateRead = useInvalidateRead()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: 'communities', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'community_members', invalidates: ['resourceAll'] }),
      invalidateRead('community_members/candidates'),
      invalidateRead('community_posts/reports'),
    ])
  }, [invalidate, invalidateRead])
}
