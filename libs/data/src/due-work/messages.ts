import type { Toast } from '../toasts'

/** Shown to administrators if no worker is processing jobs (rules/due-work#motor). */
export const WORKER_STOPPED = 'No background job has run for ten minutes'

/** Toasts of the screen of jobs. */
export const JOB_MESSAGES = {
  listFailed: { title: 'Error', text: 'Failed to load background jobs' },
  retried: { text: 'The job is retried within a minute' },
  retryFailed: { title: 'Error', text: 'Failed to retry the job' },
} as const satisfies Record<string, Toast>
