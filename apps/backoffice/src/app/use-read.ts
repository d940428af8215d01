import { type BaseRecord, useCustom } from '@refinedev/core'
import type { ReadAnswer, ReadInput, ReadName } from '@rookies/data/refine/reads'
import type { RequestError } from '@rookies/data/refine/request-error'

interface Reading<N extends ReadName> {
  input?: ReadInput<N>
  enabled?: boolean
  staleTime?: number
  gcTime?: number
}

/** Refine's `useCustom` for what is read by its name. What is said of a failure is the caller's. */
export function useRead<N extends ReadName>(name: N, { input, ...options }: Reading<N> = {}) {
  const { query } = useCustom<BaseRecord, RequestError, ReadInput<N>>({
    url: name,
    method: 'get',
    config: { query: input },
    queryOptions: options,
    errorNotification: false,
  })
  const data = query.data?.data as ReadAnswer<N> | undefined
  return { ...query, data }
}
