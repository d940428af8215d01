import type { ComponentProps } from 'react'
import styles from './code-field.module.css'
import { Field } from './field'

/** A field for a numeric code that phones and password managers can fill in. */
export function CodeField(
  props: Omit<ComponentProps<typeof Field>, 'name' | 'inputMode' | 'autoComplete'>,
) {
  return (
    <div className={styles.code}>
      <Field {...props} name="code" inputMode="numeric" autoComplete="one-time-code" />
    </div>
  )
}
