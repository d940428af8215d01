import { dataProject } from '@rookies/data/env'
import { splitLinks } from '@rookies/data/links/external-link'
import type { Bell } from '@rookies/data/notifications/bell'
import { bellActions } from '@rookies/data/notifications/bell-actions'
import { CONNECTION_ERROR } from '@rookies/data/notifications/messages'
import { noticeLink } from '@rookies/data/notifications/notice'
import { openBell } from '@rookies/data/notifications/open-bell'
import { momentText, relativeTime } from '@rookies/data/time/moment-text'
import { BellFeed } from '@rookies/ui/bell/bell-feed'
import type { LiveBellProps } from '@rookies/ui/bell/lazy-bell'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBackend } from '../backend'
import { useToasts } from '../toasts'

/** Updates a person's bell live while the page is open. */
export function LiveBell({ person, ...shown }: LiveBellProps) {
  const { id, created_at } = person
  const { client, queries } = useBackend()
  const { failed } = useToasts()
  const [bell, setBell] = useState<Bell | null>(null)
  // While the bell's panel is open, the panel says that the connection is lost.
  const say = useEffectEvent(() =>
    shown.open ? undefined : failed(CONNECTION_ERROR, { waits: true }),
  )

  useEffect(() => {
    let close: (() => void) | undefined
    const opened = openBell({
      client,
      queries,
      project: dataProject(import.meta.env, window.location.origin),
      person: { id, created_at },
      onOutage: () => {
        close = say()
      },
    })
    // The toast closes when the connection is back.
    opened.watch(() => {
      if (opened.state().outage === null) close?.()
    })
    opened.start()
    setBell(opened)
    return () => opened.stop()
  }, [client, queries, id, created_at])

  return bell && <Shown bell={bell} {...shown} />
}

interface ShownProps extends Omit<LiveBellProps, 'person'> {
  bell: Bell
}

function Shown({ bell, ...shown }: ShownProps) {
  const navigate = useNavigate()
  const { succeeded, failed } = useToasts()
  const acts = useMemo(
    () =>
      bellActions(bell, {
        succeeded: (text) => succeeded({ text }),
        failed: (text) => failed({ title: 'Error', text }),
      }),
    [bell, succeeded, failed],
  )

  return (
    <BellFeed
      {...shown}
      bell={bell}
      world={{ linkOf, split: splitLinks, now: bell.now, ago: relativeTime, exactly: momentText }}
      acts={{ ...acts, go: (href) => void navigate(href) }}
    />
  )
}

const linkOf = (url: string | null) => noticeLink(url, 'backoffice')
