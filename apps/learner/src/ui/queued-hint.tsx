import { SAVED_WHEN_ONLINE } from '@rookies/data/sync/outbox-state'
import { CloudOff } from 'lucide-react'
import styles from './queued-hint.module.css'

/** Says that a change is shown but not yet sent. Screen readers announce the hint when it appears. */
export function QueuedHint({ shown }: { shown: boolean }) {
  return (
    <span role="status" className={styles.hint}>
      {shown && (
        <>
          <CloudOff aria-hidden="true" />
          {SAVED_WHEN_ONLINE}
        </>
      )}
    </span>
  )
}
