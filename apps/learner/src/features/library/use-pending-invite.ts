import { tabStore } from '@rookies/data/device/store'
import { openInviteQuery, type PendingInviteData } from '@rookies/data/invites/open-invite-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData } from '../../shared/data-context'

/** Milliseconds after which the courses have usually loaded. */
const QUIET_MS = 1_500

/** The key in session storage of the invite for which the person pressed Not now in this tab. */
const LATER = 'rookies-invite-later'

/**
 * Returns the pending invite for the person's email, or null (rules/invites#accept-signed-in). It is read after the
 * library has loaded. `later` hides it for as long as the tab is open.
 */
export function usePendingInvite(active: boolean): {
  invite: PendingInviteData | null
  later: () => void
} {
  const [isIdle, setIsIdle] = useState(false)
  const [declinedToken, setDeclinedToken] = useState(() => tabStore.getItem(LATER))

  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setIsIdle(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [active])

  // If the invite cannot be read, it is not offered; the link in the mail still works.
  const { data } = useQuery({ ...openInviteQuery(useData()), enabled: active && isIdle })
  const invite = data && data.token !== declinedToken ? data : null

  const later = () => {
    if (!invite) return
    tabStore.setItem(LATER, invite.token)
    setDeclinedToken(invite.token)
  }
  return { invite, later }
}
