import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** Whole percent, 0 to 100. */
  percent: number
  /** The accessible name: what is in progress. */
  label: string
}

export function ProgressBar({ percent, label }: ProgressBarProps) {
  return <progress className={styles.bar} max={100} value={percent} aria-label={label} />
}
