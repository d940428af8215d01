import { Form } from 'antd'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** What ties a control to its label, its hint and what is wrong with it. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  status: 'error' | undefined
}

interface FieldProps {
  id: string
  label: string
  error?: string | null | undefined
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** A labelled control of a form that keeps its values itself; what is wrong with it is said beside it. */
export function Field({ id, label, error, hint, children }: FieldProps) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <Form.Item
      className={styles.field ?? ''}
      layout="vertical"
      {...(error && { validateStatus: 'error' })}
      label={label}
      htmlFor={id}
      help={
        error && (
          <p id={`${id}-error`} role="alert">
            {error}
          </p>
        )
      }
      extra={hint && <p id={`${id}-hint`}>{hint}</p>}
    >
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': Boolean(error),
        status: error ? 'error' : undefined,
      })}
    </Form.Item>
  )
}
