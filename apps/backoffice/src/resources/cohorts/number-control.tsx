import { type FormRule, Input } from 'antd'

interface NumberControlProps {
  /** The element id, passed by Form.Item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  value?: number | null
  onChange?: (value: number | null) => void
  min: number
  max: number
  placeholder?: string
}

/** The largest number of days by which the database moves a cohort or a person. */
export const MOST_DAYS = 3650

/** A rule for fields: the number of days must not be zero. */
export const NOT_ZERO: FormRule = {
  validator: async (_rule, value: unknown) => {
    if (typeof value !== 'number' || value === 0) throw new Error('Enter a number of days')
  },
}

const SHORT = { width: '8rem' } as const

/**
 * A field for a whole number. antd's InputNumber would load with every screen, because many dialogs share this file.
 */
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
