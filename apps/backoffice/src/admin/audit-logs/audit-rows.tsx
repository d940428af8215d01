import { actionLabel } from '@rookies/data/audit/action-label'
import type { AuditRecord } from '@rookies/data/audit/audit-list'
import { shortId } from '@rookies/data/audit/short-id'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import styles from './audit-logs.module.css'
import { RecordDialog } from './record-dialog'

/** One page of the record, and the dialog that shows what one of them changed. */
export function AuditRows({
  records,
  dimmed,
}: {
  records: readonly AuditRecord[]
  dimmed: boolean
}) {
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  return (
    <>
      <ul className={styles.list} data-dimmed={dimmed || undefined}>
        {records.map((record) => (
          <AuditRow key={record.id} record={record} onOpen={() => setOpened(record)} />
        ))}
      </ul>
      {opened && <RecordDialog record={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function AuditRow({ record, onOpen }: { record: AuditRecord; onOpen: () => void }) {
  const { action, target_type, target_id, created_at, user_id, who, actor, ip_address } = record
  return (
    <li className={styles.row}>
      <p className={styles.action} title={action}>
        {actionLabel(action)}
      </p>
      <p className={styles.fact}>
        {target_type.replaceAll('_', ' ')} {target_id !== null && <ShortId id={target_id} />}
      </p>
      <time className={styles.when} dateTime={created_at} title={created_at}>
        {dayjs(created_at).format('MMM D, YYYY, HH:mm:ss')}
      </time>
      <p className={styles.fact}>
        {user_id === null ? (
          // No signed-in person: the database's own user, or a deleted account.
          (actor ?? 'Deleted account')
        ) : (
          <>
            <span className={styles.name}>{who}</span> <ShortId id={user_id} />
          </>
        )}
      </p>
      <p className={styles.address}>{ip_address ?? '–'}</p>
      <div className={styles.acts}>
        <Button
          size="small"
          aria-label={`Details of ${actionLabel(action)}, ${created_at}`}
          onClick={onOpen}
        >
          Details
        </Button>
      </div>
    </li>
  )
}

function ShortId({ id }: { id: string }) {
  return (
    <code className={styles.id} title={id}>
      {shortId(id)}
    </code>
  )
}
