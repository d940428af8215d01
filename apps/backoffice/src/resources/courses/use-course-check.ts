import { checkSummary, remarkGroups } from '@rookies/data/course-editing/course-remarks'
import { useRead } from '../../app/use-read'
import type { LinkCheck } from './use-link-check'

/**
 * Checks a course by what is stored, anew each time that it is shown: what was mended a moment ago is no remark any more
 * (rules/courses#check). In: the links, whose remarks join the others once they were asked. Out: the read, and of what
 * it found the summary, the remarks by lesson, and how many of them are not shown.
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
