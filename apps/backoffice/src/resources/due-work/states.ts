import type { DueOutcome, DueState } from '@rookies/data/due-work/due-work-list'
import type { StatusTone } from '../../ui/status-badge'

export const STATES: { value: DueState; label: string }[] = [
  { value: 'OPEN', label: 'Waiting' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'DONE', label: 'Done' },
]

export const OUTCOMES: Record<DueOutcome, { tone: StatusTone; label: string }> = {
  DONE: { tone: 'live', label: 'Done' },
  DROPPED: { tone: 'plain', label: 'No longer needed' },
  FAILED: { tone: 'danger', label: 'Failed' },
}

/** Title and text for an empty list, by state. */
export const EMPTY: Record<DueState, { title: string; text: string }> = {
  OPEN: {
    title: 'No waiting jobs',
    text: 'Jobs that run later appear here, with their time.',
  },
  FAILED: {
    title: 'No failed jobs',
    text: 'A job that fails is retried for a day. If it still fails, it appears here with the reason.',
  },
  DONE: { title: 'No finished jobs yet', text: 'Finished jobs are kept here for 30 days.' },
}
