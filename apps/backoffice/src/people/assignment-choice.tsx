import { Flex } from 'antd'
import { useId } from 'react'
import { SelectField } from '../ui/select-field'

interface AssignmentChoiceProps {
  lessons: readonly { id: string; title: string }[]
  value: string
  onChange: (lessonId: string) => void
}

/** Chooses the assignment for which a person gets more time; renders nothing if there is only one. */
export function AssignmentChoice({ lessons, value, onChange }: AssignmentChoiceProps) {
  const id = useId()
  if (lessons.length < 2) return null
  return (
    <Flex vertical>
      <label htmlFor={id}>Assignment</label>
      <SelectField
        id={id}
        label="Assignment"
        value={value}
        options={lessons.map((lesson) => ({ value: lesson.id, label: lesson.title }))}
        onChange={onChange}
      />
    </Flex>
  )
}
