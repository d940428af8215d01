import {
  COURSE_LIMITS,
  type CourseField,
  courseFieldError,
  courseFieldName,
  courseFieldText,
} from '@rookies/data/course-editing/course-form'
import { Form, Input, type InputProps } from 'antd'
import type { ReactNode } from 'react'
import { CoverField } from './cover/cover-field'

interface CourseFieldsProps {
  /** The saved cover of the course; empty if there is none. */
  cover?: string
}

/** The fields of the course form (rules/courses#course-form). */
export function CourseFields({ cover = '' }: CourseFieldsProps) {
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
      <CoverField saved={cover}>
        <Field name="thumbnail_url">
          <ThumbnailInput />
        </Field>
      </CoverField>
    </>
  )
}

/**
 * A field for the link of a cover. For an uploaded picture, the field says that one was uploaded. Form.Item passes
 * `value`.
 */
function ThumbnailInput({ value = '', ...input }: InputProps & { value?: string }) {
  const text = courseFieldText('thumbnail_url', value)
  return (
    <Input
      {...input}
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      value={text}
      readOnly={text !== value}
    />
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
