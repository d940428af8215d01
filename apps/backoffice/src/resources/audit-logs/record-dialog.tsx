import { useOne } from '@refinedev/core'
import { actionLabel } from '@rookies/data/audit/action-label'
import { nobodyName } from '@rookies/data/audit/actor'
import { AUDIT_MESSAGES, type AuditRecord } from '@rookies/data/audit/audit-list'
import { type AuditNames, idsIn } from '@rookies/data/audit/audit-names'
import {
  type AuditDetails,
  concernedFields,
  type FieldChange,
} from '@rookies/data/audit/audit-record'
import { fieldLabel } from '@rookies/data/audit/field-label'
import { targetName } from '@rookies/data/audit/target'
import { toldChange } from '@rookies/data/audit/told-changes'
import type { Json } from '@rookies/data/database.gen'
import { momentText } from '@rookies/data/time/moment-text'
import { formatList, valueInWords } from '@rookies/data/wording'
import { Descriptions, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
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
    errorNotification: false,
  })
  const fieldGroups = details && concernedFields(details)
  const ids = idsIn((details?.changes ?? []).flatMap(({ before, after }) => [before, after]))
  // Ids are shown while the names load, and if that fails.
  const named = useRead('audit_logs/names', { input: { ids }, enabled: ids.length > 0 })
  const names = named.data ?? {}
  const { created_at, target_type, target_id, title, user_id, who, actor, ip_address } = record
  return (
    <Modal size="editor" title={actionLabel(record.action)} onClose={onClose}>
      <Descriptions
        column={1}
        size="small"
        style={{ marginBottom: 'var(--space-3)' }}
        items={[
          ...fact('Time', momentText(created_at, true)),
          ...fact(
            'User',
            user_id ? <Named name={who ?? 'Unnamed User'} id={user_id} /> : nobodyName(actor),
          ),
          ...fact(
            valueInWords(targetName(target_type, target_id)),
            // Changed settings have no title and no id, so they have no such line.
            (title !== null || target_id !== null) && <Named name={title} id={target_id} />,
          ),
          ...fact('IP address', ip_address),
          ...fact('Browser', details?.user_agent),
          ...(fieldGroups?.concerned ?? []).flatMap(({ field, after }) =>
            fact(
              valueInWords(fieldLabel(field)),
              after != null &&
                (typeof after === 'string' && names[after] !== undefined ? (
                  <Named name={names[after]} id={after} />
                ) : (
                  valueText(after)
                )),
            ),
          ),
        ]}
      />
      {query.isPending && <Waiting rows={4} />}
      {query.isError && <ReadFailed title={AUDIT_MESSAGES.listFailed.text} read={query} />}
      {fieldGroups && (
        <Changes changes={fieldGroups.changed} unsaid={details.unsaid} names={names} />
      )}
    </Modal>
  )
}

/** Returns a labelled fact; nothing if its value is empty. */
const fact = (label: string, children: ReactNode) =>
  children ? [{ key: label, label, children }] : []

const valueText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Shows the title of a record, and its full id for people who look for it elsewhere. */
function Named({ name, id }: { name: string | null; id: string | null }) {
  return (
    <span>
      {name} {id?.includes('-') && <code className={cells.code}>{id}</code>}
    </span>
  )
}

type Change = FieldChange & { id: string }

const COLUMNS: readonly RecordColumn<Change>[] = [
  {
    key: 'field',
    title: 'Field',
    width: '22%',
    place: 'lead',
    render: ({ field }) => valueInWords(fieldLabel(field)),
  },
  {
    key: 'before',
    title: 'Before',
    named: true,
    render: ({ before }) => <Content value={before} />,
  },
  { key: 'after', title: 'After', named: true, render: ({ after }) => <Content value={after} /> },
]

/** Chooses the columns: a created record has no values before, and a deleted one has none after. */
const columnsOf = (changes: readonly FieldChange[]) =>
  COLUMNS.filter(
    ({ key }) => (key !== 'before' && key !== 'after') || changes.some((one) => one[key] != null),
  )

interface ChangesProps {
  changes: readonly FieldChange[]
  unsaid: string[]
  names: AuditNames
}

function Changes({ changes, unsaid, names }: ChangesProps) {
  return (
    <>
      {changes.length > 0 && (
        <RecordTable
          label="Changes"
          columns={columnsOf(changes)}
          records={changes.map((change) => ({
            ...toldChange(change, names),
            id: change.field,
          }))}
        />
      )}
      {unsaid.length > 0 && (
        <Typography.Paragraph type="secondary" style={{ marginTop: 'var(--space-3)' }}>
          {`Also changed, but the record doesn't hold the values: ${formatList(unsaid.map(fieldLabel))}.`}
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

/** Shows a field's value as it is stored. */
function Content({ value }: { value: Json | undefined }) {
  if (value === undefined || value === null) return <span className={cells.fact}>Empty</span>
  return (
    <code className={styles.content}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
    </code>
  )
}
