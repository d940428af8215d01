import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** Whole percent, 0 to 100. */
  percent: number
  /** What is in progress, for people who cannot see where the bar stands. */
  label: string
}

/** How far a person has come. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  return <progress className={styles.bar} max={100} value={percent} aria-label={label} />
}
