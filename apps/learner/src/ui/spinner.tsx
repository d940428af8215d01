import styles from './spinner.module.css'

/** A wait with words. Announced when it appears. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles.wait} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      {label}
    </div>
  )
}
