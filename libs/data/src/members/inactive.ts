/**
 * The values of the filter by activity: days without activity after which a learner with an unfinished course counts as
 * inactive (rules/members#quiet).
 */
export const INACTIVE_FILTERS = ['7', '14', '30', 'never'] as const
export type InactiveFilter = (typeof INACTIVE_FILTERS)[number]
