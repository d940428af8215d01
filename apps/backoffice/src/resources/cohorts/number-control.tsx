import { type FormRule, Input } from 'antd'

interface NumberControlProps {
  /** Given by the form item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  value?: number | null
  onChange?: (value: number | null) => void
  min: number
  max: number
  placeholder?: string
}

/** The most days by which the database moves a cohort or a person. */
export const MOST_DAYS = 3650

/** Days by which something moves must not be zero. */
export const NOT_NONE: FormRule = {
  validator: async (_rule, value: unknown) => {
    if (typeof value !== 'number' || value === 0) throw new Error('Enter a number of days')
  },
}

const SHORT = { width: '8rem' } as const

/** A whole number. antd's own field for numbers would be loaded with every screen, because these dialogs share it. */
export function NumberControl({ value, onChange, ...input }: NumberControlProps) {
  return (
    <Input
      {...input}
      type="number"
      step={1}
      style={SHORT}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange?.(target.value === '' ? null : Math.trunc(Number(target.value)))
      }
    />
  )
}
