import { memberName } from '@rookies/data/members/member-list'
import type {
  NotificationPerson,
  SentNotification,
} from '@rookies/data/notifications/notification-list'
import { Checkbox } from 'antd'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useMay } from '../../app/may'
import { Ago } from '../../ui/ago'
import { QuietButton } from '../../ui/quiet-button'
import { StatusBadge } from '../../ui/status-badge'
import styles from './notification-table.module.css'
import { StateBadge } from './state-badge'
import { TypeMark } from './type-mark'

interface NotificationTableProps {
  notifications: readonly SentNotification[]
  /** The present, in milliseconds. */
  now: number
  selected: ReadonlySet<string>
  dimmed: boolean
  onSelect: (ids: readonly string[], on: boolean) => void
  onEdit: (notification: SentNotification) => void
  onRepeat: (notification: SentNotification) => void
  onDelete: (notification: SentNotification) => void
}

/** One page of notifications (rules/notifications#draft), and what this reader may do about each. */
export function NotificationTable(props: NotificationTableProps) {
  const { notifications, now, selected, dimmed, onSelect } = props
  const deletes = useMay('notifications', 'delete', {})
  return (
    <table className={styles.table} data-dimmed={dimmed || undefined}>
      <thead>
        <tr>
          {deletes && <td />}
          <th scope="col">Type</th>
          <th scope="col">Title</th>
          <th scope="col">Recipients</th>
          <th scope="col">Sender</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {notifications.map((notification) => {
          const { id, title, message, type, important, sender, created_at } = notification
          return (
            <tr key={id} data-selected={selected.has(id) || undefined}>
              {deletes && (
                <td className={styles.select}>
                  <Checkbox
                    checked={selected.has(id)}
                    aria-label={`Select ${title}`}
                    onChange={({ target }) => onSelect([id], target.checked)}
                  />
                </td>
              )}
              <td className={styles.type}>
                <TypeMark type={type} />
              </td>
              <td className={styles.text}>
                <p className={styles.title}>
                  {title} {important && <StatusBadge tone="draft" label="Important" />}
                </p>
                <p className={styles.message}>{message}</p>
                <StateBadge notification={notification} now={now} />
              </td>
              <td className={styles.recipients}>
                <Recipients notification={notification} />
              </td>
              <td className={styles.sender}>
                <span className={styles.label}>Sent by </span>
                {sender ? <Person person={sender} /> : 'Deleted account'}
              </td>
              <td className={styles.created}>
                <Ago at={created_at} />
              </td>
              <td className={styles.acts}>
                <Acts {...props} notification={notification} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Recipients({ notification }: { notification: SentNotification }) {
  const { recipient, read_at } = notification
  if (!recipient) return <StatusBadge tone="info" label="All Members" />
  return (
    <>
      <Person person={recipient} withEmail />
      <span className={styles.read}>
        {read_at === null ? (
          'Not read yet'
        ) : (
          <>
            Read <Ago at={read_at} />
          </>
        )}
      </span>
    </>
  )
}

function Person({ person, withEmail }: { person: NotificationPerson; withEmail?: boolean }) {
  return (
    <span className={styles.person}>
      <span title={person.email}>{memberName(person)}</span>{' '}
      {withEmail && <span className={styles.fact}>{person.email}</span>}
    </span>
  )
}

function Acts({
  notification,
  onEdit,
  onRepeat,
  onDelete,
}: NotificationTableProps & { notification: SentNotification }) {
  const mayUpdate = useMay('notifications', 'update', {})
  const mayCreate = useMay('notifications', 'create')
  const mayDelete = useMay('notifications', 'delete', {})
  const { title } = notification
  return (
    <>
      {mayUpdate && (
        <QuietButton
          icon={<Pencil aria-hidden="true" />}
          title="Edit"
          aria-label={`Edit ${title}`}
          onClick={() => onEdit(notification)}
        />
      )}
      {mayCreate && (
        <QuietButton
          icon={<Copy aria-hidden="true" />}
          title="Duplicate"
          aria-label={`Duplicate ${title}`}
          onClick={() => onRepeat(notification)}
        />
      )}
      {mayDelete && (
        <QuietButton
          icon={<Trash2 aria-hidden="true" />}
          title="Delete"
          aria-label={`Delete ${title}`}
          onClick={() => onDelete(notification)}
        />
      )}
    </>
  )
}
