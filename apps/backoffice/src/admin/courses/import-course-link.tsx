import { Upload } from 'lucide-react'
import { useMay } from '../../app/person'
import { LinkButton } from '../../ui/link-button'

/** Leads to the import screen those who may create courses. */
export function ImportCourseLink() {
  const may = useMay()
  if (!may('courses', 'create')) return null
  return (
    <LinkButton to="/admin/courses/import" icon={<Upload aria-hidden="true" />}>
      Import
    </LinkButton>
  )
}
