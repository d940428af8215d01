import { useInvalidate } from '@refinedev/core'

/** Refetches everything that lists or counts purchases, and the courses that they open. */
export function usePurchasesChanged() {
  const invalidate = useInvalidate()
  return () =>
    Promise.all([
      invalidate({ resource: 'purchases', invalidates: ['list'] }),
      invalidate({ resource: 'profiles', invalidates: ['list'] }),
    ])
}
