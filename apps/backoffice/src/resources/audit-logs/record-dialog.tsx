import { useOne } from '@refinedev/core'
import { actionLabel } from '@rookies/data/audit/action-label'
import { AUDIT_TOASTS, type AuditRecord } from '@rookies/data/audit/audit-list'
import {
  type AuditDetails,
  concernedFields,
  type FieldChange,
} from '@rookies/data/audit/audit-record'
import type { Json } from '@rookies/data/database.gen'
import { formatList } from '@rookies/data/wording'
import { Button, Descriptions, Typography } from 'antd'
import dayjs from 'dayjs'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { type RecordColumn, RecordTable } from '../../ui/record-table'
import { Waiting } from '../../ui/waiting'
import styles from './record-dialog.module.css'

interface RecordDialogProps {
  record: AuditRecord
  onClose: () => void
}

/** One audit record with its values before and after, which are read when the dialog opens. */
export function RecordDialog({ record, onClose }: RecordDialogProps) {
  const { query, result: details } = useOne<AuditDetails>({
    resource: 'audit_logs',
    id: record.id,
    // A record never changes.
    queryOptions: { staleTime: Number.POSITIVE_INFINITY },
    errorNotification: false,
  })
  const parted = details && concernedFields(details)
  const { created_at, target_type, target_id, title, user_id, who, actor, ip_address } = record
  return (
    <Modal
      open
      size="editor"
      title={actionLabel(record.action)}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Descriptions
        column={1}
        size="small"
        items={[
          fact('Time', dayjs(created_at).format('MMM D, YYYY, HH:mm:ss')),
          fact('Action', record.action),
          fact('Title', title ?? 'Not recorded'),
          fact('Target', [target_type, target_id].filter(Boolean).join(' ')),
          fact(
            'User',
            user_id
              ? [who, user_id].filter(Boolean).join(' ')
              : actor === null
                ? 'Deleted account'
                : 'System',
          ),
          fact('IP address', ip_address ?? '–'),
          ...(details ? [fact('Browser', details.user_agent ?? '–')] : []),
          ...(parted?.concerned ?? []).map(({ field, after }) => fact(field, told(after))),
        ]}
      />
      {query.isPending && <Waiting rows={4} />}
      {query.isError && (
        <ReadFailed
          title={AUDIT_TOASTS.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {parted && <Changes changes={parted.changed} unsaid={details.unsaid} />}
    </Modal>
  )
}

const fact = (label: string, children: string) => ({ key: label, label, children })

const told = (value: Json | undefined) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')

const COLUMNS: readonly RecordColumn<FieldChange & { id: string }>[] = [
  { key: 'field', title: 'Field', width: '22%', place: 'lead', render: ({ field }) => field },
  {
    key: 'before',
    title: 'Before',
    named: true,
    render: ({ before }) => <Content value={before} />,
  },
  { key: 'after', title: 'After', named: true, render: ({ after }) => <Content value={after} /> },
]

function Changes({ changes, unsaid }: { changes: readonly FieldChange[]; unsaid: string[] }) {
  return (
    <>
      {changes.length > 0 && (
        <RecordTable
          label="Changes"
          columns={COLUMNS}
          records={changes.map((change) => ({ ...change, id: change.field }))}
        />
      )}
      {unsaid.length > 0 && (
        <Typography.Paragraph type="secondary">
          {`Also changed, but the record doesn't hold the values: ${formatList(unsaid)}.`}
        </Typography.Paragraph>
      )}
      {changes.length + unsaid.length === 0 && (
        <Typography.Paragraph type="secondary">
          This record has no before and after values.
        </Typography.Paragraph>
      )}
    </>
  )
}

/** A field's value as it is stored. */
function Content({ value }: { value: Json | undefined }) {
  if (value === undefined || value === null) return '–'
  return (
    <code className={styles.content}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
    </code>
  )
}
