import { useInvalidate } from '@refinedev/core'

/** Reads again what lists and counts purchases, and the courses that they open. */
export function usePurchasesChanged() {
  const invalidate = useInvalidate()
  return () =>
    Promise.all([
      invalidate({ resource: 'purchases', invalidates: ['list'] }),
      invalidate({ resource: 'profiles', invalidates: ['list'] }),
    ])
}
