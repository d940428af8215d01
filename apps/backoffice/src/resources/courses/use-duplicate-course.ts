import { useNavigate } from 'react-router-dom'
import { useDuplicate } from './use-duplicate'

/** Duplicates a course and opens the copy, which is a draft. */
export function useDuplicateCourse() {
  const navigate = useNavigate()
  const { start, busy } = useDuplicate({ onCopy: ({ id }) => navigate(`/admin/courses/${id}`) })
  return { start: (id: string) => start({ kind: 'course', id }), busy }
}
