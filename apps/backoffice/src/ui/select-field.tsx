import styles from './select-field.module.css'

interface Option<T extends string> {
  value: T
  label: string
  disabled?: boolean
  /** Heading over it and its neighbours of the same group. */
  group?: string
}

interface SelectFieldProps<T extends string> {
  /** For a label of its own. */
  id?: string
  /** Name for screen readers; what is chosen says the rest. */
  label: string
  value: T
  options: readonly Option<T>[]
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
      {grouped(options).map(({ group, members }) =>
        group === undefined ? (
          members.map(toOption)
        ) : (
          <optgroup key={group} label={group}>
            {members.map(toOption)}
          </optgroup>
        ),
      )}
    </select>
  )
}

function toOption<T extends string>({ value, label, disabled }: Option<T>) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}

/** Neighbours of one group together, in their order. */
function grouped<T extends string>(options: readonly Option<T>[]) {
  const groups: { group: string | undefined; members: Option<T>[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, members: [option] })
  }
  return groups
}
