import { useNavigation } from '@refinedev/core'
import { Descriptions, type DescriptionsProps } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../app/may'
import { LinkButton } from '../ui/link-button'
import { PageHeader } from '../ui/page-header'
import { Moment } from './cells'
import { DeleteRecord } from './delete-record'
import { OneRecord } from './one-record'
import type { PlainRecord, RecordKind } from './record-kind'

interface ShowRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  factsOf: (record: T) => NonNullable<DescriptionsProps['items']>
}

/** The screen on which a record stands, with what can be done with it. */
export function ShowRecord<T extends PlainRecord>({ kind, factsOf }: ShowRecordProps<T>) {
  return (
    <OneRecord kind={kind}>
      {(record) => <Shown kind={kind} factsOf={factsOf} record={record} />}
    </OneRecord>
  )
}

function Shown<T extends PlainRecord>({
  kind,
  factsOf,
  record,
}: ShowRecordProps<T> & { record: T }) {
  const { resource } = kind
  const { editUrl } = useNavigation()
  const mayUpdate = useMay(resource, 'update', record)
  const mayDelete = useMay(resource, 'delete', record)
  const [deleting, setDeleting] = useState(false)
  const actions = mayUpdate && (
    <LinkButton
      type="primary"
      to={editUrl(resource, record.id)}
      icon={<Pencil aria-hidden="true" />}
    >
      Edit
    </LinkButton>
  )
  const more = mayDelete
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
  return (
    <>
      <PageHeader title={kind.nameOf(record)} actions={actions} more={more} />
      <Descriptions
        bordered
        column={1}
        items={[
          ...factsOf(record),
          { key: 'created_at', label: 'Created', children: <Moment of={record.created_at} /> },
          { key: 'updated_at', label: 'Updated', children: <Moment of={record.updated_at} /> },
        ]}
      />
      {deleting && <DeleteRecord kind={kind} record={record} onClose={() => setDeleting(false)} />}
    </>
  )
}
