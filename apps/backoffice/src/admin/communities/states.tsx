import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff } from 'lucide-react'
import styles from './communities.module.css'

/** Rows while a list is on its way (rules/communities#community-form). */
const ROWS = [1, 2, 3, 4, 5]

export function RowsSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">Loading...</span>
      </VisuallyHidden>
      <div className={styles.total} aria-hidden="true">
        <Skeleton className={styles.lineTotal} />
      </div>
      <ul className={styles.list} aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row} className={styles.row}>
            <Skeleton className={styles.lineName} />
            <Skeleton className={styles.lineFact} />
            <Skeleton className={styles.lineFact} />
            <Skeleton className={styles.lineActs} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FailedProps {
  words: string
  retrying: boolean
  onRetry: () => void
}

/** Something could not be read. */
export function Failed({ words, retrying, onRetry }: FailedProps) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={words}
      actions={
        <Button type="primary" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}
