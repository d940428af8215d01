import { useInvalidate } from '@refinedev/core'
import { notifyManager } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useInvalidateRead } from '../../app/use-read'

/**
 * Refetches courses, their content and the bins after a change that Refine did not make. Returns a function whose
 * promise resolves when the screen is up to date.
 */
export function useRefreshCatalogue(): () => Promise<void> {
  const invalidate = useInvalidate()
  const invalidateRead = useInvalidateRead()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: 'modules', invalidates: ['list'] }),
      invalidate({ resource: 'courses', invalidates: ['resourceAll'] }),
      invalidateRead('courses/bin'),
      invalidateRead('courses/files'),
    ])
    // Query observers are notified in a later task; until then the screen shows the old data.
    await new Promise<void>((told) => notifyManager.schedule(told))
  }, [invalidate, invalidateRead])
}
