import type { PurchaseQuery } from './purchase-list'

/** Query keys of the purchases. */
export const purchaseKeys = {
  all: ['purchases'] as const,
  list: (query: PurchaseQuery, page: number) => [...purchaseKeys.all, query, page] as const,
}
