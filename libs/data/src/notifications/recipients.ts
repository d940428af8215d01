import { filtersOf } from '../records/list-params'

/** The members who receive a notification to all: those with active accounts. */
export const RECIPIENT_FILTERS = filtersOf({ state: 'active' })
