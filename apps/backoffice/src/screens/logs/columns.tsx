import type { LogEntry } from '@rookies/data/logs/log-store'
import { dayText, momentText, timeText } from '@rookies/data/time/moment-text'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { LEVEL_LABELS, LEVEL_TONES } from './levels'
import styles from './logs.module.css'

/** The columns of the log. An entry's details are shown on request. `now` is in milliseconds. */
export function logColumns(now: number): RecordColumn<LogEntry>[] {
  return [
    {
      key: 'level',
      title: 'Level',
      place: 'lead',
      width: '6rem',
      render: ({ level }) => <StatusBadge tone={LEVEL_TONES[level]} label={LEVEL_LABELS[level]} />,
    },
    {
      key: 'time',
      title: 'Time',
      place: 'corner',
      width: '13rem',
      render: ({ timestamp }) => (
        <time
          className={cells.fact}
          dateTime={new Date(timestamp).toISOString()}
          title={momentText(timestamp, true)}
        >
          {shown(timestamp, now)}
        </time>
      ),
    },
    {
      key: 'context',
      title: 'Context',
      width: '13rem',
      render: ({ context }) => <code className={cells.code}>{context}</code>,
    },
    {
      key: 'message',
      title: 'Message',
      render: ({ message, metadata }) => (
        <div className={styles.message}>
          {message}
          {metadata !== undefined && (
            <details>
              <summary className={cells.second}>Metadata</summary>
              <pre className={cells.code}>{JSON.stringify(metadata, null, 2)}</pre>
            </details>
          )}
        </div>
      ),
    },
  ]
}

/** The time of an entry, with the date if the entry is not from today. */
const shown = (timestamp: number, now: number): string =>
  dayText(timestamp) === dayText(now) ? timeText(timestamp, true) : momentText(timestamp, true)
