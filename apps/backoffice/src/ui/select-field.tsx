import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useId } from 'react'
import { DescribedSelect } from './described-select'

interface Option<T extends string> {
  value: T
  label: string
  disabled?: boolean
  /** The heading of the group to which the option belongs. Options of one group are neighbours. */
  group?: string
}

interface SelectFieldProps<T extends string> {
  /** The element id for a visible label. Form.Item passes it together with the value. */
  id?: string
  /** The accessible name, for a field without a visible label. */
  label: string
  value?: T
  options: readonly Option<T>[]
  disabled?: boolean
  /** Whether the field has no border, for lists with many fields. */
  borderless?: boolean
  /** Whether the field takes the focus when it appears, because it asks a new question. */
  autoFocus?: boolean
  onChange?: (value: T) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true'
}

/** The number of options from which on the field can be searched. */
const MANY = 12

/** Selects one of several options. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { id, label, value, options, disabled, borderless, autoFocus, onChange } = props
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = props
  const own = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      {id === undefined && (
        <VisuallyHidden>
          <label htmlFor={own}>{label}</label>
        </VisuallyHidden>
      )}
      <DescribedSelect
        id={id ?? own}
        chosen={chosen?.label}
        {...(value !== undefined && { value })}
        options={grouped(options)}
        disabled={disabled ?? false}
        autoFocus={autoFocus ?? false}
        variant={borderless ? 'borderless' : 'outlined'}
        showSearch={options.length >= MANY}
        popupMatchSelectWidth={false}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        {...(onChange && { onChange })}
      />
    </>
  )
}

/** Groups neighbouring options under their heading, in their order. */
function grouped<T extends string>(options: readonly Option<T>[]) {
  const entries: (Option<T> | { label: string; options: Option<T>[] })[] = []
  for (const { group, ...option } of options) {
    const last = entries.at(-1)
    if (group === undefined) entries.push(option)
    else if (last && 'options' in last && last.label === group) last.options.push(option)
    else entries.push({ label: group, options: [option] })
  }
  return entries
}
