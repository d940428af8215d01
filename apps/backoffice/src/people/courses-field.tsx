import { Form } from 'antd'
import { useId } from 'react'
import { CoursesControl } from '../../people/course-choice'

interface CoursesFieldProps {
  name: string
  legend: string
  /** Which of the courses' fields the form's value lists. */
  by: 'id' | 'slug'
}

const BARE = { minWidth: 0, margin: 0, padding: 0, border: 0 }

/** The courses to which an invite gives access. */
export function CoursesField({ name, legend, by }: CoursesFieldProps) {
  const id = useId()
  return (
    <Form.Item label={<span id={id}>{legend}</span>}>
      <fieldset aria-labelledby={id} style={BARE}>
        <Form.Item name={name} noStyle>
          <CoursesControl by={by} />
        </Form.Item>
      </fieldset>
    </Form.Item>
  )
}
