import { useInvalidate } from '@refinedev/core'
import {
  BULK_START,
  type BulkChange,
  type BulkCursor,
  changeAccess,
} from '@rookies/data/members/bulk-access'
import { useEffect, useRef, useState } from 'react'
import { useBackend } from '../../app/backend'

/** How far the work has come. */
export interface BulkProgress {
  state: 'working' | 'stopped' | 'failed' | 'done'
  people: number
  changed: number
  /** Where it goes on; null when nothing is left. */
  next: BulkCursor | null
}

const NOTHING: BulkProgress = { state: 'working', people: 0, changed: 0, next: BULK_START }

/**
 * Grants or revokes for many people, piece by piece. It can be stopped between two pieces and goes on
 * where it stood, also after a failure: a piece that had arrived after all happens once.
 */
export function useBulkAccess() {
  const { client } = useBackend()
  const invalidate = useInvalidate()
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const stopping = useRef(false)

  // Leaving the screen stops the work.
  useEffect(
    () => () => {
      stopping.current = true
    },
    [],
  )

  const run = async (change: BulkChange, from: BulkProgress = NOTHING) => {
    stopping.current = false
    let now: BulkProgress = { ...from, state: 'working' }
    setProgress(now)
    try {
      while (now.next && !stopping.current) {
        const { people, changed, next }: Awaited<ReturnType<typeof changeAccess>> =
          await changeAccess(client, change, now.next)
        now = { ...now, people: now.people + people, changed: now.changed + changed, next }
        setProgress(now)
      }
      setProgress({ ...now, state: now.next ? 'stopped' : 'done' })
    } catch {
      setProgress({ ...now, state: 'failed' })
    } finally {
      await invalidate({ resource: 'profiles', invalidates: ['list'] })
    }
  }

  const stop = () => {
    stopping.current = true
  }
  return { progress, run, stop }
}
