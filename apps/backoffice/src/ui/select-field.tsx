import styles from './select-field.module.css'

interface SelectFieldProps<T extends string> {
  /** For a label of its own. */
  id?: string
  /** Name for screen readers; what is chosen says the rest. */
  label: string
  value: T
  options: readonly { value: T; label: string; disabled?: boolean }[]
  disabled?: boolean
  onChange: (value: T) => void
}

/** The browser's own select, which every keyboard and every phone knows. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { id, label, value, options, disabled, onChange } = props
  return (
    <select
      id={id}
      className={styles.select}
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
