import {
  BULK_START,
  type BulkChange,
  type BulkCursor,
  changeAccess,
} from '@rookies/data/members/bulk-access'
import { useBackend } from '../../app/backend'
import { useReadAgainOf } from '../../app/use-read-again'
import { type InPieces, useInPieces } from '../../kit/use-in-pieces'

interface Progress {
  people: number
  changed: number
  /** The position from which the work continues; null if nothing is left. */
  next: BulkCursor | null
}

/** The progress of the work. */
export type BulkProgress = InPieces<Progress>

const NOTHING: Progress = { people: 0, changed: 0, next: BULK_START }

/** Grants or revokes courses for many people in batches. */
export function useBulkAccess() {
  const { client } = useBackend()
  return useInPieces({
    nothing: NOTHING,
    work: async ({ now, tell, stopping }, change: BulkChange) => {
      for (let at = now().next; at && !stopping(); at = now().next) {
        const { people, changed, next } = await changeAccess(client, change, at)
        tell({ people: now().people + people, changed: now().changed + changed, next })
      }
      return now().next === null
    },
    changed: useReadAgainOf('profiles'),
  })
}
