import {
  COURSE_LIMITS,
  type CourseField,
  courseFieldError,
  courseFieldName,
} from '@rookies/data/course-editing/course-form'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'

/** The fields of the course form, with its rules and sentences (rules/courses#course-form). */
export function CourseFields() {
  return (
    <>
      <Field name="title" required>
        <Input autoComplete="off" />
      </Field>
      <Field name="slug" required>
        <Input autoComplete="off" spellCheck={false} prefix="/courses/" />
      </Field>
      <Field name="description">
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 12 }}
          count={{ show: true, max: COURSE_LIMITS.description }}
        />
      </Field>
      <Field name="category">
        <Input autoComplete="off" />
      </Field>
      <Field name="author_name" required>
        <Input autoComplete="off" />
      </Field>
      <Field name="author_description">
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 8 }}
          count={{ show: true, max: COURSE_LIMITS.author_description }}
        />
      </Field>
      <Field name="thumbnail_url">
        <Input inputMode="url" autoComplete="off" placeholder="https://" />
      </Field>
    </>
  )
}

interface FieldProps {
  name: CourseField
  required?: boolean
  children: ReactNode
}

function Field({ name, required = false, children }: FieldProps) {
  return (
    <Form.Item
      name={name}
      label={courseFieldName(name)}
      required={required}
      rules={[
        {
          validator: async (_rule, value: unknown) => {
            const error = courseFieldError(name, typeof value === 'string' ? value : '')
            if (error) throw new Error(error)
          },
        },
      ]}
    >
      {children}
    </Form.Item>
  )
}
