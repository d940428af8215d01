import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff, UserSearch } from 'lucide-react'
import styles from './member-list.module.css'

/** Rows while the list is on its way. */
const ROWS = [1, 2, 3, 4, 5]

export function MembersSkeleton() {
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
            <Skeleton className={styles.lineFact} />
            <Skeleton className={styles.lineActs} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The list could not be read. */
export function MembersFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={MEMBER_TOASTS.listFailed.text}
      actions={
        <Button type="primary" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}

export function NoMembers() {
  return (
    <EmptyState icon={<UserSearch />} title="No members found">
      <p>Try fewer words, or another role. People are found by name and email.</p>
    </EmptyState>
  )
}
