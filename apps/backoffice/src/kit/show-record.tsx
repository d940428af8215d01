import { useNavigation } from '@refinedev/core'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../app/may'
import { LinkButton } from '../ui/link-button'
import { Moment } from './cells'
import { DeleteRecord } from './delete-record'
import { OneRecord } from './one-record'
import { RecordHistory } from './record-history'
import type { PlainRecord, RecordKind } from './record-kind'
import { type Facts, RecordPage, type RecordTabs } from './record-page'

interface ShowRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  factsOf: (record: T) => Facts
  /** Tabs before the history. */
  tabsOf?: (record: T) => RecordTabs
}

/**
 * The screen of one record: facts, tabs, history, and the actions Edit and Delete. A record with other actions has a
 * screen of its own, of `OneRecord` and `RecordPage`.
 */
export function ShowRecord<T extends PlainRecord>(props: ShowRecordProps<T>) {
  return <OneRecord kind={props.kind}>{(record) => <Shown {...props} record={record} />}</OneRecord>
}

const NO_TABS = () => []

function Shown<T extends PlainRecord>({
  kind,
  factsOf,
  tabsOf = NO_TABS,
  record,
}: ShowRecordProps<T> & { record: T }) {
  const { resource } = kind
  const mayReadHistory = useMay('audit_logs', 'read')
  const { editUrl } = useNavigation()
  const mayUpdate = useMay(resource, 'update', record)
  const mayDelete = useMay(resource, 'delete', record)
  const [deleting, setDeleting] = useState(false)
  const { id, created_at, updated_at } = record
  const tabs = tabsOf(record)
  return (
    <>
      <RecordPage
        title={kind.nameOf(record)}
        actions={
          mayUpdate && (
            <LinkButton
              type="primary"
              to={editUrl(resource, id)}
              icon={<Pencil aria-hidden="true" />}
            >
              Edit
            </LinkButton>
          )
        }
        more={
          mayDelete
            ? [
                {
                  key: 'delete',
                  icon: <Trash2 aria-hidden="true" />,
                  label: 'Delete',
                  danger: true,
                  onClick: () => setDeleting(true),
                },
              ]
            : []
        }
        facts={[
          ...factsOf(record),
          { key: 'created_at', label: 'Created', children: <Moment of={created_at} /> },
          { key: 'updated_at', label: 'Updated', children: <Moment of={updated_at} /> },
        ]}
        tabs={
          mayReadHistory
            ? [
                ...tabs,
                {
                  key: 'history',
                  label: 'History',
                  children: <RecordHistory resource={resource} id={id} />,
                },
              ]
            : tabs
        }
      />
      {deleting && <DeleteRecord kind={kind} record={record} onClose={() => setDeleting(false)} />}
    </>
  )
}
