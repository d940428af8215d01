import { type CourseOutline, courseKeys, outlineQuery } from '@rookies/data/course-viewing/outline'
import { coursePath, lessonPath } from '@rookies/data/course-viewing/paths'
import { toDataError } from '@rookies/data/errors'
import { outlineWith } from '@rookies/data/progress/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useOutboxState } from '../../shared/use-outbox-state'
import { CourseFailed, CourseNotFound } from './course-errors'
import { CourseSkeleton } from './course-skeleton'
import { CourseViewer } from './course-viewer'

/** The course viewer at its two addresses: `/app/courses/{slug}` with or without `/lesson/{lessonId}`. */
export default function CoursePage() {
  const { slug = '', lessonId } = useParams()
  // The query has just run before this renders (app/screens), so a failure is not retried on mount.
  const outline = useQuery({ ...outlineQuery(useData(), slug), retryOnMount: false })
  const waiting = useOutboxState()

  if (outline.isPending) return <CourseSkeleton />
  // If a later request fails, the content of the earlier answer stays.
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
    return <MovedCourse course={course} lessonId={lessonId} />
  }
  return (
    <CourseViewer
      key={course.id}
      outline={outlineWith(course, waiting.entries)}
      lessonId={lessonId}
    />
  )
}

interface MovedCourseProps {
  course: CourseOutline
  lessonId: string | undefined
}

/** Redirects an old slug to the current one, without reading the course again (rules/courses#slug-moves). */
function MovedCourse({ course, lessonId }: MovedCourseProps) {
  const { search, hash } = useLocation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = course
  const path = lessonId ? lessonPath(slug, lessonId) : coursePath(slug)
  const to = path + search + hash

  useEffect(() => {
    queries.setQueryData(courseKeys.outline(slug), course)
    navigate(to, { replace: true })
  }, [course, navigate, queries, slug, to])
  return null
}
