import type { Toast } from '../toasts'

/** Shown to administrators if no worker processes jobs (rules/due-work#motor). */
export const MOTOR_STOPPED = 'Nothing has done due work for ten minutes'

/** Toasts of the screen of jobs. */
export const DUE_WORK_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load due work' },
  retried: { text: 'It is tried again within a minute' },
  retryFailed: { title: 'Error', text: 'Failed to try it again' },
} as const satisfies Record<string, Toast>
