import styles from './spinner.module.css'

/** A waiting indicator with a label, which screen readers announce. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles.wait} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      {label}
    </div>
  )
}
