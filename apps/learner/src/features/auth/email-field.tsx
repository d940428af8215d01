import type { ComponentProps } from 'react'
import { Field } from '../../ui/field'

/** A field for an email that phones and password managers can fill in. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'label' | 'name' | 'type'>) {
  return (
    <Field
      autoComplete="username"
      {...props}
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
