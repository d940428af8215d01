import { useId } from 'react'
import styles from './day-fields.module.css'

interface DayFieldsProps {
  /** Days as `YYYY-MM-DD`, empty for open. */
  from: string
  to: string
  onChange: (values: { from?: string; to?: string }) => void
}

/** From which day to which, both included; the browser's own fields. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  const id = useId()
  return (
    <div className={styles.days}>
      <span className={styles.side}>
        <label htmlFor={`${id}-from`}>From</label>
        <input
          id={`${id}-from`}
          type="date"
          className={styles.day}
          value={from}
          max={to || undefined}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </span>
      <span className={styles.side}>
        <label htmlFor={`${id}-to`}>to</label>
        <input
          id={`${id}-to`}
          type="date"
          className={styles.day}
          value={to}
          min={from || undefined}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </span>
    </div>
  )
}
