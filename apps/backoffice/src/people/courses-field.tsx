import { Form, type FormItemProps } from 'antd'
import { useId } from 'react'
import { CoursesControl } from './course-choice'

interface CoursesFieldProps extends Pick<FormItemProps, 'style'> {
  name: string
  legend: string
  /** Whether the form's value lists ids or slugs of courses. */
  by: 'id' | 'slug'
}

/** A form field that chooses any number of courses. */
export function CoursesField({ name, legend, by, style }: CoursesFieldProps) {
  const id = useId()
  return (
    <Form.Item label={<span id={id}>{legend}</span>} {...(style && { style })}>
      <fieldset aria-labelledby={id}>
        <Form.Item name={name} noStyle>
          <CoursesControl by={by} />
        </Form.Item>
      </fieldset>
    </Form.Item>
  )
}
