import { LOG_LEVELS } from '@rookies/data/logs/log'
import type { LogStatistics } from '@rookies/data/logs/log-store'
import { LEVEL_LABELS } from './level-words'
import styles from './logs.module.css'

/** How many there are, what is recent, and how bad it is (rules/records#application-logs). */
export function LogCards({ statistics }: { statistics: LogStatistics }) {
  const { total, recentErrors, recentWarnings, byLevel } = statistics
  return (
    <div className={styles.cards}>
      <Card label="Total Logs" value={total} note="kept in this browser" />
      <Card label="Recent Errors" value={recentErrors} note="in the last hour" />
      <Card label="Recent Warnings" value={recentWarnings} note="in the last hour" />
      <article className={styles.card}>
        <h2 className={styles.label}>By Level</h2>
        <dl className={styles.levels}>
          {LOG_LEVELS.map((level) => (
            <div key={level}>
              <dt>{LEVEL_LABELS[level]}</dt>
              <dd>{byLevel[level].toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      </article>
    </div>
  )
}

function Card({ label, value, note }: { label: string; value: number; note: string }) {
  return (
    <article className={styles.card}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.value}>{value.toLocaleString('en-US')}</p>
      <p className={styles.note}>{note}</p>
    </article>
  )
}
