import { Form } from 'antd'
import { useId } from 'react'
import { CoursesControl } from '../../people/course-choice'

interface CoursesFieldProps {
  name: string
  legend: string
  /** By what the form holds those that are to be given. */
  by: 'id' | 'slug'
}

const BARE = { minWidth: 0, margin: 0, padding: 0, border: 0 }

/** Courses that an invite gives, out of all of them. */
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
