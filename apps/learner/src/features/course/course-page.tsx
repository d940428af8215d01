import { courseKeys } from '@rookies/data/course-viewing/keys'
import { outlineQuery } from '@rookies/data/course-viewing/outline-query'
import { coursePath, lessonPath } from '@rookies/data/course-viewing/paths'
import { toDataError } from '@rookies/data/errors'
import { outlineWith } from '@rookies/data/progress/outbox/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useWaiting } from '../../shared/use-waiting'
import { CourseFailed, CourseNotFound } from './course-errors'
import { CourseSkeleton } from './course-skeleton'
import { CourseViewer } from './course-viewer'

/** The course viewer's two addresses: `/app/courses/{slug}` with or without `/lesson/{lessonId}`. */
export default function CoursePage() {
  const { slug = '', lessonId } = useParams()
  const { search, hash } = useLocation()
  const queries = useQueryClient()
  const outline = useQuery(outlineQuery(useData(), slug))
  const waiting = useWaiting()

  if (outline.isPending) return <CourseSkeleton />
  // What was read stays on screen when reading it again fails.
  if (outline.isError && outline.data === undefined) {
    return (
      <CourseFailed
        error={toDataError(outline.error)}
        retrying={outline.isFetching}
        onRetry={() => outline.refetch()}
      />
    )
  }
  const course = outline.data
  if (course === null) {
    return <CourseNotFound retrying={outline.isFetching} onRetry={() => outline.refetch()} />
  }

  if (course.slug !== slug) {
    // An old slug: the answer is already the course's, so the new address need not ask again.
    queries.setQueryData(courseKeys.outline(course.slug), course)
    const path = lessonId ? lessonPath(course.slug, lessonId) : coursePath(course.slug)
    return <Navigate to={path + search + hash} replace />
  }
  return (
    <CourseViewer
      key={course.id}
      outline={outlineWith(course, waiting.entries)}
      lessonId={lessonId}
    />
  )
}
