import { relativeTime } from '@rookies/data/dates/relative-time'
import { dataProject } from '@rookies/data/env'
import type { Bell } from '@rookies/data/notifications/bell'
import { bellActions } from '@rookies/data/notifications/bell-actions'
import { CONNECTION_ERROR } from '@rookies/data/notifications/live-connection'
import { noticeLink } from '@rookies/data/notifications/notice-link'
import { openBell } from '@rookies/data/notifications/open-bell'
import { BellPanel } from '@rookies/ui/bell/bell-panel'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBackend } from '../backend'
import { useToasts } from '../toasts'

export interface LiveBellProps {
  person: { id: string; created_at: string | null }
  open: boolean
  onClose: () => void
  /** Null when the count could not be read. */
  onUnread: (unread: number | null) => void
  opener: RefObject<HTMLButtonElement | null>
  panelId: string
}

/** Keeps a person's bell right while the page is open. */
export function LiveBell({ person, ...shown }: LiveBellProps) {
  const { id, created_at } = person
  const { client, queries } = useBackend()
  const { failed } = useToasts()
  const [bell, setBell] = useState<Bell | null>(null)

  useEffect(() => {
    const opened = openBell({
      client,
      queries,
      project: dataProject(import.meta.env, window.location.origin),
      person: { id, created_at },
      onOutage: () => failed(CONNECTION_ERROR),
    })
    opened.start()
    setBell(opened)
    return () => opened.stop()
  }, [client, queries, failed, id, created_at])

  return bell && <Shown bell={bell} {...shown} />
}

interface ShownProps extends Omit<LiveBellProps, 'person'> {
  bell: Bell
}

function Shown({ bell, open, onClose, onUnread, opener, panelId }: ShownProps) {
  const state = useSyncExternalStore(bell.watch, bell.state)
  const navigate = useNavigate()
  const { succeeded, failed } = useToasts()
  const unread = state.feed?.unread ?? (state.reading === 'failed' ? null : 0)
  const acts = useMemo(
    () =>
      bellActions(bell, {
        succeeded: (text) => succeeded({ text }),
        failed: (text) => failed({ title: 'Error', text }),
      }),
    [bell, succeeded, failed],
  )

  useEffect(() => onUnread(unread), [onUnread, unread])

  return (
    <>
      <div role="status">
        <VisuallyHidden key={state.said.number}>{state.said.text}</VisuallyHidden>
      </div>
      {open && (
        <BellPanel
          id={panelId}
          state={state}
          world={{ linkOf, now: bell.now, ago: relativeTime }}
          acts={{ ...acts, go: (href) => void navigate(href) }}
          onClose={onClose}
          opener={opener}
        />
      )}
    </>
  )
}

const linkOf = (url: string | null) => noticeLink(url, 'backoffice')
