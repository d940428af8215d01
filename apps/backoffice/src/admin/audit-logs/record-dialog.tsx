import { useOne } from '@refinedev/core'
import { actionLabel } from '@rookies/data/audit/action-label'
import type { AuditRecord } from '@rookies/data/audit/audit-list'
import type { AuditDetails, FieldChange } from '@rookies/data/audit/audit-record'
import { AUDIT_TOASTS } from '@rookies/data/audit/messages'
import type { Json } from '@rookies/data/database.gen'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { Modal } from '../../ui/modal'
import styles from './record-dialog.module.css'

interface RecordDialogProps {
  record: AuditRecord
  onClose: () => void
}

/** All of one record, with what it was about before and after, fetched when it is asked for. */
export function RecordDialog({ record, onClose }: RecordDialogProps) {
  const { query, result: details } = useOne<AuditDetails>({
    resource: 'audit_logs',
    id: record.id,
    // A record never changes.
    queryOptions: { staleTime: Number.POSITIVE_INFINITY },
    errorNotification: false,
  })
  const { created_at, target_type, target_id, user_id, who, actor, ip_address } = record
  return (
    <Modal
      open
      size="editor"
      title={actionLabel(record.action)}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.facts}>
        <Fact name="Time">{dayjs(created_at).format('MMM D, YYYY, HH:mm:ss')}</Fact>
        <Fact name="Action">{record.action}</Fact>
        <Fact name="Target">{[target_type, target_id].filter(Boolean).join(' ')}</Fact>
        <Fact name="User">
          {user_id ? [who, user_id].filter(Boolean).join(' ') : (actor ?? '–')}
        </Fact>
        <Fact name="IP address">{ip_address ?? '–'}</Fact>
        {details && <Fact name="Browser">{details.user_agent ?? '–'}</Fact>}
      </dl>
      {query.isPending && (
        <div role="status" className={styles.waiting}>
          <span className={styles.quiet}>Loading...</span>
          <Skeleton className={styles.line} />
        </div>
      )}
      {query.isError && (
        <p role="alert" className={styles.failed}>
          {AUDIT_TOASTS.listFailed.text}{' '}
          <Button size="small" loading={query.isFetching} onClick={() => query.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {details && <Changes changes={details.changes} unsaid={details.unsaid} />}
    </Modal>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Changes({ changes, unsaid }: { changes: readonly FieldChange[]; unsaid: string[] }) {
  return (
    <>
      {changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td data-label="Before">{content(before)}</td>
                <td data-label="After">{content(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unsaid.length > 0 && (
        <p className={styles.quiet}>
          {`Changed too, without the record keeping what it was: ${unsaid.join(', ')}.`}
        </p>
      )}
      {changes.length + unsaid.length === 0 && (
        <p className={styles.quiet}>This record holds no before and after.</p>
      )}
    </>
  )
}

function content(value: Json | undefined): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
