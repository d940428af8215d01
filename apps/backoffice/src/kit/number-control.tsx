import { Input } from 'antd'

interface NumberControlProps {
  /** Given by the form item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  value?: number | null
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  placeholder?: string
}

const SHORT = { width: '8rem' } as const

/** A whole number; null for none. antd's `InputNumber` is not used, because every screen would load it. */
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
