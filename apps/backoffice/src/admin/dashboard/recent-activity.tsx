import { actionLabel } from '@rookies/data/audit/action-label'
import { shortId } from '@rookies/data/audit/short-id'
import type { Activity } from '@rookies/data/dashboard/read-dashboard'
import dayjs from 'dayjs'
import { History } from 'lucide-react'
import styles from './recent-activity.module.css'

/** The newest records of the audit. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <section className={styles.card} aria-labelledby="recent-activity">
      <h2 id="recent-activity" className={styles.heading}>
        <History aria-hidden="true" />
        Recent Activity
      </h2>
      {activity.length === 0 ? (
        <p className={styles.nothing}>Nothing has happened yet.</p>
      ) : (
        <ol className={styles.list}>
          {activity.map((record) => (
            <li key={record.id} className={styles.record}>
              <p className={styles.what}>
                <span className={styles.action}>{actionLabel(record.action)}</span>
                {record.who && <span className={styles.who}>{`by ${record.who}`}</span>}
              </p>
              <p className={styles.target}>
                {record.target_type}
                {record.target_id && (
                  <code title={record.target_id}>{shortId(record.target_id)}</code>
                )}
              </p>
              <time className={styles.when} dateTime={record.created_at}>
                {dayjs(record.created_at).format('MMM DD, HH:mm')}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
