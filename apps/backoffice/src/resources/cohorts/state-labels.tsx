import type { CohortDuty, CohortState } from '@rookies/data/cohorts/cohort-list'
import type { CohortMemberState } from '@rookies/data/cohorts/cohort-members'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'

export const STATE_LABELS: Record<CohortState, string> = {
  UPCOMING: 'Upcoming',
  RUNNING: 'Running',
  ENDED: 'Ended',
  DRAFT: 'Draft',
  ARCHIVED: 'Archived',
}

const STATE_TONES: Record<CohortState, StatusTone> = {
  UPCOMING: 'info',
  RUNNING: 'live',
  ENDED: 'plain',
  DRAFT: 'draft',
  ARCHIVED: 'plain',
}

/** Shows the current state of a cohort (rules/cohorts#state). */
export function CohortBadge({ state }: { state: CohortState }) {
  return <StatusBadge tone={STATE_TONES[state]} label={STATE_LABELS[state]} />
}

export const MEMBER_STATE_LABELS: Record<CohortMemberState, string> = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  LEFT: 'Left',
  GRADUATED: 'Graduated',
}

const MEMBER_STATE_TONES: Record<CohortMemberState, StatusTone> = {
  ACTIVE: 'live',
  PAUSED: 'draft',
  LEFT: 'plain',
  GRADUATED: 'info',
}

/** Shows the state of a person in a cohort (rules/cohorts#people). */
export function MemberStateBadge({ state }: { state: CohortMemberState }) {
  return <StatusBadge tone={MEMBER_STATE_TONES[state]} label={MEMBER_STATE_LABELS[state]} />
}

export const DUTY_LABELS: Record<CohortDuty, string> = { LEAD: 'Lead', COACH: 'Coach' }
