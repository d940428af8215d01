import { valueInWords } from '@rookies/data/wording'
import { SelectField } from '../ui/select-field'

interface ChoiceFilterProps<T extends string> {
  /** The column's title. */
  label: string
  /** The values of an enum, shown in words. */
  options: readonly T[]
  /** Empty for any value. */
  value: T | ''
  onChange: (value: T | '') => void
}

/** A list's filter by one of a few fixed values. */
export function ChoiceFilter<T extends string>({ options, ...field }: ChoiceFilterProps<T>) {
  return (
    <SelectField<T | ''>
      {...field}
      options={[
        { value: '', label: `Any ${field.label.toLowerCase()}` },
        ...options.map((value) => ({ value, label: valueInWords(value) })),
      ]}
    />
  )
}
