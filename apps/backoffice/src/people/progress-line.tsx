import { progressPercent } from '@rookies/data/progress/percent'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import styles from './analytics.module.css'

interface ProgressLineProps {
  /** Whose progress it is, or in what, for people who cannot see the bar. */
  label: string
  completed: number
  total: number
}

/** Lessons done of those there are, in words and as a bar. */
export function ProgressLine({ label, completed, total }: ProgressLineProps) {
  const percent = progressPercent(completed, total)
  return (
    <div className={styles.progress}>
      <ProgressBar percent={percent} label={label} />
      <p className={styles.numbers}>
        <span>{`${number(completed)} of ${number(total)} ${total === 1 ? 'lesson' : 'lessons'}`}</span>
        <span>{`${percent}%`}</span>
      </p>
    </div>
  )
}

const number = (value: number) => value.toLocaleString('en-US')
