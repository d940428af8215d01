import type { Resource } from '@rookies/data/access/resources'
import type { Stale } from '@rookies/data/refine/reads'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Returns `readAgain` of `refine/reads.ts` for the queries of this app. The function is the same at each render. */
export function useReadAgain() {
  const queries = useQueryClient()
  return useCallback(
    async (stale: readonly Stale[], filter?: (query: Query) => boolean) =>
      (await import('@rookies/data/refine/reads')).readAgain(queries, stale, filter),
    [queries],
  )
}

/** Returns a function that reads the queries again that show a resource. The function is the same at each render. */
export function useReadAgainOf(resource: Resource): () => Promise<void> {
  const readAgain = useReadAgain()
  return useCallback(() => readAgain([resource]), [readAgain, resource])
}
