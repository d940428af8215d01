import { isActionUrl, type NotificationDraft } from '@rookies/data/notifications/admin-draft'
import { StatusBadge } from '../../ui/status-badge'
import styles from './preview.module.css'
import { TypeMark } from './type-mark'

interface PreviewProps {
  draft: NotificationDraft
  global: boolean
}

/** A draft as the bell will show it. */
export function Preview({ draft, global }: PreviewProps) {
  const { type, title, message, actionUrl, actionLabel } = draft
  const leads = isActionUrl(actionUrl.trim())
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3 className={styles.heading}>Preview</h3>
      <div className={styles.item}>
        <div className={styles.top}>
          <TypeMark type={type} />
          <StatusBadge tone="live" label="New" />
          {global && <StatusBadge tone="info" label="All Members" />}
        </div>
        <p className={styles.title} data-empty={title.trim() === '' || undefined}>
          {title.trim() || 'Title'}
        </p>
        <p className={styles.message} data-empty={message.trim() === '' || undefined}>
          {message.trim() || 'Message'}
        </p>
        <div className={styles.bottom}>
          <span>Just now</span>
          {leads && <span className={styles.action}>{actionLabel.trim() || 'Open'}</span>}
        </div>
      </div>
    </section>
  )
}
