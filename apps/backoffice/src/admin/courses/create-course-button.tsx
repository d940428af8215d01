import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useMay } from '../../app/person'

interface CreateCourseButtonProps {
  label: string
  onCreate: () => void
}

/** Opens the Create New Course dialog, for people who may create one. */
export function CreateCourseButton({ label, onCreate }: CreateCourseButtonProps) {
  const may = useMay()
  if (!may('courses', 'create')) return null
  return (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={onCreate}>
      {label}
    </Button>
  )
}
