import { BellOff, CheckCheck, Settings2, WifiOff, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { EmptyState } from '../components/empty-state/empty-state'
import { ErrorState } from '../components/error-state/error-state'
import { Skeleton } from '../components/skeleton/skeleton'
import { BellItem } from './bell-item'
import styles from './bell-panel.module.css'
import { BellSettings } from './bell-settings'
import type { BellActs, BellPanelState, BellWorld } from './bell-types'

/** The interval in which relative times such as `Just now` are updated. */
const TICK_MS = 15_000

interface BellPanelProps {
  id: string
  state: BellPanelState
  acts: BellActs
  world: BellWorld
  onClose: () => void
  /** The button of the bell, which takes the focus when the panel closes. A press on it closes the panel by itself. */
  opener: RefObject<HTMLElement | null>
}

/**
 * The panel of the bell with the newest notifications and the settings. On a phone it is a sheet. Escape, a press
 * outside, and moving the focus out of it by keyboard close the panel.
 */
export function BellPanel({ id, state, acts, world, onClose, opener }: BellPanelProps) {
  const [settings, setSettings] = useState(false)
  const now = useNow(world.now)
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const close = useRef(onClose)
  close.current = onClose

  // biome-ignore lint/correctness/useExhaustiveDependencies: each view begins at its heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [settings])

  useEffect(() => {
    let tabbed = false
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      tabbed = key === 'Tab'
    }
    const leaveFor = ({ target }: Event) => {
      if (!(target instanceof Node)) return
      if (panel.current?.contains(target) || opener.current?.contains(target)) return
      close.current()
    }
    // Only Tab may close the panel. A screen that has just loaded focuses its heading, which must not close it.
    const onFocus = (event: Event) => tabbed && leaveFor(event)
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('pointerdown', leaveFor, { signal })
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    return () => ending.abort()
  }, [opener])

  const leave = () => {
    opener.current?.focus()
    onClose()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }

  const markAll = () => {
    heading.current?.focus({ preventScroll: true })
    acts.markAllRead()
  }

  const { feed, outage } = state
  return (
    <>
      <div className={styles.scrim} aria-hidden="true" />
      <div
        ref={panel}
        id={id}
        role="dialog"
        aria-labelledby={headingId}
        className={styles.panel}
        onKeyDown={onKeyDown}
      >
        {settings ? (
          <BellSettings
            muted={feed?.muted ?? []}
            mute={acts.mute}
            onBack={() => setSettings(false)}
            onClose={leave}
            heading={heading}
            headingId={headingId}
          />
        ) : (
          <>
            <div className={styles.header}>
              <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.heading}>
                Notifications
              </h2>
              {feed !== null && feed.unread > 0 && (
                <button type="button" className={styles.quiet} onClick={markAll}>
                  <CheckCheck aria-hidden="true" />
                  <span>Mark all as read</span>
                </button>
              )}
              <button
                type="button"
                className={styles.icon}
                aria-label="Notification settings"
                title="Notification settings"
                onClick={() => setSettings(true)}
              >
                <Settings2 aria-hidden="true" />
              </button>
              <button type="button" className={styles.icon} aria-label="Close" onClick={leave}>
                <X aria-hidden="true" />
              </button>
            </div>
            <div role="status">
              {outage && (
                <p className={styles.outage}>
                  <WifiOff aria-hidden="true" />
                  <span>
                    <strong>{outage}.</strong> New ones appear within a minute.
                  </span>
                </p>
              )}
            </div>
            <Notices state={state} acts={acts} world={world} now={now} onClose={onClose} />
          </>
        )}
      </div>
    </>
  )
}

interface NoticesProps extends Pick<BellPanelProps, 'state' | 'acts' | 'world' | 'onClose'> {
  now: number
}

function Notices({ state, acts, world, now, onClose }: NoticesProps) {
  const { feed, reading, older } = state
  if (reading === 'first') return <Reading />
  if (reading === 'failed') {
    return (
      <div className={styles.empty}>
        <ErrorState
          icon={<BellOff />}
          title="Failed to fetch notifications"
          level={3}
          actions={
            <button type="button" className={styles.button} onClick={acts.retry}>
              Try Again
            </button>
          }
        />
      </div>
    )
  }
  if (!feed || feed.notifications.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState icon={<BellOff />} title="No notifications" level={3}>
          Notifications for you and for all members appear here.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.scroll}>
      <ul className={styles.list} onKeyDown={walk}>
        {feed.notifications.map((notice) => (
          <BellItem
            key={notice.id}
            notice={notice}
            text={world.split(notice.message)}
            link={world.linkOf(notice.action_url)}
            ago={world.ago(notice.sent_at, now)}
            exactly={world.exactly(notice.sent_at)}
            acts={acts}
            onClose={onClose}
          />
        ))}
      </ul>
      {older !== 'none' && (
        <div className={styles.more}>
          {older === 'failed' && <p role="alert">Failed to fetch notifications</p>}
          <button
            type="button"
            className={styles.button}
            aria-disabled={older === 'reading'}
            onClick={() => older !== 'reading' && acts.showOlder()}
          >
            {older === 'reading' ? 'Loading...' : older === 'failed' ? 'Try Again' : 'Show older'}
          </button>
        </div>
      )}
    </div>
  )
}

function Reading() {
  return (
    <div className={styles.reading}>
      <span role="status">Loading notifications...</span>
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className={styles.ghost} />
      ))}
    </div>
  )
}

/** Arrow keys move from one notification to the next; Tab moves through the controls inside them. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li')]
  const at = items.findIndex((item) => item.contains(document.activeElement))
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items[Math.min(Math.max(next, 0), items.length - 1)]?.focus()
}

function useNow(clock: () => number): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), TICK_MS)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
