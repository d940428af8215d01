import { coursePath } from '@rookies/data/course-viewing/paths'
import { Navigate, useParams } from 'react-router-dom'

/** The public address of a course leads to the viewer (rules/courses#slug-moves). */
export function CourseRedirect() {
  const { slug = '' } = useParams()
  return <Navigate to={coursePath(slug)} replace />
}
