import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff, UserSearch } from 'lucide-react'
import styles from './analytics.module.css'

/** Rows while the list is on its way. */
const ROWS = [1, 2, 3, 4, 5]

export function AnalyticsSkeleton() {
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
            <Skeleton className={styles.lineAvatar} />
            <Skeleton className={styles.lineName} />
            <Skeleton className={styles.lineFact} />
            <Skeleton className={styles.lineBar} />
            <Skeleton className={styles.lineFact} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The list could not be read. */
export function AnalyticsFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={MEMBER_TOASTS.analyticsFailed.text}
      actions={
        <Button type="primary" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}

/** No match, or without a filter no members. */
export function NoLearners({ quiet, onClear }: { quiet: boolean; onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={<UserSearch />}
      title={quiet ? 'Nobody has gone quiet' : 'No members found'}
      actions={onClear && <Button onClick={onClear}>Clear filters</Button>}
    >
      <p>
        {quiet
          ? 'Everybody here with an unfinished course has been at it, or has nothing open to go on with.'
          : 'Try fewer words, or another course. People are found by name and email.'}
      </p>
    </EmptyState>
  )
}
