import type { JobOutcome, JobState } from '@rookies/data/due-work/job-list'
import type { StatusTone } from '../../ui/status-badge'

export const STATES: { value: JobState; label: string }[] = [
  { value: 'OPEN', label: 'Waiting' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'DONE', label: 'Done' },
]

export const OUTCOMES: Record<JobOutcome, { tone: StatusTone; label: string }> = {
  DONE: { tone: 'live', label: 'Done' },
  DROPPED: { tone: 'plain', label: 'No longer needed' },
  FAILED: { tone: 'danger', label: 'Failed' },
}

/** Title and text for an empty list, by state. */
export const EMPTY: Record<JobState, { title: string; text: string }> = {
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
