import { useInvalidate } from '@refinedev/core'
import { hasData, useInvalidateRead } from '../../app/use-read'

/** Refetches everything that lists or counts purchases, and the courses that they open. */
export function usePurchasesChanged() {
  const invalidate = useInvalidate()
  const invalidateRead = useInvalidateRead()
  return () =>
    Promise.all([
      invalidate({ resource: 'purchases', invalidates: ['list'] }),
      invalidate({ resource: 'profiles', invalidates: ['list'] }),
      invalidateRead('inbox/rows', hasData),
    ])
}
