import { useInvalidate } from '@refinedev/core'
import { courseEditingKeys } from '@rookies/data/course-editing/keys'
import { useCallback } from 'react'
import { useBackend } from '../../app/backend'
import { useDashboardChanged } from '../../app/use-dashboard-changed'

/**
 * Fetches again what is on screen of courses, their content and the bins, after a change that Refine
 * did not make itself. Out: a function whose promise ends when the screen is up to date.
 */
export function useRefreshCatalogue(): () => Promise<void> {
  const { queries } = useBackend()
  const invalidate = useInvalidate()
  const dashboardChanged = useDashboardChanged()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: 'modules', invalidates: ['list'] }),
      invalidate({ resource: 'courses', invalidates: ['resourceAll'] }),
      queries.invalidateQueries({ queryKey: courseEditingKeys.bins() }),
      dashboardChanged(),
    ])
  }, [invalidate, queries, dashboardChanged])
}
