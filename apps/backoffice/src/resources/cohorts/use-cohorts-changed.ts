import { useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'
import { hasData, useInvalidateRead } from '../../app/use-read'

/** Refetches everything that shows cohorts, their people, schedules, progress and messages. */
export function useCohortsChanged(): () => Promise<void> {
  const invalidate = useInvalidate()
  const invalidateRead = useInvalidateRead()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: 'cohorts', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'cohort_members', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'cohort_messages', invalidates: ['resourceAll'] }),
      invalidateRead('cohorts/schedule', hasData),
      invalidateRead('cohorts/behind', hasData),
      invalidateRead('cohorts/progress', hasData),
      invalidateRead('profiles/cohorts', hasData),
    ])
  }, [invalidate, invalidateRead])
}
