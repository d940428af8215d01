import { filtersOf } from '../refine/list-params'

/** Members whom a notification to all reaches: those whose accounts are open. */
export const RECIPIENT_FILTERS = filtersOf({ state: 'active' })
