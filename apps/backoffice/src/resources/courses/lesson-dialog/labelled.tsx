import { Form } from 'antd'
import type { ReactNode } from 'react'
import typography from '../typography.module.css'

export interface LabelledProps {
  id: string
  label: string
  error: string | undefined
}

/** A field of a part of the lesson form, with its label and its problem. */
export function Labelled({ id, label, error, children }: LabelledProps & { children: ReactNode }) {
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={error ? 'error' : ''}
      help={error && <Problem id={`${id}-problem`} text={error} />}
    >
      {children}
    </Form.Item>
  )
}

/** Returns the attributes that name the problem of a control. */
export const control = (id: string, error: string | undefined) => ({
  id,
  'aria-invalid': error !== undefined,
  ...(error && { 'aria-describedby': `${id}-problem` }),
})

export function Problem({ id, text }: { id: string; text: ReactNode }) {
  return text ? (
    <p id={id} className={typography.problem}>
      {text}
    </p>
  ) : null
}
