import { coursePath } from '@rookies/data/course-viewing/paths'
import { Navigate, useParams } from 'react-router-dom'

/** Redirects the public address of a course to the viewer (rules/courses#slug-moves). */
export function CourseRedirect() {
  const { slug = '' } = useParams()
  return <Navigate to={coursePath(slug)} replace />
}
