import type { InactiveFilter } from '@rookies/data/members/member-list'

/** Options of the filter for inactive learners. */
export const INACTIVE_OPTIONS: readonly { value: InactiveFilter | ''; label: string }[] = [
  { value: '', label: 'Any activity' },
  { value: '7', label: 'Inactive for 7 days' },
  { value: '14', label: 'Inactive for 14 days' },
  { value: '30', label: 'Inactive for 30 days' },
  { value: 'never', label: 'Never started' },
]
