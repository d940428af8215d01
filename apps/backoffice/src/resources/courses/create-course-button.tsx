import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useMay } from '../../app/may'

interface CreateCourseButtonProps {
  label: string
  onCreate: () => void
}

/** Opens the Create New Course dialog; shown to people who may create courses. */
export function CreateCourseButton({ label, onCreate }: CreateCourseButtonProps) {
  const mayCreate = useMay('courses', 'create')
  if (!mayCreate) return null
  return (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={onCreate}>
      {label}
    </Button>
  )
}
