import { useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'

/** The dashboard counts what was done, and tells of it under Recent Activity: it is read again. */
export function useDashboardChanged(): () => Promise<void> {
  const invalidate = useInvalidate()
  return useCallback(
    () => invalidate({ resource: 'dashboard', invalidates: ['resourceAll'] }),
    [invalidate],
  )
}
