import { checkSummary, remarkGroups } from '@rookies/data/course-editing/course-remarks'
import { useRead } from '../../app/use-read'
import type { LinkCheck } from './use-link-check'

/**
 * Checks a stored course each time the result is shown, so that corrected problems disappear (rules/courses#check).
 * `links` adds the remarks of the link check. Returns the query, its summary, the remarks by lesson, and the number
 * of remarks that are not shown.
 */
export function useCourseCheck(courseId: string, { links }: LinkCheck) {
  const read = useRead('courses/check', { input: { id: courseId }, staleTime: 0, gcTime: 0 })
  const found = read.data && {
    summary: checkSummary(read.data, links ?? []),
    groups: remarkGroups(read.data.remarks, links ?? []),
    unshown: read.data.found - read.data.remarks.length,
    links: read.data.links,
  }
  return { read, found }
}
