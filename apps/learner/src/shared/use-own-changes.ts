import type { OwnResource } from '@rookies/data/live/own-changes'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from './data-context'

/** The connection opens once the page has had time for its own requests, in milliseconds. */
const QUIET_MS = 1_000

/** While `wanted`, reads again what changes for the person alone (docs/realtime.md). */
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
    // Without this code, the page reads again when the person returns to it.
    const timer = setTimeout(() => void start().catch(() => undefined), QUIET_MS)
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [wanted, client, queries, person, resource])
}
