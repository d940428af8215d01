import { filtersOf } from '../records/list-params'

/** Members whom a notification to all reaches: those whose accounts are open. */
export const RECIPIENT_FILTERS = filtersOf({ state: 'active' })
