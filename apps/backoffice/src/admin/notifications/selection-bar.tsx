import type { NotificationPage } from '@rookies/data/notifications/notification-list'
import { Button, Checkbox } from 'antd'
import { Trash2 } from 'lucide-react'
import { useMay } from '../../app/may'
import styles from './notifications.module.css'

interface SelectionBarProps {
  page: NotificationPage
  selected: ReadonlySet<string>
  onSelect: (ids: readonly string[], on: boolean) => void
  onDelete: () => void
}

/** Above the list: how many the filter finds, and what can be done with those that were selected. */
export function SelectionBar({ page, selected, onSelect, onDelete }: SelectionBarProps) {
  const mayDelete = useMay('notifications', 'delete', {})
  const ids = page.data.map(({ id }) => id)
  const all = ids.length > 0 && selected.size === ids.length
  const selects = ids.length > 0 && mayDelete
  return (
    <div className={styles.bar} data-selected={selected.size > 0 || undefined}>
      {selects && (
        <Checkbox
          checked={all}
          indeterminate={selected.size > 0 && !all}
          aria-label="Select this page"
          onChange={({ target }) => onSelect(ids, target.checked)}
        />
      )}
      <span role="status">
        {selected.size > 0 ? `${selected.size} selected` : countWords(page)}
      </span>
      {selected.size > 0 && (
        <>
          <Button size="small" danger icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
            Delete Selected
          </Button>
          <Button size="small" onClick={() => onSelect(ids, false)}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}

function countWords({ total, bounded }: NotificationPage): string {
  if (bounded) return 'More than 1,000 notifications'
  return total === 1 ? '1 notification' : `${total.toLocaleString('en-US')} notifications`
}
