import { type BaseRecord, useCustom } from '@refinedev/core'
import type { ReadAnswer, ReadInput, ReadName } from '@rookies/data/refine/reads'
import type { RequestError } from '@rookies/data/refine/request-error'
import type { Toast } from '@rookies/data/toasts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useToasts } from './toasts'

interface Reading<N extends ReadName> {
  input?: ReadInput<N>
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  /** False if a refetch would overwrite what a person is editing. */
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
  /** Shows the previous answer while the next one is loading. */
  keepsPrevious?: boolean
}

/** Options for the impact of an act, which must be current. */
export const UNCACHED = { staleTime: 0, gcTime: 0 }

/** Refine's `useCustom` for a read of `refine/reads.ts`. The caller shows the error. */
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
  const { refetch } = query
  /** Reads again; returns the answer, or undefined if the read failed. */
  const latest = useCallback(async () => {
    const { data: answer, isError } = await refetch()
    return isError ? undefined : (answer?.data as ReadAnswer<N> | undefined)
  }, [refetch])
  return { ...query, data, latest }
}

/** Shows one toast for each failed read (rules/interface#messages). `toast` must be the same object at each render. */
export function useFailureToast(
  { isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number },
  toast: Toast,
): void {
  const { failed } = useToasts()
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) failed(toast)
  }, [isError, errorUpdatedAt, failed, toast])
}
