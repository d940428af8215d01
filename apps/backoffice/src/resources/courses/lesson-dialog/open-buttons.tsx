import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useAddressState } from '../../../app/use-address-state'
import { NEW_LESSON_PARAM } from './lesson-address'

/** Opens the dialog for a new lesson of a module. */
export function AddLesson({ moduleId, module }: { moduleId: string; module: string }) {
  const { change } = useAddressState()
  return (
    <Button
      type="text"
      icon={<Plus aria-hidden="true" />}
      aria-label={`Add Lesson to ${module}`}
      onClick={() => change({ [NEW_LESSON_PARAM]: moduleId })}
    >
      Add Lesson
    </Button>
  )
}
