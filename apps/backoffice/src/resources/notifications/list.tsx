import { listExport } from '@rookies/data/lists/filter-args'
import {
  NOTIFICATION_ADMIN_MESSAGES,
  NOTIFICATION_LIST,
  type NotificationPage,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Button } from 'antd'
import { Bell, Send, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { useNow } from '../../ui/use-now'
import { NotificationCards } from './cards'
import { notificationColumns } from './columns'
import { DeleteQuestion, useDeleting } from './deletion'
import { NotificationFilters } from './filters'
import { useCreateNotification } from './use-create-notification'

/** The code of the dialog loads when the dialog is first opened. */
const CreateNotification = lazyDialog(
  () => import('./create'),
  (module) => module.CreateNotification,
  { title: 'Send Notification', size: 'editor' },
)
const EditDialog = lazyDialog(
  () => import('./edit-dialog'),
  (module) => module.EditDialog,
  { title: 'Edit Notification', size: 'editor' },
)

const NONE: ReadonlySet<string> = new Set()

/**
 * `/admin/notifications`: sent notifications and their recipients (rules/notifications#draft).
 */
export function NotificationList() {
  const mayCreate = useMay('notifications', 'create')
  const mayUpdate = useMay('notifications', 'update', {})
  const mayDelete = useMay('notifications', 'delete', {})
  const table = useTable(NOTIFICATION_LIST, { failed: NOTIFICATION_ADMIN_MESSAGES.listFailed })
  const { tableProps, tableQuery, page, values, narrowed } = table
  // `useNow` changes only once a minute. The time of the last read is later, so that a new notification does not look
  // scheduled.
  const now = Math.max(useNow(), tableQuery.dataUpdatedAt)
  const creating = useCreateNotification()
  const exporting = useExportItem(listExport(NOTIFICATION_LIST, values))
  const [edited, setEdited] = useState<SentNotification | null>(null)
  const [chosen, setChosen] = useState(NONE)
  const deleting = useDeleting(useCallback(() => setChosen(NONE), []))

  const notifications = tableProps.records ?? []
  // Notifications that are no longer on the page are not selected.
  const ids = notifications.map(({ id }) => id)
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  const selection = {
    selected,
    size: selected.size,
    has: (id: string) => selected.has(id),
    select: (ids: readonly string[], on: boolean) =>
      setChosen(
        new Set(on ? [...selected, ...ids] : [...selected].filter((id) => !ids.includes(id))),
      ),
    clear: () => setChosen(NONE),
  }
  const columns = notificationColumns({
    now,
    onEdit: mayUpdate ? setEdited : null,
    onRepeat: mayCreate ? creating.begin : null,
    onDelete: mayDelete ? (notification) => deleting.ask([notification]) : null,
  })

  const send = mayCreate && (
    <Button type="primary" icon={<Send aria-hidden="true" />} onClick={() => creating.begin()}>
      Send Notification
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle="Messages to your members, and who has read them"
        actions={send}
        running={exporting.running}
        more={exporting.items}
      />
      <NotificationCards page={page} failed={tableQuery.isError} />
      <NotificationFilters table={table} />
      <ListTable
        {...tableProps}
        storedAs="notifications"
        label="Notifications"
        region="Sent notifications"
        columns={columns}
        failed={NOTIFICATION_ADMIN_MESSAGES.listFailed.text}
        total={page?.total ?? 0}
        count={page && count(page)}
        onOpen={mayUpdate ? setEdited : undefined}
        selection={
          mayDelete
            ? { ...selection, nameOf: ({ title }: SentNotification) => `Select ${title}` }
            : undefined
        }
        actions={
          <Button
            size="small"
            danger
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => deleting.ask(notifications.filter(({ id }) => selected.has(id)))}
          >
            Delete Selected
          </Button>
        }
        empty={{
          icon: <Bell />,
          title: narrowed ? 'No notifications found' : 'No notifications yet',
          text: narrowed
            ? 'Try fewer words or another type. You can search by title or message.'
            : 'Notifications that you send appear here.',
          actions: send,
        }}
      />
      <DeleteQuestion {...deleting} />
      <CreateNotification open={creating.open} like={creating.like} onClose={creating.close} />
      {edited && (
        <EditDialog key={edited.id} notification={edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

function count({ total, bounded }: NotificationPage): string {
  if (bounded) return `More than ${formatNumber(1000)} notifications`
  return formatCount(total, 'notification')
}
