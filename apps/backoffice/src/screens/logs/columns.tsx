import type { LogEntry } from '@rookies/data/logs/log-store'
import dayjs from 'dayjs'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { LEVEL_LABELS, LEVEL_TONES } from './levels'
import styles from './logs.module.css'

/** The columns of the log, with an entry's details on request. `now` is in milliseconds. */
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
          dateTime={dayjs(timestamp).toISOString()}
          title={dayjs(timestamp).format('MMM D, YYYY, HH:mm:ss')}
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

/** The time of an entry; with the day if it is not today, and with the year if it is not this year. */
function shown(timestamp: number, now: number): string {
  const at = dayjs(timestamp)
  if (at.isSame(now, 'day')) return at.format('HH:mm:ss')
  return at.format(at.isSame(now, 'year') ? 'MMM D, HH:mm:ss' : 'MMM D, YYYY, HH:mm:ss')
}
