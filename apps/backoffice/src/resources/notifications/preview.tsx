import { splitLinks } from '@rookies/data/links/external-link'
import { typedLink } from '@rookies/data/links/typed-link'
import {
  isActionUrl,
  type NotificationDraft,
  toInstant,
} from '@rookies/data/notifications/admin-draft'
import { noticeLink } from '@rookies/data/notifications/notice'
import { momentText } from '@rookies/data/time/moment-text'
import { BellItem } from '@rookies/ui/bell/bell-item'
import { Flex } from 'antd'
import cells from '../../ui/cells.module.css'
import styles from './preview.module.css'

interface PreviewProps {
  draft: NotificationDraft
  global: boolean
}

const NOTHING = { markRead: () => {}, go: () => {} }

/**
 * Shows a draft as the bell will show it. The preview is hidden from screen readers, because the fields have the same
 * text.
 */
export function Preview({ draft, global }: PreviewProps) {
  const { type, important, actionUrl, actionLabel } = draft
  const moment = toInstant(draft.publishAt)
  const when = moment ? momentText(moment) : 'Just now'
  const message = draft.message.trim() || '…'
  const typed = typedLink(actionUrl)
  const url = isActionUrl(typed) ? typed : null
  return (
    <Flex component="section" vertical gap="small" className={styles.preview} aria-label="Preview">
      <h3 className={cells.name}>Preview</h3>
      <ul className={styles.bell} inert>
        <BellItem
          notice={{
            id: 'preview',
            title: draft.title.trim() || '…',
            message,
            source: null,
            type,
            important,
            is_global: global,
            is_read: false,
            action_url: url,
            action_label: actionLabel.trim() || null,
            sent_at: new Date().toISOString(),
          }}
          text={splitLinks(message)}
          link={noticeLink(url, 'learner')}
          ago={when}
          exactly={when}
          acts={NOTHING}
          onClose={NOTHING.markRead}
        />
      </ul>
    </Flex>
  )
}
