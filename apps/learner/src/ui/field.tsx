import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface FieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'aria-describedby'> {
  label: string
  /** The error message about the value. */
  error?: string | undefined
  /** Help for filling in the field. */
  hint?: string | undefined
  /** The id of another text that describes the field. */
  describedBy?: string | undefined
  /** An element at the end of the field. */
  adornment?: ReactNode
}

/** A labelled text field with its error message. It is required by default. */
export function Field({
  label,
  error,
  hint,
  describedBy,
  adornment,
  required = true,
  ...input
}: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const about = [error ? errorId : null, hint ? hintId : null, describedBy]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          dir="auto"
          {...input}
          id={id}
          className={styles.input}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={about || undefined}
        />
        {adornment}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
