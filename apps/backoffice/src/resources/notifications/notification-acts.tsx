import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useMay } from '../../app/may'
import cells from '../../ui/cells.module.css'
import { QuietButton } from '../../ui/quiet-button'

export interface NotificationActsProps {
  notification: SentNotification
  onEdit: (notification: SentNotification) => void
  onRepeat: (notification: SentNotification) => void
  onDelete: (notification: SentNotification) => void
}

/** What this reader may do about one of the list. */
export function NotificationActs(props: NotificationActsProps) {
  const { notification, onEdit, onRepeat, onDelete } = props
  const mayUpdate = useMay('notifications', 'update', {})
  const mayCreate = useMay('notifications', 'create')
  const mayDelete = useMay('notifications', 'delete', {})
  const { title } = notification
  return (
    <div className={cells.acts}>
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
    </div>
  )
}
