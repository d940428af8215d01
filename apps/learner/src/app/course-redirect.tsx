import { coursePath } from '@rookies/data/courses/paths'
import { Navigate, useParams } from 'react-router-dom'

/** The public address of a course leads to the viewer (decisions §5). */
export function CourseRedirect() {
  const { slug = '' } = useParams()
  return <Navigate to={coursePath(slug)} replace />
}
