import type { ComponentProps } from 'react'
import { Field } from '../../ui/field'

/** A field for an e-mail address, as phones and password managers know it. */
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
