import { Upload } from 'lucide-react'
import { useMay } from '../../app/may'
import { LinkButton } from '../../ui/link-button'

/** A link to the import screen, for people who may create courses. */
export function ImportCourseLink() {
  const mayCreate = useMay('courses', 'create')
  if (!mayCreate) return null
  return (
    <LinkButton to="/admin/courses/import" icon={<Upload aria-hidden="true" />}>
      Import
    </LinkButton>
  )
}
