import type { OwnResource } from '@rookies/data/live/own-changes'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from './data-context'

/** Milliseconds until the connection for live changes opens, so that the page's own requests come first. */
const QUIET_MS = 1_000

/** Reads the person's own data again at each live change, while `wanted` is true (docs/realtime.md). */
export function useOwnChanges(resource: OwnResource, wanted = true): void {
  const client = useData()
  const queries = useQueryClient()
  const person = currentUserId(queries)
  useEffect(() => {
    if (!wanted || person === undefined) return
    let stop: (() => void) | null = null
    let gone = false
    const start = async () => {
      const { watchOwn } = await import('./watch-own')
      if (!gone) stop = watchOwn({ client, queries, person }, resource)
    }
    // If this code does not load, the data is still read again when the person returns to the page.
    const timer = setTimeout(() => void start().catch(() => undefined), QUIET_MS)
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [wanted, client, queries, person, resource])
}
