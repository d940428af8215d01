import { valueInWords } from '@rookies/data/wording'
import { SelectField } from '../ui/select-field'

interface ChoiceFilterProps<T extends string> {
  /** The field's label, which is the title of the filtered column. */
  label: string
  options: readonly T[]
  /** Returns the label of an option; by default its value in words. */
  words?: (option: T) => string
  /** The label of the option that does not filter. */
  any?: string
  /** The chosen value; empty if the list is not filtered by it. */
  value: T | ''
  onChange: (value: T | '') => void
}

/** A list's filter by one of a few fixed values. */
export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>) {
  const {
    label,
    options,
    words = valueInWords,
    any: anyLabel = `Any ${label.toLowerCase()}`,
    ...field
  } = props
  return (
    <SelectField<T | ''>
      {...field}
      label={label}
      options={[
        { value: '', label: anyLabel },
        ...options.map((value) => ({ value, label: words(value) })),
      ]}
    />
  )
}
