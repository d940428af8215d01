import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff, Mail, MailSearch } from 'lucide-react'
import styles from './invites.module.css'

/** Rows while the list is on its way. */
const ROWS = [1, 2, 3, 4, 5]

export function InvitesSkeleton() {
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

/** The list could not be read. */
export function InvitesFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={INVITE_TOASTS.listFailed.text}
      actions={
        <Button type="primary" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}

/** Nothing there; `filtered` when a search or a status left some out. */
export function NoInvites({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState icon={<MailSearch />} title="No invites found">
      <p>Try another part of the address, or another status.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={<Mail />} title="No invites yet">
      <p>An invite brings a person in by e-mail, with their courses waiting for them.</p>
    </EmptyState>
  )
}
