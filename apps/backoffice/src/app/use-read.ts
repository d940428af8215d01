import { type BaseRecord, useCustom, useKeys } from '@refinedev/core'
import type { ReadAnswer, ReadInput, ReadName } from '@rookies/data/refine/reads'
import type { RequestError } from '@rookies/data/refine/request-error'
import { keepPreviousData, type Query } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useBackend } from './backend'

interface Reading<N extends ReadName> {
  input?: ReadInput<N>
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  /** False where a person writes over what was read. */
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
  /** Shows the last answer while that to another input is on its way. */
  keepsPrevious?: boolean
}

/** What is said before an act is what holds at that moment. */
export const FRESH = { staleTime: 0, gcTime: 0 }

/** Refine's `useCustom` for what is read by its name. What is said of a failure is the caller's. */
export function useRead<N extends ReadName>(
  name: N,
  { input, keepsPrevious, ...options }: Reading<N> = {},
) {
  const { query } = useCustom<BaseRecord, RequestError, ReadInput<N>>({
    url: name,
    method: 'get',
    config: { query: input },
    queryOptions: { ...options, ...(keepsPrevious && { placeholderData: keepPreviousData }) },
    errorNotification: false,
  })
  const data = query.data?.data as ReadAnswer<N> | undefined
  return { ...query, data }
}

/** What could not be read says so and offers another try: what others change does not take that off the screen. */
export const wasRead = ({ state }: Query): boolean => state.data !== undefined

/**
 * Refine's `useInvalidate` for them, which leaves them out: whatever was read by this name is read again, or of it
 * what the filter lets through.
 */
export function useInvalidateRead(): (
  name: ReadName,
  filter?: (query: Query) => boolean,
) => Promise<void> {
  const { queries } = useBackend()
  const { keys } = useKeys()
  return useCallback(
    (url, predicate) =>
      queries.invalidateQueries({
        ...(predicate && { predicate }),
        queryKey: keys().data().mutation('custom').params({ method: 'get', url }).get(),
      }),
    [queries, keys],
  )
}
