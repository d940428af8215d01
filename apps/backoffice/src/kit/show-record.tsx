import { useNavigation } from '@refinedev/core'
import { Descriptions, type DescriptionsProps, Tabs, type TabsProps } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../app/may'
import { LinkButton } from '../ui/link-button'
import { PageHeader } from '../ui/page-header'
import { popupPlace } from '../ui/popup-place'
import { Moment } from './cells'
import { DeleteRecord } from './delete-record'
import { OneRecord } from './one-record'
import { RecordHistory } from './record-history'
import type { PlainRecord, RecordKind } from './record-kind'

interface ShowRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  factsOf: (record: T) => NonNullable<DescriptionsProps['items']>
  /** Additional tabs, between the facts and the history. */
  tabsOf?: (record: T) => NonNullable<TabsProps['items']>
}

/** The screen of one record: facts, additional tabs, history, and actions. */
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
      <Tabs
        getPopupContainer={popupPlace}
        destroyOnHidden
        items={[
          {
            key: 'facts',
            label: 'Facts',
            children: (
              <Descriptions
                bordered
                column={1}
                items={[
                  ...factsOf(record),
                  {
                    key: 'created_at',
                    label: 'Created',
                    children: <Moment of={record.created_at} />,
                  },
                  {
                    key: 'updated_at',
                    label: 'Updated',
                    children: <Moment of={record.updated_at} />,
                  },
                ]}
              />
            ),
          },
          ...tabsOf(record),
          ...(mayReadHistory
            ? [
                {
                  key: 'history',
                  label: 'History',
                  children: <RecordHistory resource={resource} id={record.id} />,
                },
              ]
            : []),
        ]}
      />
      {deleting && <DeleteRecord kind={kind} record={record} onClose={() => setDeleting(false)} />}
    </>
  )
}
