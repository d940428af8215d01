import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface FieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'aria-describedby'> {
  label: string
  /** What is wrong with the value, in words. */
  error?: string | undefined
  /** What helps to fill it in. */
  hint?: string | undefined
  /** Id of a text elsewhere that is about this field. */
  describedBy?: string | undefined
  /** Stands in the field's end. */
  adornment?: ReactNode
}

/** A labelled text field that says what is wrong with it; required unless told otherwise. */
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
