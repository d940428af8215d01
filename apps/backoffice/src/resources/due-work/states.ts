import type { DueOutcome, DueState } from '@rookies/data/due-work/due-work-list'
import type { StatusTone } from '../../ui/status-badge'

export const STATES: { value: DueState; label: string }[] = [
  { value: 'OPEN', label: 'Waiting' },
  { value: 'FAILED', label: 'Given up' },
  { value: 'DONE', label: 'Ended' },
]

export const OUTCOMES: Record<DueOutcome, { tone: StatusTone; label: string }> = {
  DONE: { tone: 'live', label: 'Done' },
  DROPPED: { tone: 'plain', label: 'No longer wanted' },
  FAILED: { tone: 'danger', label: 'Given up' },
}

/** Texts of an empty list, by state. */
export const EMPTY: Record<DueState, { title: string; text: string }> = {
  OPEN: {
    title: 'Nothing waits',
    text: 'What has to be sent or done later appears here, with its hour.',
  },
  FAILED: {
    title: 'Nothing was given up',
    text: 'What fails is tried again for a day; what fails then too appears here, with its reason.',
  },
  DONE: { title: 'Nothing was done yet', text: 'What was done is kept here for 30 days.' },
}
