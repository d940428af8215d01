import type { LogLevel } from '@rookies/data/logs/log'
import type { LogEntry } from '@rookies/data/logs/log-store'
import dayjs from 'dayjs'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import { LEVEL_LABELS } from './level-words'
import styles from './logs.module.css'

const TONES: Record<LogLevel, StatusTone> = {
  error: 'danger',
  warn: 'draft',
  info: 'info',
  debug: 'plain',
}

/** Entries, newest first, each with what was written down beside it on demand. */
export function LogList({ entries, now }: { entries: readonly LogEntry[]; now: number }) {
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div className={styles.head}>
            <StatusBadge tone={TONES[entry.level]} label={LEVEL_LABELS[entry.level]} />
            <code className={styles.context}>{entry.context}</code>
            <time
              className={styles.time}
              dateTime={dayjs(entry.timestamp).toISOString()}
              title={dayjs(entry.timestamp).format('MMM D, YYYY, HH:mm:ss')}
            >
              {shown(entry.timestamp, now)}
            </time>
          </div>
          <p className={styles.message}>{entry.message}</p>
          {entry.metadata !== undefined && (
            <details className={styles.more}>
              <summary>Metadata</summary>
              <pre>{JSON.stringify(entry.metadata, null, 2)}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The time alone today, with the day before that, and the year when it is another. */
function shown(timestamp: number, now: number): string {
  const at = dayjs(timestamp)
  if (at.isSame(now, 'day')) return at.format('HH:mm:ss')
  return at.format(at.isSame(now, 'year') ? 'MMM D, HH:mm:ss' : 'MMM D, YYYY, HH:mm:ss')
}
