import { tabStore } from '@rookies/data/device/store'
import { openInviteQuery, type WaitingInvite } from '@rookies/data/invites/open-invite-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData } from '../../shared/data-context'

/** After the courses, which people came for. */
const QUIET_MS = 1_500

/** Which invite this tab was asked to leave alone. */
const LATER = 'rookies-invite-later'

/**
 * The invite that waits for the person's address (rules/invites#accept-signed-in), asked for once the library has come
 * to rest, or null; `later` takes it off the screen for as long as the tab lives.
 */
export function useWaitingInvite(active: boolean): {
  invite: WaitingInvite | null
  later: () => void
} {
  const [quiet, setQuiet] = useState(false)
  const [left, setLeft] = useState(() => tabStore.getItem(LATER))

  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setQuiet(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [active])

  // An offer that cannot be looked up is not made; the link in the mail still works.
  const { data } = useQuery({ ...openInviteQuery(useData()), enabled: active && quiet })
  const invite = data && data.token !== left ? data : null

  const later = () => {
    if (!invite) return
    tabStore.setItem(LATER, invite.token)
    setLeft(invite.token)
  }
  return { invite, later }
}
