import { Check } from 'lucide-react'
import { type MouseEvent, useId, useState } from 'react'
import { VisuallyHidden } from '../components/visually-hidden/visually-hidden'
import styles from './bell-item.module.css'
import type { BellActs, BellLink, BellNotice, BellText } from './bell-types'
import { KINDS } from './kinds'

/** The number of characters beyond which a text is folded at first. */
const LONG = 220

interface BellItemProps {
  notice: BellNotice
  /** The message, split into links and text. */
  text: BellText[]
  link: BellLink | null
  /** How long ago the notification was sent, for example `2 hours ago`. */
  ago: string
  /** When it was sent, to the minute. */
  exactly: string
  acts: Pick<BellActs, 'markRead' | 'go'>
  /** Closes the panel and returns the focus to the bell's button. Called after a link is followed. */
  onClose: () => void
}

export function BellItem({ notice, text, link, ago, exactly, acts, onClose }: BellItemProps) {
  const { id, title, message, source, type, is_read, is_global, important, sent_at } = notice
  const [whole, setWhole] = useState(false)
  const titleId = useId()
  const { icon: Icon, name } = KINDS[type]
  const isLong = message.length > LONG
  const read = () => {
    if (!is_read) acts.markRead(id)
  }

  const follow = (event: MouseEvent) => {
    read()
    // With a modifier key the browser opens the link in another tab.
    if (link?.way !== 'route' || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onClose()
    acts.go(link.href)
  }

  const mark = (event: MouseEvent) => {
    // The pressed button disappears, so the focus moves to the item.
    event.currentTarget.closest('li')?.focus({ preventScroll: true })
    acts.markRead(id)
  }

  return (
    <li
      className={styles.item}
      data-read={is_read || undefined}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <Icon className={`${styles.icon} ${styles[type]}`} aria-hidden="true" />
      <div className={styles.body}>
        <h3 id={titleId} dir="auto" className={styles.title}>
          <VisuallyHidden>{name}: </VisuallyHidden>
          {title}
        </h3>
        <p
          dir="auto"
          className={isLong && !whole ? `${styles.message} ${styles.cut}` : styles.message}
          // Unfolds the text, because the focused link may be in the folded part.
          onFocus={() => setWhole(true)}
        >
          {text.map((part) =>
            part.href ? (
              <a
                key={part.at}
                href={part.href}
                target="_blank"
                rel="noopener noreferrer"
                onClick={read}
              >
                {part.text}
              </a>
            ) : (
              part.text
            ),
          )}
        </p>
        {isLong && (
          <button
            type="button"
            className={styles.quiet}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {whole ? 'Show less' : 'Show more'}
            <VisuallyHidden> of {title}</VisuallyHidden>
          </button>
        )}
        {link && (
          <a
            className={styles.action}
            href={link.href}
            {...(link.way === 'outside' && { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={follow}
          >
            {notice.action_label || 'View'}
            <VisuallyHidden>
              {!notice.action_label && ` ${title}`}
              {link.way === 'outside' && ' (opens in a new tab)'}
            </VisuallyHidden>
          </a>
        )}
        <p className={styles.meta}>
          <time dateTime={sent_at} title={exactly}>
            {ago}
          </time>
          {source && (
            <span dir="auto" className={styles.source}>
              {source}
            </span>
          )}
          {!is_read && <span className={`${styles.badge} ${styles.new}`}>New</span>}
          {important && <span className={`${styles.badge} ${styles.important}`}>Important</span>}
          {is_global && <span className={styles.badge}>All Members</span>}
        </p>
      </div>
      {!is_read && (
        <button
          type="button"
          className={styles.mark}
          title="Mark as read"
          aria-label={`Mark as read: ${title}`}
          onClick={mark}
        >
          <Check aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
