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

/** A labelled control; what is wrong with it is said beside it. */
export function Field({ id, label, error, hint, children }: FieldProps) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': Boolean(error),
        status: error ? 'error' : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
