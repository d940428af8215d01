import type { QuietFilter } from '@rookies/data/members/quiet'

/** What the filters call learners who have stopped. */
export const QUIET_LABELS: Record<QuietFilter, string> = {
  '': 'Any activity',
  '7': 'Quiet for 7 days',
  '14': 'Quiet for 14 days',
  '30': 'Quiet for 30 days',
  never: 'Never started',
}
