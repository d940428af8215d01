import { useCallback } from 'react'
import { useAddressState } from '../../app/use-address-state'
import { lazyDialog } from '../../kit/lazy-dialog'
import { CHECK_PARAM } from './course-address'
import { LESSON_PARAM } from './lesson-dialog/lesson-address'
import { useLinkCheck } from './use-link-check'

/** The code of the check loads when a course is first checked. */
const CourseCheck = lazyDialog(
  () => import('./course-check'),
  (module) => module.default,
  { title: 'Check Course', frameless: true },
)

/**
 * Shows the check of a course while the address asks for it. A lesson that is opened from the check replaces it; when
 * the lesson closes, the check is read again. The results of the link check are kept.
 */
export function CourseCheckHost({ courseId }: { courseId: string }) {
  const { params, change } = useAddressState()
  const links = useLinkCheck(courseId)
  const onClose = useCallback(() => change({ [CHECK_PARAM]: null }), [change])
  if (params.get(CHECK_PARAM) === null || params.get(LESSON_PARAM) !== null) return null
  return <CourseCheck courseId={courseId} links={links} onClose={onClose} />
}
