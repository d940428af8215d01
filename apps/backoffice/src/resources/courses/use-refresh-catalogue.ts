import { useInvalidate } from '@refinedev/core'
import { notifyManager } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useInvalidateRead } from '../../app/use-read'

/**
 * Fetches again what is on screen of courses, their content and the bins, after a change that Refine
 * did not make itself. Out: a function whose promise ends when the screen is up to date.
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
    // What was read is told to the screens a moment later; until then they show what was before.
    await new Promise<void>((told) => notifyManager.schedule(told))
  }, [invalidate, invalidateRead])
}
