import { dataProject } from '@rookies/data/env'
import { splitLinks } from '@rookies/data/links/external-link'
import type { Bell } from '@rookies/data/notifications/bell'
import { bellActions } from '@rookies/data/notifications/bell-actions'
import { CONNECTION_ERROR } from '@rookies/data/notifications/messages'
import { noticeLink } from '@rookies/data/notifications/notice'
import { openBell } from '@rookies/data/notifications/open-bell'
import { localMoment, relativeTime } from '@rookies/data/time/moment-text'
import { BellFeed } from '@rookies/ui/bell/bell-feed'
import type { LiveBellProps } from '@rookies/ui/bell/lazy-bell'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { wasSeen, watchSeenAnswers } from '../../shared/seen-answers'
import { dismissToast, showError, showToast } from '../../ui/toast-store'

/** Receives live changes of a person's notifications, and shows them in the bell. */
export function LiveBell({ person, ...shown }: LiveBellProps) {
  const { id, created_at } = person
  const client = useData()
  const queries = useQueryClient()
  const [bell, setBell] = useState<Bell | null>(null)
  const say = useEffectEvent(() => {
    // The open panel says itself that there are no live changes, so no toast is needed.
    if (shown.open) return null
    const { title, text } = CONNECTION_ERROR
    return showToast({ tone: 'error', title, message: text })
  })

  useEffect(() => {
    let toast: number | null = null
    const opened = openBell({
      client,
      queries,
      project: dataProject(import.meta.env, location.origin),
      person: { id, created_at },
      onOutage: () => {
        toast = say()
      },
    })
    // When live changes arrive again, the toast about the outage disappears.
    opened.watch(() => {
      if (toast !== null && opened.state().outage === null) dismissToast(toast)
    })
    // A new notification about a cohort may mean that the person was added to it, so everything on the page is read
    // again.
    let known = latestCohort(opened)
    opened.watch(() => {
      const latest = latestCohort(opened)
      const changed = known !== null && latest !== known
      known = latest
      if (changed) void queries.invalidateQueries()
    })
    const readSeen = readerOfSeen(opened)
    opened.watch(readSeen)
    const stopReading = watchSeenAnswers(readSeen)
    opened.start()
    setBell(opened)
    return () => {
      stopReading()
      opened.stop()
    }
  }, [client, queries, id, created_at])

  return bell && <Shown bell={bell} {...shown} />
}

interface ShownProps extends Omit<LiveBellProps, 'person'> {
  bell: Bell
}

function Shown({ bell, ...shown }: ShownProps) {
  const navigate = useNavigate()
  const acts = useMemo(() => bellActions(bell, SAY), [bell])

  return (
    <BellFeed
      {...shown}
      bell={bell}
      world={{ linkOf, split: splitLinks, now: bell.now, ago: relativeTime, exactly: localMoment }}
      acts={{ ...acts, go: (href) => void navigate(href) }}
    />
  )
}

const SAY = {
  succeeded: (text: string) => void showToast({ tone: 'success', title: text }),
  failed: (text: string) => void showError(text),
}

/** The newest notification about a cohort, empty without one; null while the feed is unknown. */
function latestCohort(bell: Bell): string | null {
  const { feed } = bell.state()
  const about = feed?.notifications.find(({ action_url }) =>
    action_url?.startsWith('/app/cohorts/'),
  )
  return feed && (about?.id ?? '')
}

/** Returns a function that marks notifications about seen answers as read (rules/notifications#on-screen). */
function readerOfSeen(bell: Bell): () => void {
  const tried = new Set<string>()
  return () => {
    for (const { id, is_read, action_url } of bell.state().feed?.notifications ?? []) {
      const answer = new URLSearchParams(action_url?.split('?')[1]).get('answer')
      const attempt = `${id} ${answer}`
      if (is_read || answer === null || !wasSeen(answer) || tried.has(attempt)) continue
      tried.add(attempt)
      // If the request fails, the notification stays unread, so no message is needed.
      bell.markRead(id).catch(() => undefined)
    }
  }
}

const linkOf = (url: string | null) => noticeLink(url, 'learner')
