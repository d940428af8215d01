import type { CrudFilters, CrudSorting } from '@refinedev/core'
import { filtersOf, SEARCH_FIELD } from '../refine/list-params'

/** How many people the picker shows; others are found by more letters. */
export const RECIPIENT_OPTIONS = 20

/** Members whose accounts are open, found in name, address and phone: those whom a notification reaches. */
export function recipientFilters(text: string): CrudFilters {
  return filtersOf({ [SEARCH_FIELD]: text, state: 'active' })
}

/** By name. */
export const RECIPIENT_SORTERS: CrudSorting = [{ field: 'name', order: 'asc' }]
