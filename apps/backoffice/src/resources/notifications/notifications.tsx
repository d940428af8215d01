import { useList } from '@refinedev/core'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import {
  NOTIFICATIONS_PAGE_SIZE,
  type NotificationPage,
  notificationCursor,
  notificationFilter,
  notificationFilters,
  parseNotificationParams,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { Send, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'
import { ListFailed } from '../../ui/list-failed'
import { PageHeader } from '../../ui/page-header'
import { RecordTable } from '../../ui/record-table'
import { SelectionBar } from '../../ui/selection-bar'
import { Turner } from '../../ui/turner'
import { useNow } from '../../ui/use-now'
import { DeleteDialog } from './delete-dialog'
import { NoNotifications } from './no-notifications'
import { NotificationCards } from './notification-cards'
import { notificationColumns } from './notification-columns'
import { NotificationFilters } from './notification-filters'
import { useComposer } from './use-composer'
import { useDeleting } from './use-deleting'

/** Fetched when they are first wanted: the list itself shows no form. */
const Composer = lazyComponent(
  () => import('./composer'),
  (module) => module.Composer,
)
const EditDialog = lazyComponent(
  () => import('./edit-dialog'),
  (module) => module.EditDialog,
)

/** Where a page of the list begins; another filter begins at the newest. */
const NEWEST = { after: null, before: null }
const NONE: ReadonlySet<string> = new Set()

/** `/admin/notifications`: what was sent, to whom, and the way to send (rules/notifications#draft). The address holds the state. */
export function Notifications() {
  const mayCreate = useMay('notifications', 'create')
  const mayUpdate = useMay('notifications', 'update', {})
  const mayDelete = useMay('notifications', 'delete', {})
  const { params, change, addressWith } = useAddressState()
  const state = parseNotificationParams(params)
  const { query } = useList<SentNotification>({
    resource: 'notifications',
    pagination: { pageSize: NOTIFICATIONS_PAGE_SIZE },
    filters: notificationFilters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(NOTIFICATION_ADMIN_TOASTS.listFailed, 'error'),
  })
  // What has just been sent is not scheduled, however long ago the minute began.
  const now = Math.max(useNow(), query.dataUpdatedAt)
  const composer = useComposer()
  const exporting = useExportItem({ list: 'notifications', filter: notificationFilter(state) })
  const [edited, setEdited] = useState<SentNotification | null>(null)
  const [chosen, setChosen] = useState(NONE)
  const deleting = useDeleting(useCallback(() => setChosen(NONE), []))

  const onSearch = useCallback(
    (text: string) => change({ q: text, ...NEWEST }, { replace: true }),
    [change],
  )
  const data = query.data as NotificationPage | undefined
  const notifications = data?.data ?? []
  // What has left the page is not selected any more.
  const ids = notifications.map(({ id }) => id)
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  const selection = mayDelete
    ? {
        selected,
        size: selected.size,
        has: (id: string) => selected.has(id),
        select: (ids: readonly string[], on: boolean) =>
          setChosen(
            new Set(on ? [...selected, ...ids] : [...selected].filter((id) => !ids.includes(id))),
          ),
        clear: () => setChosen(NONE),
      }
    : undefined
  const columns = notificationColumns({
    now,
    onEdit: setEdited,
    onRepeat: composer.begin,
    onDelete: (notification) => deleting.ask([notification]),
  })

  const [first, last] = [notifications[0], notifications.at(-1)]
  const nothing = data?.data.length === 0
  // All of the last page was deleted.
  if (nothing && (state.after || state.before) && !query.isPlaceholderData && !query.isFetching) {
    return <Navigate to={addressWith(NEWEST)} replace />
  }

  const send = mayCreate && (
    <Button type="primary" icon={<Send aria-hidden="true" />} onClick={() => composer.begin()}>
      Send Notification
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle="What you told your members, and who has read it"
        actions={send}
        running={exporting.running}
        more={exporting.items}
      />
      <NotificationCards page={data} failed={query.isError} />
      <NotificationFilters
        state={state}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, ...NEWEST })}
      />
      {query.isPending && (
        <RecordTable
          list="notifications"
          label="Notifications"
          columns={columns}
          records={undefined}
        />
      )}
      {query.isError && !data && (
        <ListFailed
          title={NOTIFICATION_ADMIN_TOASTS.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {data && (
        <section aria-label="Sent notifications" aria-busy={query.isPlaceholderData}>
          <SelectionBar
            ids={ids}
            selection={selection}
            total={data.total}
            totalWords={countWords(data)}
          >
            <Button
              size="small"
              danger
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => deleting.ask(notifications.filter(({ id }) => selected.has(id)))}
            >
              Delete Selected
            </Button>
          </SelectionBar>
          {nothing ? (
            <NoNotifications
              filtered={Boolean(state.search || state.type || state.audience)}
              send={send}
            />
          ) : (
            <RecordTable
              list="notifications"
              label="Notifications"
              columns={columns}
              records={notifications}
              dimmed={query.isPlaceholderData}
              onOpen={mayUpdate ? setEdited : undefined}
              selection={
                selection && {
                  ...selection,
                  nameOf: ({ title }: SentNotification) => `Select ${title}`,
                }
              }
            />
          )}
          <Turner
            label="notifications"
            newer={
              data.newer && first
                ? addressWith({ ...NEWEST, before: notificationCursor(first) })
                : null
            }
            older={
              data.older && last
                ? addressWith({ ...NEWEST, after: notificationCursor(last) })
                : null
            }
          />
        </section>
      )}
      <DeleteDialog
        notifications={deleting.asked}
        busy={deleting.busy}
        onConfirm={deleting.confirm}
        onClose={deleting.close}
      />
      {composer.wanted && (
        <LazyDialog
          open={composer.open}
          title="Send Notification"
          size="editor"
          onClose={composer.leave}
        >
          <Composer composer={composer} />
        </LazyDialog>
      )}
      {edited && (
        <LazyDialog open title="Edit Notification" size="editor" onClose={() => setEdited(null)}>
          <EditDialog key={edited.id} notification={edited} onClose={() => setEdited(null)} />
        </LazyDialog>
      )}
    </>
  )
}

function countWords({ total, bounded }: NotificationPage): string {
  if (bounded) return `More than ${formatNumber(1000)} notifications`
  return formatCount(total, 'notification')
}
